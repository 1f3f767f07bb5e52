import Foundation
import Glibc
import SampleNASA
import Testing

/// A person presses Ctrl-C, the system shuts down: what has come stays, and the next sync goes on from there.
@Suite(.needsBinary, .serialized, .timeLimit(.minutes(15))) struct InterruptionTests {
    private static let size = 190_000_000

    /// A mirror of one day, whose video takes its time.
    private func program(_ fault: Fault, size: Int = size) throws -> Program {
        let program = try Program(ServedDays.last(1))
        let film = Video(file: "film.mp4", folder: "sample", width: 1280, height: 720, bytes: size)
        let poster = try #require(program.server.day(ServedDays.today)?.picture)
        program.server.show(.video(film, poster: poster), on: ServedDays.today)
        program.server.setFault(fault, for: .media(ServedDays.today))
        return program
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a signal in the middle of a large video keeps what has come`(signal: CInt) async throws {
        try await interrupt(try program(.slow(bytesPerSecond: 2_500_000)), signal, after: 2_000_000)
    }

    @Test func `a sync that was started to outlive its terminal does`() async throws {
        let gate = Gate()
        let program = try program(.gated(gate), size: 3_000_000)
        let part = "\(program.root)/.apod-mirror/incoming/\(ServedDays.today).part"
        // As a shell would run it: nohup becomes the program, and one number is theirs all along.
        let words = ["nohup", Program.binary, "sync", "--create", "--history", "1"]
        let child = try Child("/usr/bin/env", words, environment: program.environment)
        try await eventually("a part on the disk") {
            (try? FileManager.default.attributesOfItem(atPath: part)[.size] as? Int) ?? 0 > 0
        }
        child.send(SIGHUP)
        gate.open()
        let ended = await child.end()
        #expect(ended.code == 0)
        #expect(!ended.errors.contains("Stopped"))
        let film = Data(program.server.video(for: ServedDays.today))
        #expect(try await MirrorFiles(program).picture(of: ServedDays.today)?.bytes == film)
    }

    @Test func `Ctrl-C while the server is silent keeps what has come`() async throws {
        try await interrupt(try program(.stalled(seconds: 100)), SIGINT, after: Self.size / 2)
    }

    private func interrupt(_ program: Program, _ signal: CInt, after bytes: Int) async throws {
        let part = URL(filePath: "\(program.root)/.apod-mirror/incoming/\(ServedDays.today).part")
        let child = try program.start(["sync", "--create", "--history", "1"])
        try await eventually("\(bytes) bytes on the disk") {
            (try? FileManager.default.attributesOfItem(atPath: part.path)[.size] as? Int) ?? 0 >= bytes
        }
        child.send(signal)
        let ended = await child.end()
        #expect(ended.code == 130)
        #expect(ended.errors == "Stopped. What is stored stays, and the next sync goes on from here.\n")
        #expect(try await MirrorFiles(program).visible.isEmpty)
        let kept = try Data(contentsOf: part)
        let film = Data(program.server.video(for: ServedDays.today))
        #expect(kept.count >= bytes)
        #expect(kept.count < Self.size)
        #expect(film.starts(with: kept))

        program.server.clearFaults()
        program.server.clearRequests()
        #expect(try await program.run("sync").code == 0)
        let asked = program.server.requests.filter { $0.path.hasSuffix("film.mp4") }
        #expect(asked.map(\.range) == ["bytes=\(kept.count)-"])
        #expect(asked.map(\.status) == [206])
        #expect(asked.map(\.bodyBytesSent) == [Self.size - kept.count])
        #expect(try await MirrorFiles(program).picture(of: ServedDays.today)?.bytes == film)
    }
}
