import Foundation
import SampleNASA
import Testing

/// The daemon looks for damage by itself, once a month.
@Suite(.needsBinary, .timeLimit(.minutes(15))) struct CheckupTests {
    private func mirror() async throws -> Program {
        let program = try Program(ServedDays.last(6))
        #expect(try await program.run("sync", "--create", "--history", "6").code == 0)
        return program
    }

    /// As if the last look had ended then.
    private func writeEnd(_ program: Program, daysAgo: Int, next: String? = nil) throws {
        let ended = Date(timeIntervalSinceNow: Double(-daysAgo * 86_400)).ISO8601Format()
        let rest = next.map { ",\"next\":\"\($0)\"" } ?? ""
        try Data("{\"ended\":\"\(ended)\",\"damaged\":{}\(rest)}".utf8)
            .write(to: URL(filePath: program.root + "/.apod-mirror/verify.json"))
    }

    private func spoil(_ day: String, _ program: Program) async throws -> MirrorFiles.File {
        let picture = try #require(try await MirrorFiles(program).picture(of: day))
        try Data("spoiled".utf8).write(to: URL(filePath: program.root + "/" + picture.path))
        return picture
    }

    @Test func `a damaged picture is found after a month, and mended`() async throws {
        let program = try await mirror()
        let picture = try await spoil(ServedDays.ago(3), program)
        try writeEnd(program, daysAgo: 31)
        let daemon = try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "6"])
        try await eventually("the picture is whole again", every: .milliseconds(50)) {
            try await MirrorFiles(program).files[picture.path]?.sha256 == picture.sha256
        }
        try await eventually("the log tells") { daemon.child.errors.text.contains("Verified 6 days: all is well.") }
        let ended = await daemon.end()
        #expect(ended.code == 0)
        #expect(ended.errors.contains("\(ServedDays.ago(3)) was damaged, and is whole again."))
    }

    @Test func `what cannot be mended is told by status until it can`() async throws {
        let program = try await mirror()
        let picture = try await spoil(ServedDays.ago(3), program)
        program.server.setFault(.status(404), for: .media(ServedDays.ago(3)))
        try writeEnd(program, daysAgo: 31)
        let daemon = try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "6"])
        try await eventually("status tells") {
            let told = try await program.run("status")
            return told.code == 1 && told.output.contains(picture.name)
        }
        try await eventually("the log tells") { daemon.child.errors.text.contains("its sum differs") }
        let ended = await daemon.end()
        #expect(ended.code == 0)
        #expect(ended.errors.components(separatedBy: "its sum differs").count == 2, "told once")
        // Another start knows of it, and asks again.
        program.server.clearFaults()
        let again = try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "6"])
        try await eventually("all is well") { try await program.run("status").code == 0 }
        #expect(try await MirrorFiles(program).files[picture.path]?.sha256 == picture.sha256)
        #expect(await again.end().code == 0)
    }

    /// The server takes minutes to give the film once more.
    @Test func `what is found damaged is told before it is mended`() async throws {
        let program = try Program(ServedDays.last(6))
        let film = Video(file: "film.mp4", folder: "sample", width: 1280, height: 720, bytes: 5_000_000)
        let poster = try #require(program.server.day(ServedDays.ago(3))?.picture)
        program.server.show(.video(film, poster: poster), on: ServedDays.ago(3))
        #expect(try await program.run("sync", "--create", "--history", "6").code == 0)
        let picture = try await spoil(ServedDays.ago(3), program)
        program.server.setFault(.slow(bytesPerSecond: 20_000), for: .media(ServedDays.ago(3)))
        try writeEnd(program, daysAgo: 31)
        let daemon = try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "6"])
        try await eventually("status tells") {
            let told = try await program.run("status")
            return told.code == 1 && told.output.contains(picture.name)
        }
        #expect(try await MirrorFiles(program).files[picture.path]?.sha256 != picture.sha256)
        #expect(await daemon.end().code == 0)
    }

    @Test func `a month that is not over, and a setting, keep it from looking`() async throws {
        for (daysAgo, setting) in [(29, "monthly"), (100, "off")] {
            let program = try await mirror()
            let picture = try await spoil(ServedDays.ago(3), program)
            try writeEnd(program, daysAgo: daysAgo)
            let daemon = try await RunningDaemon(
                program, adding: ["APOD_MIRROR_HISTORY": "6", "APOD_MIRROR_VERIFY": setting])
            try await Task.sleep(for: .seconds(3))
            #expect(try await MirrorFiles(program).files[picture.path]?.bytes == Data("spoiled".utf8))
            #expect(await daemon.end().code == 0)
        }
    }

    @Test func `one that was cut short goes on where it was`() async throws {
        let program = try await mirror()
        let newer = try await spoil(ServedDays.ago(1), program)
        let older = try await spoil(ServedDays.ago(4), program)
        try writeEnd(program, daysAgo: 1, next: ServedDays.ago(3))
        let daemon = try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "6"])
        try await eventually("the older one is whole again", every: .milliseconds(50)) {
            try await MirrorFiles(program).files[older.path]?.sha256 == older.sha256
        }
        try await eventually("it ended") { daemon.child.errors.text.contains("Verified") }
        // It was looked at before the stop, when it was whole.
        #expect(try await MirrorFiles(program).files[newer.path]?.bytes == Data("spoiled".utf8))
        #expect(await daemon.end().code == 0)
    }
}
