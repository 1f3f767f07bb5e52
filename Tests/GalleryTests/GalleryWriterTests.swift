import Days
import Folder
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Gallery
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Pages
@testable import Store

@Suite("The gallery's files")
struct GalleryWriterTests {
    let mirror: TestMirror
    let archive: Archive
    let writer: GalleryWriter

    init() async throws {
        mirror = try TestMirror()
        archive = try await mirror.open()
        writer = GalleryWriter(archive.tree)
        for date in ["2026-11-20", "2026-11-19", "2026-09-01", "2025-12-31"] { try await store(date) }
    }

    func store(_ date: String, _ title: String = "Title") async throws {
        _ = try await archive.store(mirror.fetched(Day.of(date), title, photo(date)))
    }

    func write(_ due: DuePages? = nil) async throws {
        let listing = try await archive.list()
        // What is stored and read within one tick of the kernel's clock is read once more by the next start.
        let stored = FileStatus.clock
        while FileStatus.clock == stored {}
        let written = await writer.write(due ?? DuePages(everythingIn: listing), archive.galleryFacts())
        #expect(written.troubles.isEmpty)
        #expect(written.failed.isEmpty)
    }

    func due(_ months: String...) -> DuePages {
        var due = DuePages()
        due.add(months: months)
        return due
    }

    func text(_ path: String) -> String { String(decoding: mirror.bytes(path) ?? [], as: UTF8.self) }

    /// Which file each page is: one that is written anew is another.
    func files() throws -> [String: FileStatus.Identity?] {
        var files: [String: FileStatus.Identity?] = [:]
        for path in [
            "index.html", "2026/gallery.js", "2025/gallery.js", "2026/2026-11/index.html", "2026/2026-09/index.html",
            "2025/2025-12/index.html",
        ] {
            files[path] = try mirror.temporary.folder.status("APOD/\(path)")?.identity
        }
        return files
    }

    @Test func `a page for each month, data for each year, and the first page`() async throws {
        try await write()
        #expect(!(try files().values.contains(nil)))
        #expect(text("2026/2026-11/index.html").contains("2026-11-20"))
        #expect(!text("2026/2026-11/index.html").contains("2026-09-01"))
        #expect(text("2026/gallery.js").contains("2026-09-01"))
        #expect(mirror.names(".apod-mirror/incoming").isEmpty)
    }

    @Test func `months lead to those beside them, over gaps and the turn of the year`() async throws {
        try await write()
        #expect(text("2026/2026-09/index.html").contains("2025-12/index.html"))
        #expect(text("2026/2026-09/index.html").contains("2026-11/index.html"))
    }

    @Test func `only what changed is written`() async throws {
        try await write()
        let before = try files()
        try await write()
        #expect(try files() == before)
        _ = try await archive.store(mirror.renamed(mirror.stored(Day.of("2026-09-01")), "Corrected"))
        try await write()
        let changed = Set(try files().filter { $0.value != before[$0.key] }.keys)
        #expect(changed == ["index.html", "2026/gallery.js", "2026/2026-09/index.html"])
    }

    @Test func `of months that are as they were a year's data is taken over, and whatever changed them is seen`()
        async throws
    {
        try await write()
        let whole = text("2026/gallery.js")
        // Nobody reads it for a change in another month.
        try mirror.write(ascii("torn"), to: "2026/2026-11/metadata/2026-11-19.json")
        _ = try await archive.store(mirror.renamed(mirror.stored(Day.of("2026-09-01")), "Corrected"))
        try await write(due("2026-09"))
        #expect(
            text("2026/gallery.js")
                == whole.replacing(#""2026-09-01","t":"Title""#, with: #""2026-09-01","t":"Corrected""#)
                .replacing("2026-09-01 Title.jpg", with: "2026-09-01 Corrected.jpg"))
        // Of a month in which names came or went nothing is taken over, nor from a file that somebody else wrote.
        try mirror.remove("2026/2026-11/2026-11-20 Title.jpg")
        try await write(due("2026-09"))
        #expect(!text("2026/gallery.js").contains("2026-11-19") && text("2026/gallery.js").contains("2026-11-20"))
        #expect(!text("2026/gallery.js").contains("2026-11-20 Title.jpg"))
        try mirror.write(
            ascii("apodYear(\"2026\",[\n{\"d\":\"2026-11-20\",\"t\":\"Forged\"}])\n"), to: "2026/gallery.js")
        try await write(due("2026-09"))
        #expect(!text("2026/gallery.js").contains("Forged"))
        #expect(text("index.html").contains("2026-11"))
    }

