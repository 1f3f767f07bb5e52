import Days
import Folder
import TestSupport
import Testing

@testable import Archive
@testable import GalleryReading
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Pages

@Suite("What the pages read from a tree")
struct GalleryReadingTests {
    let mirror: TestMirror
    let archive: Archive

    init() async throws {
        mirror = try TestMirror()
        archive = try await mirror.open()
    }

    private func store(_ date: String, _ title: String = "Title") async throws {
        _ = try await archive.store(mirror.fetched(Day.of(date), title, photo(date)))
    }

    private func reader() async throws -> GalleryReader {
        let listing = try await archive.list()
        let web = StoryWeb(archive.tree.stories(in: listing.months, listing))
        return GalleryReader(tree: archive.tree, listing: listing, web: web)
    }

    private func favorite(_ date: String, added: Int = 0, _ links: FilePath...) -> Favorite {
        Favorite(date: Day.of(date), title: nil, added: Timestamp(seconds: Int64(added)), links: Set(links))
    }

    private func content(_ bytes: [UInt8]) async throws -> GalleryDay.Content? {
        _ = try await archive.store(mirror.fetched(day, "Title", bytes))
        return try await reader().days([day]).first?.content
    }

    @Test func `a picture is one by its name, and browsers know most of them`() async throws {
        let jpeg = photo("x")
        #expect(
            try await content(jpeg)
                == .picture(
                    GalleryPicture(
                        file: "2026-11-20 Title.jpg", width: 640, height: 480, bytes: Int64(jpeg.count),
                        isForBrowsers: true)))
        guard case .picture(let tiff) = try await content(Specimen.tiffs[0].bytes) else {
            Issue.record("a TIFF is a picture")
            return
        }
        #expect(!tiff.isForBrowsers)
        #expect(tiff.file == "2026-11-20 Title.tif")
    }

    @Test func `exponents of a story are raised on its pages, and links hold theirs`() async throws {
        try await store("2026-11-20")
        var metadata = try #require(try archive.tree.metadata(day))
        metadata.explanation = "H2O, 10^12 stars, 2^-3 on the 20th."
        metadata.mirror.explanationHTML =
            "H<sub>2</sub>O, <a href=\"https://x/\">10<sup>12</sup> stars</a>, 2<sup>-3</sup> on the 20<sup>th</sup>."
        let story = Story(metadata) { _ in false }
        let shown = GalleryDay(day: day, title: "Title", story: story, content: .page(file: "x.html"))
        let page = MonthPage(month: "2026-11", days: [shown], previous: nil, next: nil).bytes
        #expect(
            String(decoding: page, as: UTF8.self).contains(
                """
                <p class="story" dir="auto">H<sub>2</sub>O, \
                <a class="out" href="https://x/" rel="noopener noreferrer">10<sup>12</sup> stars</a>, \
                2<sup>-3</sup> on the 20<sup>th</sup>.</p>
                """))
        // Position and length, as the script counts them, and 1 for what is raised.
        let script = String(decoding: YearScript(year: "2026", days: [shown]).bytes, as: UTF8.self)
        #expect(script.contains(#""x":"H2O, 10^12 stars, 2^-3 on the 20th.""#), "\(script)")
        #expect(script.contains(#""q":[[1,1,0],[7,3,1],[19,3,1],[32,2,1]]"#), "\(script)")
    }

    @Test func `a video is one, and a page leads elsewhere`() async throws {
        #expect(try await content(Specimen.videos[0].bytes) == .video(file: "2026-11-20 Title.mp4"))
        let other = day.advanced(by: -1)
        _ = try await archive.store(mirror.page(other, "Elsewhere", ascii("<html>")))
        #expect(try await reader().days([other]).first?.content == .page(file: "2026-11-19 Elsewhere.html"))
    }

    @Test func `what is still to come says why, and what was deleted by hand is still to come`() async throws {
        _ = try await archive.store(mirror.pending(day, "Soon"))
        let waiting = Waiting("not there", again: (TestMirror.now + 60).day)
        #expect(try await reader().days([day]).first?.content == .pending(waiting))
        try await store("2026-11-19")
        try mirror.remove("2026/2026-11/2026-11-19 Title.jpg")
        #expect(try await reader().days([Day.of("2026-11-19")]).first?.content == .pending(Waiting("to be fetched")))
    }

    @Test func `a hidden day is not shown`() async throws {
        try await store("2026-11-20")
        try await archive.hide(day)
        #expect(try await reader().days([day]).isEmpty)
    }

    private func told(_ favorites: DayMap<Favorite>) async throws -> ToldFavorites {
        try await ToldFavorites(reader().script(of: favorites))
    }

    @Test func `a day tells of a thumbnail that is there`() async throws {
        try await store("2026-11-20")
        try mirror.write([1], to: ".apod-mirror/thumbnails/2026/2026-11-20.320.jpg")
        let shown = try #require(try await reader().days(of: "2026").first)
        #expect(shown.thumbnails == [.small])
        #expect(try await reader().days([day]) == [shown])
    }

    @Test func `the script of favorites tells their albums, also of a day that is not here`() async throws {
        try await store("2026-11-20")
        try await store("2026-11-18")
        let favorites: DayMap = [
            day: favorite("2026-11-20", added: 3, "a.jpg", "Galaxies/Near/b.jpg", "Dust/b.jpg"),
            Day.of("1999-01-02"): favorite("1999-01-02", added: 2, "Dust/1999-01-02.jpg"),
            Day.of("2026-11-18"): favorite("2026-11-18", added: 1, "c.jpg"),
        ]
        let told = try await told(favorites)
        #expect(
            told.albums == ["2026-11-20": ["Galaxies/Near", "Dust"], "1999-01-02": ["Dust"], "2026-11-18": []])
        #expect(told.newest == ["2026-11-20", "2026-11-18"])
        #expect(try await self.told([:]).albums.isEmpty)
    }

    /// Three thousand favorites of thirty years, of which many lie in albums, are no more to read than one small picture.
    @Test func `the script of three thousand favorites is small`() async throws {
        var favorites: DayMap<Favorite> = [:]
        for number in 0..<3_000 {
            let day = Day.first.advanced(by: number * 11_300 / 3_000)
            let album: FilePath = number.isMultiple(of: 3) ? "Nebulae and Dust/\(day).jpg" : "\(day).jpg"
            favorites[day] = favorite("\(day)", added: number, album)
            if number >= 2_970 { try await store("\(day)", "A Title as Long as Most Titles of NASA's Are") }
        }
        let script = try await reader().script(of: favorites)
        #expect(try ToldFavorites(script).newest.count == 24)
        #expect(script.count < 25_000)
    }

    @Test func `of many favorites the script has those that were added last`() async throws {
        var favorites: DayMap<Favorite> = [:]
        for number in 1...30 {
            let date = "2026-10-\(number < 10 ? "0" : "")\(number)"
            try await store(date)
            // Five at a time; of those the later days come first.
            favorites[Day.of(date)] = favorite(date, added: number * 7 % 30 / 5, "\(date).jpg")
        }
        let all = favorites.values.sorted { ($0.added, $0.date) > ($1.added, $1.date) }.map(\.date)
        #expect(try await told(favorites).newest == all.prefix(24).map(\.description))
    }

    @Test func `the overview has the newest days and this day in former years`() async throws {
        let dates = [
            "2024-11-20", "2025-11-20", "2025-12-31", "2026-11-11", "2026-11-12", "2026-11-13", "2026-11-14",
            "2026-11-15", "2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20",
        ]
        for date in dates { try await store(date) }
        let overview = try await reader().overview(lastAnswer: "It is closed.")
        #expect(overview.newest.map { "\($0.day)" } == Array(dates.suffix(8).reversed()))
        #expect(overview.onThisDay.map { "\($0.day)" } == ["2025-11-20", "2024-11-20"])
        #expect(overview.lastAnswer == "It is closed.")
        #expect(overview.years.map(\.year) == ["2026", "2025", "2024"])
        #expect(overview.years.map(\.count) == [10, 2, 1])
        #expect(overview.years[1].months.map(\.name) == ["2025-12", "2025-11"])
        #expect(overview.years[1].months[0].cover == "2025/2025-12/2025-12-31 Title.jpg")
    }

    @Test func `a mirror whose newest days are all to come begins with the newest picture all the same`() async throws {
        try await store("2026-10-01", "Old")
        for offset in 0..<10 { _ = try await archive.store(mirror.pending(day.advanced(by: -offset), "Soon")) }
        let newest = try await reader().overview(lastAnswer: nil).newest
        #expect(newest.count == 9)
        #expect(newest.last?.title == "Old")
    }
}
