import Foundation
import SampleNASA
import Testing

/// Lists of pictures, as aria2c takes them.
@Suite(.needsBinary, .needs(tool: "aria2c")) struct MetalinkTests {
    private static let days = 4

    /// A served mirror, and one in another folder with the same days.
    private func pair() async throws -> (first: ServedMirror, second: ServedMirror) {
        let first = try await ServedMirror.fresh(Self.days) { server in
            var day = server.day(ServedDays.ago(1))
            day?.title = "M81 & <M82>: \"Two\" 'Galaxies'"
            if let day { server.update(day) }
        }
        let copy = first.program.folder + "/copy"
        #expect(try await first.program.tool("cp", ["--archive", first.program.root, copy]).code == 0)
        return (first, try await ServedMirror(first.program, root: copy))
    }

    private func list(_ program: Program, at servers: [ServedMirror]) async throws -> String {
        try await list(program, at: servers.map(\.origin))
    }

    private func list(_ program: Program, at origins: [String]) async throws -> String {
        let ended = try await program.start(["metalink"] + origins.flatMap { ["--at", $0] }).end()
        #expect(ended.code == 0, "\(ended)")
        try ended.output.write(toFile: program.folder + "/list.meta4", atomically: false, encoding: .utf8)
        return program.folder + "/list.meta4"
    }

    private func fetch(_ program: Program, _ what: String, _ options: String...) async throws -> Child.Ended {
        try await program.tool(
            "aria2c",
            [
                "--no-conf", "--continue", "--follow-metalink=mem", "--dir", program.folder + "/fetched",
                "--connect-timeout", "10",
            ] + options + [what])
    }

    /// The pictures in a folder by their names there, and whether aria2c is done with each.
    private func fetched(_ program: Program) async throws -> [String: String] {
        try await MirrorFiles(program, at: program.folder + "/fetched").files.mapValues(\.sha256)
    }

    private func pictures(_ program: Program) async throws -> [String: String] {
        let visible = try await MirrorFiles(program).visible.filter { $0.suffix != "html" }
        return Dictionary(
            uniqueKeysWithValues: visible.map { ($0.path.replacing("&", with: "+"), $0.sha256) })
    }

    @Test func `everything comes by what is served, and by what the command prints`() async throws {
        let (first, second) = try await pair()
        let program = first.program
        let expected = try await pictures(program)
        #expect(expected.count == Self.days && expected.keys.contains { $0.contains("M81 + ") })
        for what in [first.origin + "/all.meta4", try await list(program, at: [second, first])] {
            for _ in 0..<2 {
                let ended = try await fetch(program, what)
                #expect(ended.code == 0, "\(ended)")
                #expect(try await fetched(program) == expected)
            }
            try FileManager.default.removeItem(atPath: program.folder + "/fetched")
        }
        let day = try await first.get("/\(ServedDays.today).meta4")
        #expect(day.status == 200 && day.headers["content-type"] == "application/metalink4+xml")
        #expect(day.text.components(separatedBy: "<file ").count == 2 && day.text.contains(first.origin))
        #expect(day.text.contains(program.server.baseURL), "NASA's address is there, too: \(day.text)")
        for nothing in ["/1999.meta4", "/2026-13.meta4", "/some.meta4"] {
            #expect(try await first.get(nothing).status == 404)
        }
    }

    @Test func `a mirror that is down or damaged is passed over, and nothing damaged is taken`() async throws {
        let (first, second) = try await pair()
        let (program, expected) = (first.program, try await pictures(first.program))
        second.child.send(SIGKILL)
        _ = await second.child.end()
        #expect(try await fetch(program, list(program, at: [second, first])).code == 0)
        #expect(try await fetched(program) == expected)
        try FileManager.default.removeItem(atPath: program.folder + "/fetched")

        let damaged = try await ServedMirror(program, root: second.root)
        let name = try #require(expected.keys.first { $0.contains(ServedDays.today) })
        let handle = try FileHandle(forUpdating: URL(filePath: "\(second.root)/\(name)"))
        try handle.seek(toOffset: 100)
        try handle.write(contentsOf: Data("rot".utf8))
        try handle.close()
        // Once an address was wrong, aria2c asks no other whose host has the same name.
        let elsewhere = first.origin.replacing("127.0.0.1", with: "localhost")
        let ended = try await fetch(
            program, list(program, at: [damaged.origin, elsewhere]), "--uri-selector=inorder")
        #expect(ended.code == 0 && ended.output.contains("Invalid checksum"), "\(ended)")
        #expect(try await fetched(program) == expected)
        try FileManager.default.removeItem(atPath: program.folder + "/fetched")
        #expect(try await fetch(program, list(program, at: [damaged])).code == 1)
        let left = try await fetched(program)
        #expect(left["\(name).aria2"] != nil && left.filter { $0.value == expected[$0.key] }.count == Self.days - 1)
        #expect(try await fetch(program, list(program, at: [first, damaged])).code == 0)
        #expect(try await fetched(program) == expected)
    }

    @Test func `what cannot be listed is told`() async throws {
        let program = try await pair().first.program
        let none = try await program.run("metalink", "1999-03")
        #expect(none.code == 1 && none.output.isEmpty && none.errors.contains("1999-03"), "\(none)")
        let wrong = try await program.run("metalink", "--at", "nas.local")
        #expect(wrong.code == 64 && wrong.errors.contains("nas.local"), "\(wrong)")
        let month = ServedDays.today.prefix(7)
        let file = "\(program.root)/\(month.prefix(4))/\(month)/metadata/\(ServedDays.today).json"
        try Data("{".utf8).write(to: URL(filePath: file))
        let part = try await program.run("metalink")
        #expect(part.code == 1 && part.errors.contains(ServedDays.today), "\(part)")
        #expect(part.output.components(separatedBy: "<file ").count == Self.days, "\(part.output)")
    }
}