    @Test func `what a hand took away is seen with the next change of its year, whatever was written between`()
        async throws
    {
        try await write()
        try mirror.remove("2026/2026-11/2026-11-20 Title.jpg")
        try await write(due("2025-12"))
        try await write(due("2026-09"))
        #expect(!text("2026/gallery.js").contains("2026-11-20 Title.jpg"))
        #expect(text("2026/gallery.js").contains("2026-11-19 Title.jpg"))
    }

    @Test func `the page of a month tells why a day is missing, as long as it is`() async throws {
        let (page, reason) = ("2026/2026-11/index.html", "Its picture is the logo of NASA Science.")
        try await write()
        let before = (files: try files(), page: text(page))
        #expect(!before.page.contains("2026-11-18"))
        // A pass leaves the first page due, whatever it learned.
        var absent = MissingDays()
        absent.reasons[Day.of("2026-11-18")] = reason
        absent.reasons[Day.of("2026-11-17")] = "A list leaves it out."
        absent.reasons[Day.of("2026-10-18")] = "No page is there to tell of it."
        absent.reasons[Day.of("2026-11-20")] = "It is there all the same."
        try await archive.save(absent)
        #expect(try await writer.wrongPages(archive.list(), [:]).map(\.description) == [page])
        try await write(.overview)
        #expect(text(page).contains("2026-11-18") && text(page).contains(reason))
        #expect(text(page).contains("A list leaves it out."))
        #expect(!text(page).contains("It is there all the same."))
        #expect(Set(try files().filter { $0.value != before.files[$0.key] }.keys).isSubset(of: [page, "index.html"]))
        #expect(try await writer.wrongPages(archive.list(), [:]) == [])
        // The next pass gets one of them, by another process that may have been killed before its pages.
        try await store("2026-11-18", "Here at Last")
        try await write(due("2026-11"))
        #expect(!text(page).contains(reason) && text(page).contains("Here at Last"))
        let stored = text(page)
        try await archive.save(MissingDays())
        let next = GalleryWriter(archive.tree)
        let overdue = try await next.overdue(archive.list())
        #expect(!overdue.isEmpty && overdue.months.isEmpty)
        _ = await next.write(overdue, archive.galleryFacts())
        #expect(!text(page).contains("Not in this mirror") && stored.contains("Not in this mirror"))
        #expect(try await next.wrongPages(archive.list(), [:]) == [])
    }

    /// A day whose story leads to others, by their numbers.
    @Test(arguments: ["objects.html", "sky.html", "credits.html"])
    func `a page of the whole mirror is looked after like the others`(page: String) async throws {
        try await write()
        let whole = text(page)
        #expect(!whole.isEmpty)
        try mirror.write(Array("x".utf8), to: page)
        #expect(try await writer.wrongPages(archive.list(), [:]).map(\.description) == [page])
        try await write()
        #expect(text(page) == whole)
        try mirror.remove(page)
        #expect(try await !writer.overdue(archive.list()).isEmpty)
        try await write(.missing)
        #expect(text(page) == whole)
    }

    @Test func `a corrected credit changes the page of makers`() async throws {
        try await write()
        #expect(!text("credits.html").contains("Ada Example"))
        var metadata = try #require(try archive.tree.metadata(Day.of("2026-09-01")))
        metadata.mirror.credit = "Ada Example"
        try mirror.write(try metadata.encoded(), to: "2026/2026-09/metadata/2026-09-01.json")
        try await write(due("2026-09"))
        #expect(text("credits.html").contains("Ada Example"))
    }

