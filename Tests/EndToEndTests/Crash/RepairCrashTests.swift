import Foundation
import SampleNASA
import TestSupport
import Testing

/// A repair from another mirror that ends at any moment makes nothing worse, and the next one ends the work.
@Suite(.onlyInAll("crash loops"), .needsBinary, .needsCrashLibrary) struct RepairCrashTests {
    private static let days = 6

    @Test func `it may be killed before every call`() async throws {
        let program = try Program(ServedDays.last(Self.days, .fixed(60_000)))
        let without = ["--thumbnails", "no", "--gallery", "no"]
        let made = try await program.start(["sync", "--create", "--history", "\(Self.days)"] + without).end()
        try #require(made.code == 0, "\(made.errors)")
        #expect(try await program.run("favorites", "add", ServedDays.ago(1)).code == 0)
        let (peer, damaged) = (program.folder + "/peer", program.folder + "/damaged")
        func copy(_ from: String, _ to: String) async throws {
            try? FileManager.default.removeItem(atPath: to)
            #expect(try await program.tool("cp", ["--archive", from, to]).code == 0)
        }
        try await copy(program.root, peer)
        let whole = try await kept(program, at: program.root)
        try await damage(program)
        try await copy(program.root, damaged)
        let former = try await MirrorFiles(program).files.mapValues(\.sha256)
        let arguments = ["verify", "--repair", "--offline", "--from", peer] + without

        let calls = try await program.measure(arguments).calls
        #expect(try await kept(program, at: program.root) == whole)
        for call in TriedCalls(of: calls, some: 12).calls {
            try await copy(damaged, program.root)
            let crashed = try await program.start(
                arguments, adding: ["LD_PRELOAD": Program.crashLibrary ?? "", "CRASH_AT": String(call)]
            ).end()
            #expect(crashed.wasKilled || crashed.code == 0)
            for (path, sum) in try await kept(program, at: program.root) where path.hasSuffix(".jpg") {
                #expect([whole[path], former[path]].contains(sum), "killed before call \(call): \(path) is half")
            }
            let again = try await program.start(arguments).end()
            #expect(again.code == 0, "killed before call \(call): \(again)")
            #expect(try await kept(program, at: program.root) == whole, "killed before call \(call)")
            #expect(try await kept(program, at: peer) == whole, "killed before call \(call): the other was changed")
            let verified = try await program.start(["verify"] + without).end()
            #expect(verified.code == 0, "killed before call \(call): \(verified)")
        }
    }

    /// A picture is gone, one is rotten, and so are a JSON, a record and the sums of a month.
    private func damage(_ program: Program) async throws {
        let files = try await MirrorFiles(program)
        func spoil(_ path: String) throws {
            try Data("spoiled".utf8).write(to: URL(filePath: "\(program.root)/\(path)"))
        }
        let pictures = files.visible.filter { $0.suffix == "jpg" }.sorted { $0.path < $1.path }
        try #require(pictures.count >= 4)
        try FileManager.default.removeItem(atPath: "\(program.root)/\(pictures[0].path)")
        try spoil(pictures[1].path)
        for (place, name) in [(2, "metadata"), (3, "metadata/published")] {
            try spoil("\(pictures[place].folder)/\(name)/\(pictures[place].day).json")
        }
        try spoil("\(pictures[0].folder)/metadata/SHA256SUMS")
    }

    /// The pictures, records and sums, by their paths.
    private func kept(_ program: Program, at root: String) async throws -> [String: String] {
        try await MirrorFiles(program, at: root).files.filter { path, file in
            path.first?.isNumber == true && !path.contains("/superseded/")
                && (file.suffix == "jpg" || path.contains("/published/") || file.name == "SHA256SUMS")
        }.mapValues(\.sha256)
    }
}
