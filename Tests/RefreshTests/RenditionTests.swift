import SampleNASA
import Testing

@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport
@testable import Settings

@Suite("Renditions, videos and what stands in")
struct RenditionTests {
    private static let days = "2026-11-18"..."2026-11-22"
    private static let date = "2026-11-20"

    private func media(_ mirror: MirrorUnderTest, _ date: String) -> [SampleNASA.Request] {
        mirror.mediaRequests.filter { $0.path.contains("_26\(date.dropFirst(5).filter { $0 != "-" })") }
    }

    @Test func `a wanted width is asked of the image server`() async throws {
        let mirror = try MirrorUnderTest("2026-11-21"..."2026-11-22")
        for (date, width) in [("2026-11-21", 2_600), ("2026-11-22", 5_000)] {
            var day = try #require(mirror.nasa.day(date))
            var picture = try #require(day.picture)
            (picture.width, picture.height) = (width, 40)
            day.picture = picture
            mirror.nasa.update(day)
        }
        mirror.settings.size = .wide1920
        try await mirror.sync()
        for date in mirror.nasa.dates {
            let picture = try #require(mirror.metadata(date)?.mirror.picture)
            #expect(picture.kind == .rendition)
            #expect(picture.width == 1_920)
            #expect(mirror.picture(date)?.count == Int(picture.bytes))
            #expect(media(mirror, date).allSatisfy { $0.path.contains("w=1920") })
        }
        try mirror.expectSoundTree()

        // Another width is another rendition of the same upload: no accident at NASA's.
        mirror.settings.size = .wide3840
        mirror.nasa.clearRequests()
        let outcome = try await mirror.sync()
        #expect(outcome.summary.disputed.isEmpty)
        #expect(outcome.summary.replaced == 2)
        for date in mirror.nasa.dates {
            let width = try #require(mirror.nasa.day(date)?.picture?.width)
            #expect(mirror.metadata(date)?.mirror.picture?.width == min(width, 3_840))
        }
        try mirror.expectSoundTree()
        mirror.settings.size = .original
        mirror.clock.advance(days: 1)
        try await mirror.sync()
        for date in mirror.nasa.dates { try mirror.expectWhole(date) }
        try mirror.expectSoundTree()
    }

    @Test func `an original is asked for first and a rendition stands in`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        mirror.nasa.setFault(.status(404), for: .upload(Self.date))
        try await mirror.sync()
        // Once more at the end of the pass: it may have been refused by accident.
        #expect(media(mirror, Self.date).map(\.status) == [404, 200, 404, 200])
        #expect(media(mirror, Self.date)[0].path.hasPrefix("/content/dam/"))
        #expect(media(mirror, Self.date)[1].path.hasPrefix("/dynamicimage/"))
        #expect(mirror.metadata(Self.date)?.mirror.picture?.kind == .rendition)
        try mirror.expectSoundTree()

        // After a day its original is still not there.
        mirror.nasa.clearRequests()
        mirror.clock.advance(days: 1)
        try await mirror.sync()
        #expect(media(mirror, Self.date).map(\.status) == [404, 304])
        #expect(mirror.metadata(Self.date)?.mirror.picture?.kind == .rendition)
        mirror.nasa.clearRequests()
        mirror.clock.advance(days: 1)
        try await mirror.sync()
        #expect(media(mirror, Self.date).map(\.status) == [404, 304])

        // After a week it is, and the rendition is no former version to keep.
        mirror.nasa.clearFaults()
        mirror.clock.advance(days: 5)
        let outcome = try await mirror.sync()
        #expect(outcome.stored == [Self.date])
        #expect(mirror.metadata(Self.date)?.mirror.picture?.kind == .original)
        try mirror.expectWhole(Self.date)
        #expect(mirror.superseded(Self.date) == [])
        try mirror.expectSoundTree()
    }

    @Test func `the rotation too brings the original of an old day, once a day`() async throws {
        let mirror = try MirrorUnderTest("2026-11-10"..."2026-11-22")
        let date = "2026-11-12"
        mirror.nasa.setFault(.status(404), for: .upload(date))
        try await mirror.sync()
        for day in 1...10 {
            mirror.nasa.clearRequests()
            mirror.clock.advance(days: 1)
            try await mirror.sync()
            #expect(media(mirror, date).map(\.status) == [404, 304], "day \(day)")
            try await mirror.sync()
            #expect(media(mirror, date).count == 2, "day \(day)")
        }
        #expect(mirror.metadata(date)?.mirror.picture?.kind == .rendition)
        mirror.nasa.clearFaults()
        mirror.clock.advance(days: 1)
        try await mirror.sync()
        try mirror.expectWhole(date)
        try mirror.expectSoundTree()
    }

    @Test func `videos become pages where the owner wants pages`() async throws {
        let mirror = try MirrorUnderTest("2026-11-02"..."2026-11-09")
        mirror.settings.video = .page
        try await mirror.sync()
        #expect(mirror.files("2026-11-07").first?.hasSuffix(".html") == true)
        let page = String(decoding: mirror.picture("2026-11-07") ?? [], as: UTF8.self)
        #expect(page.contains("data:image/jpeg;base64,"))
        #expect(page.contains(".mp4\" rel=\"noreferrer\">"))
        #expect(!mirror.mediaRequests.contains { $0.path.hasSuffix(".mp4") })
        try mirror.expectSoundTree()

        // Whoever wants the file later gets it, and whoever has it keeps it.
        mirror.settings.video = .download
        mirror.clock.advance(days: 1)
        try await mirror.sync()
        try mirror.expectWhole("2026-11-07")
        try mirror.expectSoundTree()
        mirror.settings.video = .page
        let outcome = try await mirror.sync()
        #expect(outcome.summary.disputed.isEmpty)
        try mirror.expectWhole("2026-11-07")
    }

    @Test func `a video above the limit gets a page and is not fetched with every pass`() async throws {
        let mirror = try MirrorUnderTest("2026-11-02"..."2026-11-09")
        mirror.settings.maximumVideoBytes = 1_000
        try await mirror.sync()
        #expect(mirror.metadata("2026-11-07")?.mirror.picture?.kind == .page)
        try mirror.expectSoundTree()
        let before = mirror.tree
        for _ in 0..<2 {
            mirror.nasa.clearRequests()
            let outcome = try await mirror.sync()
            #expect(outcome.summary.stored == 0)
            #expect(mirror.mediaRequests == [])
        }
        #expect(mirror.tree == before)
        mirror.settings.maximumVideoBytes = 10_000
        mirror.clock.advance(days: 1)
        try await mirror.sync()
        try mirror.expectWhole("2026-11-07")
        try mirror.expectSoundTree()
    }

    @Test func `a page's poster that goes away leaves the page as it is`() async throws {
        let mirror = try MirrorUnderTest("2026-11-02"..."2026-11-09")
        mirror.settings.video = .page
        try await mirror.sync()
        let before = mirror.picture("2026-11-07")
        mirror.nasa.setFault(.placeholder, for: .entries)
        let outcome = try await mirror.sync()
        #expect(outcome.summary.corrected == 0)
        #expect(mirror.picture("2026-11-07") == before)
    }
}