    @Test func `a day tells the place of what its picture is of, not of what it only mentions`() async throws {
        try await store("2026-11-18", "The Colors of M31")
        var metadata = mirror.metadata(Day.of("2026-11-17"), "A Spiral")
        metadata.explanation = "This one is large. So is M33."
        _ = try await archive.store(
            DayChange(metadata: metadata, content: .none, basis: mirror.basis(Day.of("2026-11-17"))))
        try await write()
        #expect(text("2026/gallery.js").contains(#""b":["M31",[106847,412687],"Andromeda"]"#))
        #expect(!text("2026/gallery.js").contains(#""b":["M33""#))
        let days = [Day.of("2026-11-18"), Day.of("2026-11-17")].map { 2 * $0.number }
        let rows = [#"{"n":"M31""#, #"{"n":"M33""#].map { start in
            text("sky.html").components(separatedBy: start).dropFirst().first?.prefix { $0 != "}" } ?? ""
        }
        #expect(rows[0].contains(#""s":[\#(days[0])]"#) && !rows[0].contains(#""m":"#))
        #expect(rows[1].contains(#""m":[\#(days[1])]"#) && !rows[1].contains(#""s":"#))
        #expect(try await writer.wrongPages(archive.list(), [:]) == [])
    }

    func tell(_ date: String, _ others: [String]) async throws {
        var metadata = mirror.metadata(Day.of(date), "Teller")
        metadata.explanation = (["See:"] + others).joined(separator: " ")
        let links = others.map { #"<a href="https://apod.nasa.gov/apod/ap\#($0).html">\#($0)</a>"# }
        metadata.mirror.explanationHTML = (["See:"] + links).joined(separator: " ")
        _ = try await archive.store(
            DayChange(metadata: metadata, content: .none, basis: mirror.basis(Day.of(date))))
    }

    @Test func `a story's links lead inside the mirror, and who is mentioned says so`() async throws {
        try await write()
        let before = try files()
        try await tell("2026-11-18", ["260901", "950616"])
        try await write(due("2026-11"))
        let month = text("2026/2026-11/index.html")
        #expect(month.contains(#"<a href="../../2026/2026-09/index.html#2026-09-01" data-day="2026-09-01">260901</a>"#))
        #expect(month.contains(#"<a class="out" href="https://science.nasa.gov/apod/950616""#))
        #expect(
            text("2026/2026-09/index.html").contains("Mentioned in: <a href=\"../../2026/2026-11/index.html#2026-11-18")
        )
        #expect(text("2026/gallery.js").contains(#""h":[[5,6,"2026-09-01"],"#))
        #expect(text("2026/gallery.js").contains(#""m":["2026-11-18"]"#))
        let changed = Set(try files().filter { $0.value != before[$0.key] }.keys)
        #expect(changed == ["index.html", "2026/gallery.js", "2026/2026-09/index.html", "2026/2026-11/index.html"])
        // What it leads to comes later, in another year.
        try await store("1995-06-16")
        try await write(due("1995-06"))
        #expect(text("2026/2026-11/index.html").contains(#"href="../../1995/1995-06/index.html#1995-06-16""#))
        #expect(text("1995/gallery.js").contains(#""m":["2026-11-18"]"#))
        // It leads nowhere any more.
        try await tell("2026-11-18", [])
        try await write(due("2026-11"))
        #expect(!text("2026/2026-09/index.html").contains("Mentioned"))
        #expect(!text("1995/gallery.js").contains("2026-11-18"))
        #expect(try await writer.wrongPages(archive.list(), [:]).isEmpty)
    }

    @Test func `a day that comes shows others with it, and only their years are written`() async throws {
        for number in 10..<19 { try await store("2026-11-\(number)", "Comet \(number % 3)") }
        try await store("2024-02-03", "Quite another thing")
        try await write()
        #expect(text("2026/gallery.js").contains(#""n":["2026-11-"#))
        let before = try files()
        try await store("2026-11-09", "Comet 1")
        try await write(due("2026-11"))
        #expect(text("2026/gallery.js").contains("2026-11-09"))
        #expect(try files()["2025/gallery.js"] == before["2025/gallery.js"])
        #expect(try await writer.wrongPages(archive.list(), [:]).isEmpty)
        // What is kept of it may go: it is made again.
        let whole = text("2026/gallery.js")
        for name in ["similar", "words", "stories"] { try mirror.remove(".apod-mirror/\(name)") }
        try await write()
        #expect(text("2026/gallery.js").contains(#""n":["2026-11-"#) && !whole.isEmpty)
        #expect(mirror.bytes(".apod-mirror/words") != nil)
    }

