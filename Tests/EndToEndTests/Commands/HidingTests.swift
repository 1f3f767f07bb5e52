import Foundation
import SampleNASA
import Testing

@Suite(.needsBinary) struct HidingTests {
    private func mirror() async throws -> Program {
        let program = try Program(ServedDays.last(5))
        #expect(try await program.run("sync", "--create", "--history", "5").code == 0)
        return program
    }

    @Test func `a hidden picture goes, its story stays, and no sync brings it back`() async throws {
        let program = try await mirror()
        let day = ServedDays.ago(2)
        let hidden = try await program.run("hide", day)
        #expect(hidden.code == 0)
        #expect(hidden.output.contains("apod-mirror unhide \(day)"))
        program.server.clearRequests()
        for words in [["sync"], ["sync", "--since", day, "--until", day]] {
            #expect(try await program.start(words).end().code == 0)
        }
        let files = try await MirrorFiles(program)
        #expect(files.picture(of: day) == nil)
        #expect(files.record(of: day)?.state == "hidden")
        #expect(files.record(of: day)?.title.isEmpty == false)
        #expect(!program.server.requests.contains { $0.path.hasPrefix("/content/") })
        #expect(try await program.run("verify").code == 0)
        #expect(try await program.run("show", day).output.contains("apod-mirror unhide \(day)"))
    }

    @Test func `a file of the owner's own beside it neither goes nor brings it back`() async throws {
        let program = try await mirror()
        let day = ServedDays.ago(2)
        let picture = try #require(try await MirrorFiles(program).picture(of: day))
        let own = "\(picture.folder)/\(day) cropped by hand.jpg"
        try Data("mine".utf8).write(to: URL(filePath: program.root + "/" + own))
        #expect(try await program.run("hide", day).code == 0)
        #expect(try await program.run("sync").code == 0)
        let files = try await MirrorFiles(program)
        #expect(files.record(of: day)?.state == "hidden")
        #expect(files.visible.filter { $0.day == day }.map(\.path) == [own])
    }

    @Test func `Today never stands for a hidden picture`() async throws {
        let program = try await mirror()
        #expect(try await program.run("hide", "today").code == 0)
        let today = try await MirrorFiles(program).files["Today.json"].flatMap { DayRecord($0.bytes) }
        #expect(today?.date != ServedDays.today)
    }

    @Test func `unhide and a sync bring it back as it was`() async throws {
        let program = try await mirror()
        let day = ServedDays.ago(2)
        let before = try await MirrorFiles(program).picture(of: day)
        _ = try await program.run("hide", day)
        let unhidden = try await program.run("unhide", day)
        #expect(unhidden.code == 0)
        #expect(unhidden.output.contains("next sync"))
        #expect(try await program.run("sync").code == 0)
        let after = try await MirrorFiles(program).picture(of: day)
        #expect(after?.path == before?.path)
        #expect(after?.sha256 == before?.sha256)
    }

    @Test func `hiding what is not there, or unhiding what is not hidden, is told`() async throws {
        let program = try await mirror()
        let hide = try await program.run("hide", ServedDays.ago(20))
        #expect(hide.code == 1)
        #expect(hide.errors.contains("\(ServedDays.ago(20)) is not in the mirror"))
        let unhide = try await program.run("unhide", ServedDays.ago(2))
        #expect(unhide.code == 1)
        #expect(unhide.errors.contains("\(ServedDays.ago(2)) is not hidden"))
    }

    @Test func `a day that is not there keeps no other from being hidden`() async throws {
        let program = try await mirror()
        let (first, absent, last) = (ServedDays.ago(1), ServedDays.ago(20), ServedDays.ago(3))
        let hide = try await program.run("hide", first, absent, last)
        #expect(hide.code == 1)
        #expect(hide.output.split(separator: "\n").map { String($0.prefix(10)) } == [first, last])
        #expect(hide.errors.contains("\(absent) is not in the mirror"))
        #expect(hide.errors.split(separator: "\n").count == 1)
        let left = try await MirrorFiles(program).visible.map(\.day)
        #expect(Set(left) == [ServedDays.ago(4), ServedDays.ago(2), ServedDays.today])
        let unhide = try await program.run("unhide", first, ServedDays.ago(2), last)
        #expect(unhide.code == 1)
        #expect(try await program.run("sync").code == 0)
        #expect(try await MirrorFiles(program).visible.count == 5)
    }

    @Test func `a deleted picture comes back, and the sync says how to keep it away`() async throws {
        let program = try await mirror()
        let files = try await MirrorFiles(program)
        let picture = try #require(files.picture(of: ServedDays.ago(3)))
        _ = try await program.tool("rm", [program.root + "/" + picture.path])
        let ended = try await program.run("sync")
        #expect(ended.code == 0)
        #expect((ended.output + ended.errors).contains("apod-mirror hide \(ServedDays.ago(3))"))
        #expect(try await MirrorFiles(program).picture(of: ServedDays.ago(3))?.sha256 == picture.sha256)
    }
}
