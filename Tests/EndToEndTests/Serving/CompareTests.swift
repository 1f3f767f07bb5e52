import Foundation
import SampleNASA
import Testing

/// Two mirrors of the same days, held against each other.
@Suite(.needsBinary) struct CompareTests {
    private static let days = 12

    /// A served mirror and a copy of it in a folder.
    private func pair() async throws -> (served: ServedMirror, copy: String) {
        let served = try await ServedMirror.fresh(Self.days)
        let copy = served.program.folder + "/copy"
        let made = try await served.program.tool("cp", ["--archive", served.program.root, copy])
        #expect(made.code == 0)
        return (served, copy)
    }

    private func compare(_ served: ServedMirror, _ words: String...) async throws -> Child.Ended {
        try await served.program.start(["compare"] + words).end()
    }

    @Test func `copies do not differ, in a folder and over HTTP`() async throws {
        let (served, copy) = try await pair()
        for other in [copy, served.origin, served.origin + "/planetary/apod/"] {
            let ended = try await compare(served, other)
            #expect(ended.code == 0 && ended.output == "\(Self.days) days compared: no difference.\n", "\(ended)")
        }
    }

    @Test func `each difference is told by its day`() async throws {
        let (served, copy) = try await pair()
        let other = try await ServedMirror(served.program, root: copy)
        let program = served.program
        func change(_ root: String, _ words: String...) async throws {
            let ended = try await program.start(words, adding: ["APOD_MIRROR_MIRROR": root]).end()
            #expect(ended.code == 0, "\(ended.errors)")
        }
        try await change(copy, "hide", ServedDays.ago(2))
        try await change(program.root, "hide", ServedDays.ago(3))
        program.server.repaint(ServedDays.ago(1), file: "Corrected.jpg")
        var corrected = try #require(program.server.day(ServedDays.ago(4)))
        corrected.explanation += " Indeed."
        program.server.update(corrected)
        try await change(copy, "sync")
        let expected = """
            \(ServedDays.ago(1))  other bytes
            \(ServedDays.ago(2))  missing there
            \(ServedDays.ago(3))  missing here
            \(ServedDays.ago(4))  other words
            \(Self.days) days compared: 1 missing there, 1 missing here, 1 other bytes, 1 other words.

            """
        for name in [copy, other.origin] {
            let ended = try await compare(served, name)
            #expect(ended.code == 1 && ended.output == expected, "\(ended)")
        }
        let told = try await compare(served, other.origin, "--json")
        let json = try #require(JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any])
        #expect(
            (json["days"] as? [[String: String]])?.first == ["date": ServedDays.ago(1), "difference": "other bytes"])
    }

    /// A peer could have this machine ask a door that is closed to the peer.
    @Test(.needs(tool: "python3")) func `a peer's redirects stay with the peer`() async throws {
        let served = try await ServedMirror.fresh(1)
        let peer = try await RedirectingPeer(to: served)
        defer { peer.end() }
        let ended = try await compare(served, peer.origin)
        #expect(ended.code == 69, "\(ended)")
        let isTold = ended.errors.contains("redirects to \(served.origin)/") && ended.errors.contains("not followed")
        #expect(isTold, "\(ended)")
    }

    @Test func `what is no mirror is told`() async throws {
        let served = try await ServedMirror.fresh(1)
        let nasa = try await compare(served, served.program.server.planetaryURL)
        #expect(nasa.code == 69 && nasa.errors.contains("is no mirror of apod-mirror"), "\(nasa)")
        #expect(try await compare(served, "http://127.0.0.1:9").code == 69)
        #expect(try await compare(served, "/nowhere").code == 73)
        #expect(try await compare(served).code == 64)
    }
}
