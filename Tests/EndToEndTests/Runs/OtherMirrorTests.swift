import Foundation
import SampleNASA
import Testing

/// Days that come from another mirror while NASA does not answer.
@Suite(.needsBinary) struct OtherMirrorTests {
    private static let days = 14

    private let served: ServedMirror
    private var program: Program { served.program }
    private let mirror: String

    init() async throws {
        served = try await ServedMirror.fresh(Self.days)
        mirror = served.program.folder + "/other mirror"
    }

    private func run(_ words: String...) async throws -> Child.Ended {
        try await program.start(words, adding: ["APOD_MIRROR_MIRROR": mirror]).end()
    }

    private func sum(of root: String) async throws -> String {
        try await program.start(["sum"], adding: ["APOD_MIRROR_MIRROR": root]).end().output
    }

    @Test func `a new mirror is filled from one over HTTP, and NASA says the same later`() async throws {
        program.server.setFault(.resets, for: .everything)
        let ended = try await run("sync", "--create", "--history", "\(Self.days)", "--from", served.origin)
        // What NASA has today is not known.
        #expect(ended.code == 69, "\(ended)")
        #expect(ended.output.contains("\(Self.days) days came from \(served.origin)."), "\(ended.output)")
        let until = ServedDays.ago(1)
        let json = try Data(
            contentsOf: URL(filePath: "\(mirror)/\(until.prefix(4))/\(until.prefix(7))/metadata/\(until).json"))
        let metadata = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect((metadata["mirror"] as? [String: Any])?["source"] as? String == served.origin)

        program.server.clearFaults()
        #expect(try await run("sync").code == 0)
        #expect(try await sum(of: mirror) == sum(of: program.root))
        #expect(try await run("status").output.contains("disputed") == false)
        #expect(try await run("verify").code == 0)
    }

    @Test(.needs(tool: "python3"))
    func `a mirror that leads to another server of this machine gives nothing`() async throws {
        let peer = try await RedirectingPeer(to: served)
        defer { peer.end() }
        program.server.setFault(.resets, for: .everything)
        let ended = try await run("sync", "--create", "--history", "\(Self.days)", "--from", peer.origin)
        #expect(ended.code == 69 && !ended.output.contains("came from"), "\(ended)")
        #expect(ended.errors.contains("redirects to \(served.origin)/"), "\(ended)")
    }

