import Foundation
import SampleNASA
import Testing

@Suite(.needsBinary) struct ImportTests {
    private static let days = 12

    private let program: Program
    private let folder: String

    init() async throws {
        program = try Program(ServedDays.last(Self.days, .fixed(200_000)))
        folder = program.folder + "/old pictures"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // A mirror of one day: what is imported lies before its history.
        let made = try await program.run("sync", "--create", "--history", "1", "--thumbnails", "no")
        try #require(made.code == 0, "\(made.errors)")
    }

    /// Days before today that have a picture.
    private var dates: [String] {
        (1..<Self.days).map(ServedDays.ago).filter {
            !program.server.picture(for: $0).isEmpty && program.server.video(for: $0).isEmpty
        }
    }

    private func put(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
    }

    private func picture(_ day: String) async throws -> [UInt8]? {
        try await MirrorFiles(program).visible.first { $0.day == day }.map { Array($0.bytes) }
    }

    private var left: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    @Test func `a dry run asks nobody and tells what each file may be of`() async throws {
        try put("\(dates[0]).jpg", program.server.picture(for: dates[0]))
        try put("\(ServedDays.today).jpg", [0xFF, 0xD8, 0xFF])
        try put("nameless.jpg", [0xFF, 0xD8, 0xFF])
        let requests = program.server.requests.count
        let ended = try await program.run("import", folder, "--dry-run")
        #expect(ended.code == 0 && ended.errors.isEmpty, "\(ended)")
        #expect(ended.output.contains("\(dates[0]).jpg: may be the picture of \(dates[0])"))
        #expect(ended.output.contains("\(ServedDays.today).jpg: the mirror has a picture of \(ServedDays.today)"))
        #expect(ended.output.contains("nameless.jpg: nothing tells its day"))
        #expect(ended.output.contains("3 pictures; 1 may be of days that the mirror lacks"))
        #expect(program.server.requests.count == requests)
    }

    @Test func `right pictures are taken, a wrong one's day is fetched, and that is told`() async throws {
        let (dated, named, wrong) = (dates[0], dates[1], dates[2])
        try put("\(dated).jpg", program.server.picture(for: dated))
        try put(#require(program.server.day(named)?.picture?.file), program.server.picture(for: named))
        try put("\(wrong).jpg", Array(program.server.picture(for: wrong).dropLast(7)))
        let before = left
        let ended = try await program.run("import", folder)
        #expect(ended.code == 1, "\(ended)")
        #expect(ended.output.contains("The mirror took 2 pictures from"), "\(ended)")
        #expect(ended.output.contains("\(wrong).jpg: it is not the picture that NASA has for \(wrong)"), "\(ended)")
        for day in [dated, named, wrong] { #expect(try await picture(day) == program.server.picture(for: day)) }
        #expect(left == before)
        #expect(try await program.run("verify").code == 0)

        let again = try await program.run("import", folder, "--json")
        let told = try JSONSerialization.jsonObject(with: Data(again.output.utf8)) as? [String: Any]
        #expect(told?["held"] as? Int == 2)
        #expect((told?["left"] as? [String: String])?.keys.sorted() == ["\(wrong).jpg"])
    }

    @Test func `a program reads nothing but the answer, also of a repair`() async throws {
        try put("\(dates[0]).jpg", program.server.picture(for: dates[0]))
        func object(_ ended: Child.Ended) throws -> [String: Any]? {
            try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any]
        }
        let taken = try await program.run("import", folder, "--json")
        #expect(try object(taken)?["adopted"] as? [String: String] == [dates[0]: "\(dates[0]).jpg"], "\(taken)")
        let path = try #require(try await MirrorFiles(program).picture(of: dates[0])).path
        try FileManager.default.removeItem(atPath: "\(program.root)/\(path)")
        let healed = try await program.run("verify", "--repair", "--json")
        #expect(healed.code == 0 && healed.errors.contains("1 of 1 repaired."), "\(healed)")
        #expect(try object(healed) != nil, "\(healed.output)")
    }

    @Test func `a daemon imports for the command, and what is moved goes`() async throws {
        try put("\(dates[0]).jpg", program.server.picture(for: dates[0]))
        try put("mine.txt", Array("words".utf8))
        let daemon = try await RunningDaemon(
            program, adding: ["APOD_MIRROR_HISTORY": "1", "APOD_MIRROR_THUMBNAILS": "no"])
        let ended = try await program.run("import", folder, "--move")
        #expect(ended.code == 0, "\(ended)")
        #expect(ended.output.contains("took 1 picture from") && ended.output.contains("1 file moved"), "\(ended)")
        #expect(left == ["mine.txt"])
        #expect(try await picture(dates[0]) == program.server.picture(for: dates[0]))
        _ = daemon
    }

    @Test func `what cannot be imported is refused in one sentence`() async throws {
        for (words, said) in [
            (["import"], "import needs a folder with pictures."),
            (["import", folder, "--move", "--link"], "--move and --link exclude each other."),
            (["import", program.root], "lie in one another"),
            (["import", folder + "/none"], "is not there"),
        ] {
            let ended = try await program.start(words).end()
            #expect(ended.code == 64 && ended.errors.contains(said), "\(ended)")
        }
    }
}
