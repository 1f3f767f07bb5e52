import Days
import Folder
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Gallery
@testable import MirrorTestSupport
@testable import MirrorTree

/// Something that is no file lies where a page belongs: each page fails for itself.
extension GalleryWriterTests {
    private static let pages = [
        "index.html", "gallery.js", "favorites.js", "objects.html", "sky.html", "credits.html", "2025/gallery.js",
        "2025/2025-12/index.html",
    ]

    private func block(_ page: String, withLink isLink: Bool) throws {
        try mirror.remove(page)
        let path = "\(mirror.root)/\(page)"
        if isLink {
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(mirror.root)/elsewhere")
        } else {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
    }

    /// Writes what is due, and what is wrong afterwards.
    private func writeAround(_ page: String, _ due: DuePages) async throws -> (failed: DuePages, wrong: [String]) {
        let listing = try await archive.list()
        let stored = FileStatus.clock
        while FileStatus.clock == stored {}
        let written = await writer.write(due, archive.galleryFacts())
        #expect(written.troubles.count == 1)
        for trouble in written.troubles { #expect("\(trouble)".contains("\(mirror.root)/\(page)"), "\(trouble)") }
        return (written.failed, try await writer.wrongPages(listing, [:]).map(\.description))
    }

    @Test(arguments: pages, [true, false])
    func `what lies where a page belongs leaves no other page behind`(page: String, isLink: Bool) async throws {
        try await write()
        try block(page, withLink: isLink)
        // The script of the first page is checked below.
        let wrong = page == "gallery.js" ? [] : [page]
        // A new year, and a story that leads to the year of the page.
        try await store("2024-02-03")
        try await tell("2026-11-18", ["251231"])
        var all = DuePages.favorites
        all.add(months: ["2024-02", "2026-11", "2025-12"])
        var round = try await writeAround(page, all)
        #expect(round.wrong == wrong)
        if page != "index.html" { #expect(text("index.html").contains("2024-02")) }
        if page != "gallery.js" { #expect(text("gallery.js").contains("\"2024\",1")) }
        // Another month alone, with what failed before.
        try await tell("2026-09-02", ["261118"])
        all = round.failed
        all.add(months: ["2026-09"])
        round = try await writeAround(page, all)
        #expect(round.wrong == wrong)
        try mirror.remove(page)
        try await write(round.failed)
        #expect(try await writer.wrongPages(archive.list(), [:]).isEmpty)
        #expect(!text(page).isEmpty && mirror.bytes("elsewhere") == nil)
    }

    @Test(arguments: pages, [true, false])
    func `what lies where a page belongs hides no page that is due from the next start`(page: String, isLink: Bool)
        async throws
    {
        try await write()
        try await store("2026-11-18")
        try block(page, withLink: isLink)
        let next = GalleryWriter(archive.tree)
        let due = try await next.overdue(archive.list())
        #expect(due.months.contains("2026-11"))
        _ = await next.write(due, archive.galleryFacts())
        #expect(text("2026/2026-11/index.html").contains("2026-11-18"))
        #expect(text("2026/gallery.js").contains("2026-11-18"))
        try mirror.remove(page)
        _ = await next.write(try await next.overdue(archive.list()), archive.galleryFacts())
        #expect(try await next.wrongPages(archive.list(), [:]).isEmpty && !text(page).isEmpty)
    }
}
