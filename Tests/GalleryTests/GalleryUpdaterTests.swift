import Days
import Folder
import Foundation
import SampleNASA
import TestSupport
import Testing

@testable import Archive
@testable import Gallery
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Settings
@testable import Store

@Suite("What people look at follows what happens")
struct GalleryUpdaterTests {
    let mirror: TestMirror
    let archive: Archive

    init() async throws {
        mirror = try TestMirror()
        archive = try await mirror.open()
    }

    private var galleryUpdater: GalleryUpdater {
        GalleryUpdater(
            archive: archive, maker: nil, gallery: GalleryWriter(archive.tree), log: Log { _ in },
            fetchAgain: { _ in })
    }

    private func change(_ title: String, _ offset: Int = 0) throws -> DayChange {
        try mirror.fetched(day.advanced(by: offset), title, photo(title))
    }

    private func store(_ change: DayChange) async throws {
        archive.events.send(.stored(try await archive.store(change), .picture(replaced: false)))
    }

    private func text(_ path: String) -> String { String(decoding: mirror.bytes(path) ?? [], as: UTF8.self) }

    @Test func `a picture shows everywhere when the body is done`() async throws {
        try await galleryUpdater.follow(.news) { try await store(change("A Comet")) }
        for path in ["index.html", "2026/gallery.js", "2026/2026-11/index.html"] {
            #expect(text(path).contains("A Comet"), "\(path)")
        }
        #expect(mirror.names(".apod-mirror/incoming").isEmpty)
    }

    @Test func `it shows while the body goes on`() async throws {
        try await galleryUpdater.follow(.news) {
            try await store(change("A Comet"))
            let page = "2026/2026-11/index.html"
            while !text(page).contains("A Comet") { try await Pause().wait(for: .milliseconds(5)) }
            try await store(change("Another", -1))
            while !text(page).contains("Another") { try await Pause().wait(for: .milliseconds(5)) }
        }
    }

    @Test func `a day that NASA's answer was refused for shows with its reason`() async throws {
        let page = "2026/2026-11/index.html"
        try await galleryUpdater.follow(.news) {
            try await store(change("A Comet"))
            while !text(page).contains("A Comet") { try await Pause().wait(for: .milliseconds(5)) }
            var absent = MissingDays()
            absent.reasons[day.advanced(by: -1)] = "Its picture is a logo."
            try await archive.save(absent)
            archive.events.send(.passEnded)
        }
        #expect(text(page).contains("Its picture is a logo."))
    }

    @Test func `what keeps a page from being written is logged when it begins, and stands until it is over`()
        async throws
    {
        let (lines, standing) = (Monitor<[String]>([]), Monitor<[String]>([]))
        var updater = GalleryUpdater(
            archive: archive, maker: nil, gallery: GalleryWriter(archive.tree),
            log: Log { line in lines.withLock { $0.append(line) } }, fetchAgain: { _ in })
        updater.standing = { troubles in standing.withLock { $0 = troubles } }
        func wait(until isSo: () -> Bool) async throws {
            while !isSo() { try await Pause().wait(for: .milliseconds(5)) }
        }
        let page = "2026/2026-11/index.html"
        try await updater.follow(.news) {
            try await store(change("A Comet"))
            try await wait { text(page).contains("A Comet") }
            for round in 1...2 {
                // A folder lies where the page belongs.
                try mirror.remove(page)
                try FileManager.default.createDirectory(
                    atPath: "\(mirror.root)/\(page)", withIntermediateDirectories: false)
                for title in ["A Moon", "Another Moon"] {
                    try await store(change("\(title) \(round)", -round))
                    try await wait { standing.withLock { $0.count == 1 && $0[0].contains(page) } }
                }
                try mirror.remove(page)
                archive.events.send(.passEnded)
                try await wait { standing.withLock(\.isEmpty) && text(page).contains("Another Moon \(round)") }
            }
        }
        #expect(lines.withLock { $0.count { $0.contains(page) } } == 2, "\(lines.withLock { $0 })")
        #expect(text("index.html").contains("Another Moon 2") && text("2026/gallery.js").contains("Another Moon 2"))
    }

