import Days
import Folder
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Store

@Suite("A corrected day changes its names and bytes and loses nothing")
struct CommittedCorrectionTests {
    let mirror: TestMirror
    let archive: Archive
    let month = "2026/2026-11"
    let former = photo("as first published")
    let new = photo("corrected")

    init() async throws {
        mirror = try TestMirror()
        archive = try await mirror.open()
    }

    /// The former pictures; former words are there, too.
    private var superseded: [String: [UInt8]] {
        let folder = "\(month)/metadata/superseded"
        let pictures = mirror.names(folder).filter { !$0.hasSuffix(".json") }
        return Dictionary(uniqueKeysWithValues: pictures.map { ($0, mirror.bytes("\(folder)/\($0)") ?? []) })
    }

    private func kept(_ bytes: [UInt8], _ suffix: String = "jpg") -> [String: [UInt8]] {
        ["2026-11-20 \(sum(bytes).prefix(8)).\(suffix)": bytes]
    }

    @Test func `a new title renames the picture`() async throws {
        let stored = try await archive.store(mirror.fetched(day, "Old", former))
        _ = try await archive.store(mirror.renamed(stored, "New"))
        #expect(mirror.names(month) == ["2026-11-20 New.jpg", "metadata"])
        #expect(try mirror.sums("2026-11") == ["2026-11-20 New.jpg": sum(former)])
        #expect(superseded.isEmpty)
        #expect(try await archive.listing.days == archive.tree.listing().days)
        try mirror.expectSound()
    }

    @Test(arguments: ["Old?", "Old.", " Old", "Old "])
    func `a title that changes nothing in the name leaves the name`(title: String) async throws {
        let stored = try await archive.store(mirror.fetched(day, "Old", former))
        _ = try await archive.store(mirror.renamed(stored, title))
        #expect(mirror.names(month) == ["2026-11-20 Old.jpg", "metadata"])
        #expect(try mirror.stored(day).title == title)
        try mirror.expectSound()
    }

    @Test func `a name that other rules made stays until the title changes`() async throws {
        var stored = try await archive.store(mirror.fetched(day, "A: B", former))
        try FileManager.default.moveItem(
            atPath: "\(mirror.root)/\(month)/2026-11-20 A - B.jpg",
            toPath: "\(mirror.root)/\(month)/2026-11-20 A_ B.jpg")
        stored.mirror.picture?.file = "2026-11-20 A_ B.jpg"
        try mirror.write(stored.encoded(), to: "\(month)/metadata/2026-11-20.json")
        try mirror.remove("\(month)/metadata/SHA256SUMS")
        stored.explanation = "More words."
        _ = try await archive.store(DayChange(metadata: stored, content: .kept, basis: mirror.basis(day)))
        #expect(mirror.names(month) == ["2026-11-20 A_ B.jpg", "metadata"])
        _ = try await archive.store(mirror.renamed(stored, "C"))
        #expect(mirror.names(month) == ["2026-11-20 C.jpg", "metadata"])
        try mirror.expectSound()
    }

    @Test(arguments: ["{", nil])
    func `a replaced picture is kept, whatever became of its JSON`(json: String?) async throws {
        _ = try await archive.store(mirror.fetched(day, "Title", former))
        let path = "\(month)/metadata/2026-11-20.json"
        try json.map { try mirror.write(Array($0.utf8), to: path) } ?? mirror.remove(path)
        _ = try await archive.store(mirror.fetched(day, "Another title", new))
        #expect(mirror.names(month) == ["2026-11-20 Another title.jpg", "metadata"])
        #expect(try mirror.sums("2026-11") == ["2026-11-20 Another title.jpg": sum(new)])
        #expect(superseded == kept(former))
        #expect(try await archive.listing.days == archive.tree.listing().days)
        try mirror.expectSound()
    }

    /// Where a JSON is damaged, only the sums tell which file is the mirror's.
    @Test func `a replaced picture leaves the sums of other days`() async throws {
        _ = try await archive.store(mirror.fetched(day, "Title", former))
        let other = day.advanced(by: -1)
        _ = try await archive.store(mirror.fetched(other, "Old", photo("of the day before")))
        try mirror.write(ascii("{"), to: "\(month)/metadata/2026-11-19.json")
        _ = try await archive.store(mirror.fetched(day, "Title", new))
        #expect(try mirror.sums("2026-11")["2026-11-19 Old.jpg"] == sum(photo("of the day before")))
        _ = try await archive.store(mirror.fetched(other, "New", photo("of the day before")))
        #expect(mirror.names(month) == ["2026-11-19 New.jpg", "2026-11-20 Title.jpg", "metadata"])
        try mirror.expectSound()
    }

