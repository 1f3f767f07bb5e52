import Foundation
import SampleNASA
import TestSupport
import Testing

/// A small machine is enough, however much is mirrored.
@Suite(.needsBinary, .needsCrashLibrary, .serialized) struct MemoryTests {
    private static let megabyte = 1_000

    @Test(.needsRelease)
    func `a thousand days take no more memory than a few hundred, and under 40 MB`() async throws {
        let few = try await peak(ServedDays.last(250, .fixed(350_000)), ["--history", "250"])
        let many = try await peak(ServedDays.last(1_000, .fixed(350_000)), ["--history", "1000"])
        print("peak memory: 250 days \(few) kB, 1,000 days \(many) kB")
        #expect(many < 40 * Self.megabyte)
        #expect(many < few + 10 * Self.megabyte)
    }

    @Test(.needsRelease)
    func `a video of 300 MB takes no more memory than a picture`() async throws {
        let arguments = ["--history", "1", "--max-video-bytes", "400 MB"]
        let small = try await peak(ServedDays.last(1), arguments)
        let large = try await peak(ServedDays.last(1), arguments) { server in
            let film = Video(file: "film.mp4", folder: "sample", width: 1280, height: 720, bytes: 300_000_000)
            guard let poster = server.day(ServedDays.today)?.picture else { return }
            server.show(.video(film, poster: poster), on: ServedDays.today)
        }
        print("peak memory: a picture \(small) kB, a video of 300 MB \(large) kB")
        #expect(large < 40 * Self.megabyte)
        #expect(large < small + 10 * Self.megabyte)
    }

    /// Each bomb is one source's in turn, and both sources' with `Tests/run --long`.
    private static let bombs: [(Fault.Bomb, String)] = Fault.Bomb.allCases.enumerated().flatMap { place, bomb in
        let sources = ["apod-basic", "planetary-apod"]
        return (Abilities.isLong ? sources : [sources[place % 2]]).map { (bomb, $0) }
    }

    /// Lists of a million records, pages without end: whatever a server sends instead of days.
    @Test(arguments: bombs) func `no answer takes more than 64 MB`(bomb: Fault.Bomb, source: String) async throws {
        let program = try Program(SampleNASA.Options(first: "2026-10-21", last: "2026-11-20", pictureSize: .small))
        let base = source == "apod-basic" ? program.server.apodBasicURL : program.server.planetaryURL
        let sync = ["sync", "--source", "\(source)=\(base)", "--since", "2026-10-27", "--until", "2026-11-20"]
        let plain = try await program.measure(sync + ["--create"]).memory
        try FileManager.default.removeItem(atPath: program.root)
        program.server.setFault(.bomb(bomb), for: .entries)
        let bombed = try await program.measure(sync + ["--create"], endingWith: [0, 1, 69]).memory
        print("peak memory: \(source), a bomb of \(bomb) \(bombed) kB, plain \(plain) kB")
        #expect(bombed < plain + 64 * Self.megabyte)
    }

    /// The most memory, in kilobytes, that a first sync ever held.
    private func peak(
        _ options: SampleNASA.Options, _ arguments: [String], prepare: (SampleNASA) -> Void = { _ in }
    ) async throws -> Int {
        let program = try Program(options)
        prepare(program.server)
        let memory = try await program.measure(["sync", "--create"] + arguments).memory
        #expect(try FileManager.default.contentsOfDirectory(atPath: program.root + "/.apod-mirror/incoming") == [])
        return memory
    }
}