    @Test func `a hidden day goes from the pages`() async throws {
        try await galleryUpdater.follow(.news) {
            try await store(change("A Comet"))
            try await store(change("A Moon", -1))
            try await archive.hide(day)
        }
        for path in ["index.html", "2026/gallery.js", "2026/2026-11/index.html"] {
            #expect(!text(path).contains("A Comet"), "\(path)")
            #expect(text(path).contains("A Moon"), "\(path)")
        }
    }

    @Test func `a favorite, its album and its end show`() async throws {
        try await galleryUpdater.follow(.news) {
            try await store(change("A Comet"))
            _ = try await archive.reconcileFavorites()
            try FileManager.default.createDirectory(
                atPath: mirror.root + "/favorites/Tails", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: mirror.root + "/favorites/Tails/it",
                withDestinationPath: "../../2026/2026-11/2026-11-20 A Comet.jpg")
            _ = try await archive.reconcileFavorites()
        }
        #expect(text("favorites.js").contains("Tails"))
        for page in ["index.html", "2026/gallery.js", "2026/2026-11/index.html"] {
            #expect(text(page).contains("A Comet") && !text(page).contains("Tails"), "\(page)")
        }
    }

    @Test func `what was left to do before is done, and nothing else is touched`() async throws {
        _ = try await archive.store(change("A Comet"))
        try await galleryUpdater.follow(.news) {}
        #expect(text("index.html").contains("A Comet"))
        let before = try mirror.temporary.folder.status("APOD/index.html")?.identity
        try await galleryUpdater.follow(.missing) {}
        #expect(try mirror.temporary.folder.status("APOD/index.html")?.identity == before)
    }

    @Test func `pages that were taken away are written again while the body goes on`() async throws {
        let pages = [
            "index.html", "favorites.js", "2026/gallery.js", "2026/2026-10/index.html", "2026/2026-11/index.html",
        ]
        try await galleryUpdater.follow(.news) {
            try await store(change("A Comet"))
            try await store(change("A Moon", -30))
            for taken in pages.map({ [$0] }) + [pages] {
                while !pages.allSatisfy({ mirror.bytes($0) != nil }) { try await Pause().wait(for: .milliseconds(5)) }
                for page in taken { try mirror.remove(page) }
                archive.events.send(.taken(.page))
            }
        }
        for page in pages { #expect(mirror.bytes(page) != nil, "\(page)") }
    }

    @Test func `where a page was taken away the others stay as they are`() async throws {
        _ = try await archive.store(change("A Comet"))
        try await galleryUpdater.follow(.news) {}
        let before = try mirror.temporary.folder.status("APOD/2026/2026-11/index.html")?.identity
        try mirror.remove("index.html")
        try await galleryUpdater.follow(.news) { archive.events.send(.taken(.page)) }
        #expect(text("index.html").contains("A Comet"))
        #expect(try mirror.temporary.folder.status("APOD/2026/2026-11/index.html")?.identity == before)
    }

    @Test func `what goes wrong here is told once, and the body's result counts`() async throws {
        let told = Guarded<[String]>([])
        try mirror.write([], to: "index.html")
        try mirror.remove("index.html")
        try FileManager.default.createDirectory(atPath: mirror.root + "/index.html", withIntermediateDirectories: true)
        let galleryUpdater = GalleryUpdater(
            archive: archive, maker: nil, gallery: GalleryWriter(archive.tree),
            log: Log { line in told.withLock { $0.append(line) } }, fetchAgain: { _ in })
        let result = try await galleryUpdater.follow(.news) {
            try await store(change("A Comet"))
            return 42
        }
        #expect(result == 42)
        let sentences = told.withLock { $0 }
        #expect(!sentences.isEmpty && sentences.allSatisfy { $0.contains("index.html") })
        #expect(Set(sentences).count == sentences.count)
        #expect(text("2026/gallery.js").contains("A Comet"))
    }

    @Test func `an error of the body ends it, and so does the end of its task`() async throws {
        struct Broken: Error {}
        await #expect(throws: Broken.self) {
            try await galleryUpdater.follow(.missing) { throw Broken() }
        }
        let waiting = galleryUpdater
        let task = Task { try await waiting.follow(.missing) { try await Bell().wait() } }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
