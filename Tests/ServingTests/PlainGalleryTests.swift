import Days
import Folder
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
        }
        func page(_ month: String) async throws -> (text: String, state: String) {
            let listing = try await archive.list()
            let gallery = PlainGallery(MirrorCache.Shown(tree: archive.tree, listing: listing, revision: 1))
            let bytes = try #require(gallery.bytes(of: .month(month)))
            return (String(decoding: bytes, as: UTF8.self), gallery.state(of: .month(month)).sum)
        }
        let before = try await (page("2026-11"), page("2026-10"))
        #expect(before.0.text.contains("Title") && !before.0.text.contains("Not in this mirror"))
        var absent = AbsentDays()
        absent.record(refused: Day.of("2026-11-18"), reason: "Its picture is a logo.")
        try await archive.save(absent)
        let after = try await (page("2026-11"), page("2026-10"))
        #expect(after.0.text.contains("Its picture is a logo.") && after.0.state != before.0.state)
        #expect(after.1 == before.1)
    }
}