    @Test func `the daemon takes them for a command that asks it`() async throws {
        let copied = try await program.tool("cp", ["--archive", program.root, mirror])
        try #require(copied.code == 0)
        let daemon = try await RunningDaemon(program)
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(2)))
        program.server.setFault(.resets, for: .everything)
        try Data("spoiled".utf8).write(to: URL(filePath: "\(program.root)/\(picture.path)"))
        let healed = try await program.run("verify", "--repair", "--offline", "--from", mirror)
        #expect(healed.code == 0, "\(healed)")
        #expect(healed.output.contains("1 of 1 repaired."))
        #expect(try await MirrorFiles(program).files[picture.path]?.sha256 == picture.sha256)
        _ = daemon
    }

    /// - Parameter isWaiting: whether a sync asked NASA in vain before.
    @Test(arguments: [false, true])
    func `a picture that NASA does not have any more comes from a mirror that has it`(isWaiting: Bool) async throws {
        let copied = try await program.tool("cp", ["--archive", program.root, mirror])
        try #require(copied.code == 0)
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(2)))
        for place in [program.root, mirror] {
            try FileManager.default.removeItem(atPath: "\(place)/\(picture.path)")
        }
        program.server.setFault(.status(404), for: .media(ServedDays.ago(2)))
        if isWaiting { _ = try await program.run("sync") }
        let poor = try await program.run("verify", "--repair", "--from", mirror)
        #expect(poor.code == 1 && poor.output.contains("0 of 1 repaired."), "\(poor)")
        #expect(poor.output.contains("\(ServedDays.ago(2)): no mirror that was named has the very picture"), "\(poor)")
        try picture.bytes.write(to: URL(filePath: "\(mirror)/\(picture.path)"))
        let healed = try await program.run("verify", "--repair", "--from", mirror)
        #expect(healed.code == 0 && healed.output.contains("1 of 1 repaired."), "\(healed)")
        #expect(try await MirrorFiles(program).files[picture.path]?.sha256 == picture.sha256)
    }

    /// Two mirrors with the same false picture and the same false story are two witnesses.
    @Test(arguments: [false, true])
    func `what two liars agree on is unverified, and gives way to NASA's with the next sync`(isOffline: Bool)
        async throws
    {
        // The newest nine days are read again anyway.
        let (lost, halfLost, borrowed) = (ServedDays.ago(11), ServedDays.ago(12), ServedDays.ago(13))
        var liars: [String] = []
        for number in 1...2 {
            let liar = "\(mirror) \(number)"
            try #require(try await program.tool("cp", ["--archive", program.root, liar]).code == 0)
            try lie(about: lost, in: liar, picture: program.server.picture(for: ServedDays.ago(5)) + [0])
            // They do not agree on this picture, so that only its words are taken.
            try lie(about: halfLost, in: liar, picture: program.server.picture(for: ServedDays.ago(5 + number)))
            // This one is another day's, which came before.
            try lie(about: borrowed, in: liar, picture: program.server.picture(for: ServedDays.ago(4)))
            liars.append(liar)
        }
        let truth = try await MirrorFiles(program)
        try #require(try await program.tool("cp", ["--archive", program.root, mirror]).code == 0)
        for year in Set([ServedDays.ago(0), ServedDays.ago(Self.days)].map { $0.prefix(4) }) {
            try? FileManager.default.removeItem(atPath: "\(program.root)/\(year)")
        }
        program.server.setFault(.resets, for: .everything)
        let others = (liars + [mirror]).flatMap { ["--from", $0] }
        _ = try await program.start(["verify", "--repair"] + (isOffline ? ["--offline"] : []) + others).end()
        let believed = try await MirrorFiles(program)
        #expect(believed.picture(of: lost)?.sha256 != truth.picture(of: lost)?.sha256)
        #expect(believed.picture(of: halfLost) == nil && believed.picture(of: borrowed) == nil)
        #expect(believed.picture(of: ServedDays.ago(4))?.sha256 == truth.picture(of: ServedDays.ago(4))?.sha256)
        for (day, flag) in [
            (lost, "picture"), (halfLost, "pending"), (borrowed, "pending"), (ServedDays.ago(1), "picture"),
        ] {
            let mirror = believed.record(of: day)?.mirror ?? [:]
            #expect((mirror[flag] as? [String: Any])?["unverified"] as? Bool == true, "\(day): \(mirror)")
        }

        program.server.clearFaults()
        #expect(try await program.run("sync").code == 0)
        let checked = try await MirrorFiles(program)
        for day in program.server.dates {
            #expect(checked.picture(of: day)?.sha256 == truth.picture(of: day)?.sha256, "\(day)")
            #expect(checked.record(of: day)?.story == truth.record(of: day)?.story, "\(day)")
            #expect(checked.record(of: day)?.picture?["unverified"] == nil, "\(day)")
        }
        #expect(try await program.run("verify").code == 0)
        #expect(try await sum(of: program.root) == sum(of: mirror))
        #expect(try await program.run("status").output.contains("disputed") == false)
    }

    private func lie(about day: String, in place: String, picture: some Sequence<UInt8>) throws {
        let month = "\(place)/\(day.prefix(4))/\(day.prefix(7))"
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: month).first { $0.hasPrefix(day) })
        try FalseFile.put(
            "\(month)/\(name)", with: Array(picture), "\(month)/metadata/SHA256SUMS")
        let record = "\(month)/metadata/published/\(day).json"
        let text = try String(contentsOfFile: record, encoding: .utf8).replacing(
            "\"explanation\":\"", with: "\"explanation\":\"A lie of its own length. ")
        try FalseFile.put(record, with: Array(text.utf8), "\(month)/metadata/published/SHA256SUMS")
    }

    @Test func `what is no mirror, or this one, is refused before anything is done`() async throws {
        let own = try await program.run("verify", "--repair", "--from", program.root)
        #expect(own.code == 64 && own.errors.contains("is this mirror itself"), "\(own)")
        let none = try await program.run("verify", "--repair", "--from", "/nowhere")
        #expect(none.code == 73 && none.errors.contains("/nowhere"), "\(none)")
        let silent = try await program.run("verify", "--repair", "--offline", "--from", "http://127.0.0.1:9")
        #expect(silent.code == 0, "\(silent)")
    }
}