    /// As the next process begins.
    @Test func `what an earlier process wrote is taken over as far as its months rest, and nothing else`() async throws
    {
        try await write()
        try mirror.restMonths()
        _ = try await archive.list()
        // Nobody reads it for a change in another month.
        try mirror.write(ascii("torn"), to: "2026/2026-11/metadata/2026-11-19.json")
        try mirror.restMonths()
        _ = try await archive.list()
        let whole = text("2026/gallery.js")
        let next = GalleryWriter(archive.tree)
        #expect(try await archive.list().listed.isEmpty)
        _ = try await archive.store(mirror.renamed(mirror.stored(Day.of("2026-09-01")), "Corrected"))
        #expect(await next.write(due("2026-09"), archive.galleryFacts()).troubles.isEmpty)
        #expect(text("2026/gallery.js").contains("2026-11-19") && text("2026/gallery.js").contains("Corrected"))
        #expect(text("2026/gallery.js") != whole)
        // A file that somebody else wrote is read for nothing.
        try mirror.write(ascii(whole), to: "2026/gallery.js")
        #expect(await GalleryWriter(archive.tree).write(due("2026-09"), archive.galleryFacts()).troubles.isEmpty)
        #expect(!text("2026/gallery.js").contains("2026-11-19"))
    }

    @Test func `without what is known of the stories all is read again`() async throws {
        try await tell("2026-11-18", ["260901"])
        try await write()
        let before = text("2026/2026-09/index.html")
        try mirror.remove(".apod-mirror/stories")
        try mirror.remove("2026/2026-09/index.html")
        try await write(due("2026-09"))
        #expect(text("2026/2026-09/index.html") == before)
        try mirror.write(ascii("torn"), to: ".apod-mirror/stories")
        try await write(due("2025-12"))
        #expect(text("2026/2026-09/index.html") == before)
    }

    /// Lists of numbers, as versions before wrote them, and torn JSON.
    @Test(arguments: ["apod-mirror scripts 1\n\u{1}\u{2}", "{\"pages\": \"", "{}", ""])
    func `what is cached of years is made again where it cannot be read`(former: String) async throws {
        try await write()
        let room = try #require(mirror.bytes(".apod-mirror/room"))
        #expect(archive.tree.thumbnailBytes == 0)
        for cache in ["scripts", "room"] { try mirror.write(ascii(former), to: ".apod-mirror/\(cache)") }
        #expect(archive.tree.thumbnailBytes == nil)
        try await write()
        #expect(archive.tree.thumbnailBytes == 0 && mirror.bytes(".apod-mirror/room") == room)
        #expect(text(".apod-mirror/scripts").contains("\"2026\" : ["))
    }

    @Test func `a month that is new is named by its neighbours`() async throws {
        try await write()
        try await store("2026-10-05")
        try await write(due("2026-10"))
        #expect(text("2026/2026-09/index.html").contains("2026-10/index.html"))
        #expect(text("2026/2026-11/index.html").contains("2026-10/index.html"))
    }

    @Test func `a month without days has no page, and nobody leads there`() async throws {
        try await write()
        try mirror.remove("2026/2026-09/metadata/2026-09-01.json")
        try mirror.remove("2026/2026-09/2026-09-01 Title.jpg")
        try await write(due("2026-09"))
        #expect(mirror.bytes("2026/2026-09/index.html") == nil)
        #expect(!text("2026/2026-11/index.html").contains("2026-09"))
        #expect(!text("2026/gallery.js").contains("2026-09-01"))
    }

    @Test func `a month that is closed to us keeps no other from being written`() async throws {
        try mirror.remove("2026/2026-09")
        try FileManager.default.createSymbolicLink(
            atPath: mirror.root + "/2026/2026-09", withDestinationPath: "../../elsewhere")
        var due = DuePages()
        due.add(months: ["2026-09", "2026-11", "2025-12"])
        let written = await writer.write(due, archive.galleryFacts())
        #expect(written.troubles.count == 1)
        #expect(written.troubles.first.map { "\($0)".contains("2026-09") } == true)
        #expect(written.failed.months == ["2026-09"])
        #expect(mirror.bytes("2026/2026-11/index.html") != nil)
        #expect(mirror.bytes("2025/2025-12/index.html") != nil)
    }
}