    @Test(arguments: ["Title", "Another title"])
    func `a replaced picture is kept, whatever the title does`(title: String) async throws {
        _ = try await archive.store(mirror.fetched(day, "Title", former))
        _ = try await archive.store(mirror.fetched(day, title, new))
        #expect(mirror.names(month) == ["2026-11-20 \(title).jpg", "metadata"])
        #expect(mirror.bytes("\(month)/2026-11-20 \(title).jpg") == new)
        #expect(superseded == kept(former))
        #expect(try await archive.listing.days == archive.tree.listing().days)
        try mirror.expectSound()
        _ = try await archive.store(mirror.fetched(day, title, photo("third")))
        #expect(superseded == kept(former).merging(kept(new)) { one, _ in one })
        _ = try await archive.store(mirror.fetched(day, title, former))
        #expect(superseded.count == 3)
        try mirror.expectSound()
    }

    /// File managers keep a thumbnail for as long as the picture has the same time.
    @Test func `each picture that takes another's place is a little later`() async throws {
        func time(_ title: String = "Title") throws -> Int64? {
            try Folder.open("\(mirror.root)/\(month)")?.status(FilePath("2026-11-20 \(title).jpg"))?.modified
        }
        let noon = Timestamp.noon(of: day).seconds
        _ = try await archive.store(mirror.fetched(day, "Title", former))
        #expect(try time() == noon)
        _ = try await archive.store(mirror.fetched(day, "Title", new))
        #expect(try time() == noon + 2)
        _ = try await archive.store(mirror.renamed(try mirror.stored(day), "Another title"))
        #expect(try time("Another title") == noon + 2)
        _ = try await archive.store(mirror.fetched(day, "Title", former))
        #expect(try time() == noon + 4)
        #expect(try mirror.stored(day).mirror.picture?.replacements == 2)
        try mirror.expectSound()
    }

    @Test func `a picture of another format takes its own suffix`() async throws {
        _ = try await archive.store(mirror.fetched(day, "Title", former))
        let png = Specimen.pngs[0].bytes
        _ = try await archive.store(mirror.fetched(day, "Title", png))
        #expect(mirror.names(month) == ["2026-11-20 Title.png", "metadata"])
        #expect(superseded == kept(former))
        try mirror.expectSound()
    }

    @Test func `a page that takes a picture's place keeps it, and gives its own up for one`() async throws {
        _ = try await archive.store(mirror.fetched(day, "Title", former))
        _ = try await archive.store(mirror.page(day, "Title", ascii("<html>")))
        #expect(mirror.names(month) == ["2026-11-20 Title.html", "metadata"])
        #expect(superseded == kept(former))
        try mirror.expectSound()
        _ = try await archive.store(mirror.fetched(day, "Title", new))
        #expect(mirror.names(month) == ["2026-11-20 Title.jpg", "metadata"])
        #expect(superseded == kept(former))
        try mirror.expectSound()
    }

    @Test(arguments: ["Title", "Another title"])
    func `an original takes a rendition's place without keeping it`(title: String) async throws {
        _ = try await archive.store(mirror.fetched(day, "Title", former, .rendition))
        _ = try await archive.store(mirror.fetched(day, title, new, keepsFormer: false))
        #expect(mirror.names(month) == ["2026-11-20 \(title).jpg", "metadata"])
        #expect(superseded.isEmpty)
        try mirror.expectSound()
    }

    @Test(arguments: ["Title", "Another title"])
    func `what the owner put in a rendition's place is kept`(title: String) async throws {
        _ = try await archive.store(mirror.fetched(day, "Title", former, .rendition))
        let edited = photo("the owner's own")
        try mirror.write(edited, to: "\(month)/2026-11-20 Title.jpg")
        _ = try await archive.store(mirror.fetched(day, title, new, keepsFormer: false))
        #expect(superseded == kept(edited))
        try mirror.expectSound()
    }
}
