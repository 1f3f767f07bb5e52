import Foundation
import Testing

/// A library that takes the decoder's place tries everything that a decoder might be made to do.
@Suite(.needsThumbnailer) struct ThumbnailCageTests {
    static let library = ProcessInfo.processInfo.environment["APOD_CAGED_LIBRARY"]

    @Test(.needsCagedLibrary, .needsPictureSamples)
    func `from inside the cage there is no socket, no program and no file`() async throws {
        let samples = try await PictureSamples("make")
        let worker = try ThumbnailWorker(adding: ["LD_PRELOAD": Self.library ?? ""])
        #expect(try worker.ask(samples.open("plain.jpg"), "320", files: 1).line == "made 320x240")
        let attempts = try worker.complaints.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(attempts.count == 34)
        for attempt in attempts { #expect(attempt.last == "\(EPERM)", "\(attempt)") }
        let names = Set(attempts.compactMap(\.first))
        #expect(names.isSuperset(of: ["socket", "connect", "execve", "fork", "open-to-write", "open-to-read"]))
        #expect(worker.end() == 0)
    }

    @Test func `it has given up everything before a job comes`() async throws {
        let worker = try ThumbnailWorker()
        // With the first job it gets its time.
        #expect(try worker.ask([1, 2, 3], [320]).line == "bad no known picture format")
        let status = try String(contentsOfFile: "/proc/\(worker.process)/status", encoding: .utf8)
        for fact in [#/NoNewPrivs:\s+1/#, #/Seccomp:\s+2/#, #/Threads:\s+1\n/#] { #expect(status.contains(fact)) }
        let limits = try String(contentsOfFile: "/proc/\(worker.process)/limits", encoding: .utf8)
        for fact in [
            #/Max data size\s+276000000\s+276000000/#, #/Max file size\s+24000000\s+24000000/#,
            #/Max core file size\s+0\s+0/#, #/Max processes\s+0\s+0/#, #/Max open files\s+32\s+32/#,
            #/Max cpu time\s+[6-9]\s+86400/#,
        ] {
            #expect(limits.contains(fact), "\(limits)")
        }
        #expect(worker.end() == 0)
    }
}

extension Trait where Self == ConditionTrait {
    static var needsCagedLibrary: Self {
        .enabled(
            if: ThumbnailCageTests.library.map { FileManager.default.fileExists(atPath: $0) } ?? false,
            "needs the library that tries to break out: run Tests/run, or name it in APOD_CAGED_LIBRARY")
    }
}
