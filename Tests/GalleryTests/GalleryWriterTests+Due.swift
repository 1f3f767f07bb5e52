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

/// What a start finds due: files that are missing, or older than what they show.
extension GalleryWriterTests {
    @Test func `when all is well nothing is due`() async throws {
        try await write()
        #expect(try await writer.overdue(archive.list()) == DuePages())
    }

    @Test(arguments: [
        "index.html", "2026/gallery.js", "2026/2026-11/index.html", "2025/2025-12/index.html", "2025/gallery.js",
    ])
    func `what was deleted is due, and comes back`(path: String) async throws {
        try await write()
        let before = text(path)
        try mirror.remove(path)
        try await write(writer.overdue(archive.list()))
        #expect(text(path) == before)
    }

    @Test(arguments: [
        "index.html", "2026/gallery.js", "2026/2026-11/index.html", "2025/2025-12/index.html", "2025/gallery.js",
    ])
    func `what was deleted from months that were long as they are is due, too`(path: String) async throws {
        try await write()
        try mirror.restMonths()
        let known = try await archive.list()
        #expect(try await archive.list().listed.isEmpty)
        #expect(try await writer.overdue(known) == DuePages())
        let before = text(path)
        try mirror.remove(path)
        try await write(writer.overdue(archive.list()))
        #expect(text(path) == before)
    }

    @Test(arguments: [
        "index.html", "2026/gallery.js", "2026/2026-11/index.html", "2025/2025-12/index.html", "2025/gallery.js",
    ])
    func `what is missing comes back, and what became old stays so`(path: String) async throws {
        try await write()
        let before = try files()
        _ = try await archive.store(mirror.renamed(mirror.stored(Day.of("2026-09-01")), "Corrected"))
        try await write(.missing)
        #expect(try files() == before)
        try mirror.remove(path)
        try await write(.missing)
        #expect(!text(path).isEmpty)
    }

    @Test(arguments: [true, false])
    func `a month that went while nobody wrote pages is told of nowhere`(isAllDue: Bool) async throws {
        for date in ["2026-09-01", "2026-11-20"] { try await store(date, "The Colors of M31") }
        try await write()
        #expect(text("objects.html").contains("2026-09-01"))
        try mirror.remove("2026/2026-09")
        try await write(isAllDue ? nil : .overview)
        #expect(!text("objects.html").contains("2026-09-01"))
        #expect(!text("2025/2025-12/index.html").contains("2026-09"))
        #expect(try await writer.wrongPages(archive.list(), [:]).isEmpty)
    }

    @Test func `a list names a thumbnail as soon as it is there, and no sooner`() async throws {
        let day = Day.of("2026-09-01")
        try await store(day.description, "The Colors of M31")
        try await write()
        #expect(text("objects.html").contains("\"d\":[\(2 * day.number)]"))
        try mirror.write(Array("x".utf8), to: ThumbnailSize.small.path(day).description)
        try await write(writer.overdue(archive.list()))
        #expect(text("objects.html").contains("\"d\":[\(2 * day.number + 1)]"))
        #expect(try await writer.wrongPages(archive.list(), [:]).isEmpty)
    }

    @Test func `a list names a thumbnail also where a disk does not date a folder for a moved file`() async throws {
        let day = Day.of("2026-09-01")
        try await store(day.description, "The Colors of M31")
        try await write()
        try mirror.write(Array("x".utf8), to: ThumbnailSize.small.path(day).description)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)],
            ofItemAtPath: "\(mirror.root)/\(ThumbnailSize.folder("2026"))")
        try await write(DuePages(of: day))
        #expect(text("objects.html").contains("\"d\":[\(2 * day.number + 1)]"))
        #expect(try await writer.wrongPages(archive.list(), [:]).isEmpty)
    }

    @Test func `what a killed program had not come to is due`() async throws {
        try await write()
        _ = try await archive.store(mirror.renamed(mirror.stored(Day.of("2025-12-31")), "Corrected"))
        let overdue = try await writer.overdue(archive.list())
        #expect(overdue == due("2025-12"))
        try await write(overdue)
        #expect(text("2025/2025-12/index.html").contains("Corrected"))
    }

    @Test func `what came after the pages' facts and before the pages is due`() async throws {
        try await write()
        let facts = await archive.galleryFacts()
        let taken = FileStatus.clock
        while FileStatus.clock == taken {}
        try await store("2025-12-30")
        let stored = FileStatus.clock
        while FileStatus.clock == stored {}
        _ = await writer.write(due("2025-12"), facts)
        #expect(!text("2025/2025-12/index.html").contains("2025-12-30"))
        let overdue = try await writer.overdue(archive.list())
        #expect(overdue == due("2025-12"))
    }

    @Test func `of favorites that changed while nobody looked only the script is due`() async throws {
        try await write()
        try mirror.write(ascii(#"{"version": 1, "favorites": [], "removed": []}"#), to: "favorites.json")
        #expect(try await writer.overdue(archive.list()) == .favorites)
        try await write(.favorites)
        #expect(try await writer.overdue(archive.list()) == DuePages())
    }

    @Test func `pages of another version are due`() async throws {
        try await write()
        let page = text("index.html").replacing(GalleryAssets.fingerprint, with: "0000")
        try mirror.write(Array(page.utf8), to: "index.html")
        #expect(try await writer.overdue(archive.list()) == DuePages(everythingIn: archive.listing))
    }

    @Test(arguments: [
        "favorites.json", "2026/2026-11/metadata", ".apod-mirror/days.json", ".apod-mirror/thumbnails/2026",
    ])
    func `what was written before the clock was put back is due once`(path: String) async throws {
        for file in ["favorites.json", ".apod-mirror/days.json", ".apod-mirror/thumbnails/2026/a"] {
            try mirror.write(ascii("{}"), to: file)
        }
        try await write()
        try mirror.date(path, ahead: 86_400)
        // The second listing takes the month as the first has found it.
        _ = try await archive.list()
        let overdue = try await writer.overdue(archive.list())
        #expect(!overdue.isEmpty)
        try await write(overdue)
        #expect(try await writer.overdue(archive.list()) == DuePages())
    }

    @Test func `pages from before the clock was put back hide nothing that came later`() async throws {
        try await write()
        for path in ["index.html", "2026/gallery.js", "2026/2026-11/index.html"] {
            try mirror.date(path, ahead: 86_400)
        }
        try await store("2026-11-18", "Later")
        try await write(writer.overdue(archive.list()))
        #expect(text("2026/2026-11/index.html").contains("Later"))
        #expect(text("2026/gallery.js").contains("Later"))
        #expect(try await writer.overdue(archive.list()) == DuePages())
    }
}
