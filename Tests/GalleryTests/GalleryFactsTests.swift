import Days
import TestSupport
import Testing

@testable import Archive
@testable import Gallery
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Settings

@Suite("What the gallery's pages are made of") struct GalleryFactsTests {
    @Test func `NASA's answer is told only when the newest picture is old`() async throws {
        let mirror = try TestMirror()
        let archive = try await mirror.open()
        let today = Timestamp.now.day
        _ = try await archive.store(mirror.fetched(today.advanced(by: -5), "Old", photo("old")))
        var report = PassReport()
        report.stopped = PassEnd(.unreachable, "Closed.", exitCode: .unavailable)
        try await archive.save(report)
        #expect(await archive.galleryFacts().lastAnswer == "Closed.")
        _ = try await archive.store(mirror.fetched(today, "Today", photo("today")))
        #expect(await archive.galleryFacts().lastAnswer == nil)
    }
}
