import Days
import Folder
import Foundation
import Pages
import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Serving

@Suite("The gallery for the public")
struct PlainGalleryTests {
    @Test func `a month tells why a day is missing, and is another page then`() async throws {
        let mirror = try TestMirror()
        let archive = try await mirror.open()
        for date in ["2026-11-20", "2026-10-20"] {
            _ = try await archive.store(mirror.fetched(Day.of(date), "Title", photo(date)))
            try mirror.write([], to: "\(date.prefix(4))/\(date.prefix(7))/index.html")
            // The state of a month that was just written would change once that is over.
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -60)],
                ofItemAtPath: "\(mirror.root)/\(date.prefix(4))/\(date.prefix(7))/metadata")
        }
        func page(_ month: String) async throws -> (text: String, state: String) {
            let listing = try await archive.list()
            let gallery = PlainGallery(MirrorCache.Shown(tree: archive.tree, listing: listing, revision: 1))
            let bytes = try #require(gallery.bytes(of: .month(month)))
            return (String(decoding: bytes, as: UTF8.self), gallery.state(of: .month(month)).sum)
        }
        let before = try await (page("2026-11"), page("2026-10"))
        #expect(before.0.text.contains("Title") && !before.0.text.contains("Not in this mirror"))
        var absent = MissingDays()
        absent.reasons[Day.of("2026-11-18")] = "Its picture is a logo."
        try await archive.save(absent)
        let after = try await (page("2026-11"), page("2026-10"))
        #expect(after.0.text.contains("Its picture is a logo.") && after.0.state != before.0.state)
        #expect(after.1 == before.1)
    }

    @Test func `a month is never older than it was, also once the last reason has gone`() async throws {
        let mirror = try TestMirror()
        let archive = try await mirror.open()
        let (day, month) = (Day.of("2026-11-20"), "2026-11")
        _ = try await archive.store(mirror.fetched(day, "Title", photo("stars")))
        let metadata = try #require(try archive.tree.root.open("2026/2026-11/metadata/2026-11-20.json"))
        let stored = try metadata.status().modified
        func state() async throws -> PlainGallery.State {
            let listing = try await archive.list()
            let gallery = PlainGallery(MirrorCache.Shown(tree: archive.tree, listing: listing, revision: 1))
            return gallery.state(of: .month(month))
        }
        var absent = MissingDays()
        absent.reasons[day.advanced(by: -2)] = "Its picture is a logo."
        try await archive.save(absent)
        try #require(try archive.tree.root.open(DayNotes.file)).setModified(stored + 60)
        let before = try await state()
        #expect(before.changed == stored + 60)
        absent.forget(day.advanced(by: -2))
        try await archive.save(absent)
        try #require(try archive.tree.root.open(DayNotes.file)).setModified(stored + 120)
        let after = try await state()
        #expect(after.changed == stored + 120)
        #expect(after.sum != before.sum)
    }
}
