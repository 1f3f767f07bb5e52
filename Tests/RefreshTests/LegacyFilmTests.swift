import SampleNASA
import Testing

@testable import MirrorTree
@testable import RefreshTestSupport

/// Eleven days of the legacy API are images by their type, with a film as `hdurl` and a picture as `url`.
@Suite("Image days whose original is a film")
struct LegacyFilmTests {
    private static let date = "2026-11-19"

    private func mirror() throws -> MirrorUnderTest {
        let mirror = try MirrorUnderTest("2026-11-17"..."2026-11-20", .legacy)
        var day = try #require(mirror.nasa.day(Self.date))
        var picture = try #require(day.picture)
        (picture.format, picture.file) = (.jpeg, "film.mov")
        (picture.width, picture.height) = (64, 48)
        day.media = .picture(picture)
        day.addresses = .init(
            url: "https://apod.nasa.gov/apod/image/2611/still.jpg",
            hdurl: "https://apod.nasa.gov/apod/image/2611/film.mov")
        mirror.nasa.update(day)
        return mirror
    }

    @Test func `where the film is gone the picture stands in, and makes room for the film once that is back`()
        async throws
    {
        let mirror = try mirror()
        mirror.nasa.setFault(.status(404), for: .upload(Self.date))
        let outcome = try await mirror.sync()
        #expect(outcome.pending == [])
        let stored = try #require(mirror.metadata(Self.date)?.mirror.picture)
        #expect(stored.kind == .rendition)
        #expect(stored.url?.hasSuffix("/still.jpg") == true)
        #expect(mirror.files(Self.date).first?.hasSuffix(".jpg") == true)
        try mirror.expectSoundTree()
        let before = mirror.tree
        try await mirror.sync()
        #expect(mirror.changedFiles(since: before) == [])

        mirror.nasa.clearFaults()
        mirror.clock.advance(days: 1)
        #expect(try await mirror.sync().stored == [Self.date])
        #expect(mirror.files(Self.date).first?.hasSuffix(".mp4") == true)
        try mirror.expectSoundTree()
    }

    @Test func `a film whose server is gone has a page after eight hours, and takes its place when it comes back`()
        async throws
    {
        let mirror = try MirrorUnderTest("2026-11-02"..."2026-11-09", .legacy)
        let date = "2026-11-07"
        var day = try #require(mirror.nasa.day(date))
        day.hidesFilm = false
        mirror.nasa.update(day)
        mirror.nasa.setFault(.status(404), for: .media(date))
        try await mirror.sync()
        mirror.expectPending(date, "404")
        for _ in 0..<6 where mirror.files(date) == [] {
            mirror.clock.advance(hours: 10)
            try await mirror.sync()
        }
        let page = try #require(mirror.metadata(date)?.mirror.picture)
        #expect(page.kind == .page)
        #expect(page.url?.hasSuffix(".mp4") == true)
        #expect(mirror.files(date).first?.hasSuffix(".html") == true)
        try mirror.expectSoundTree()

        mirror.nasa.clearFaults()
        mirror.clock.advance(days: 1)
        try await mirror.sync()
        try mirror.expectWhole(date)
        try mirror.expectSoundTree()
    }
}
