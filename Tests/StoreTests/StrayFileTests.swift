import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("A file of the owner's under a name of ours is kept")
struct StrayFileTests {
    let mirror: TestMirror
    let archive: Archive
    let month = "2026/2026-11"
    let theirs = ascii("the owner's own notes")

    init() async throws {
        mirror = try TestMirror()
        archive = try await mirror.open()
    }

    private func expectKept(_ suffix: String = "jpg") {
        let name = "2026-11-20 \(sum(theirs).prefix(8)).\(suffix)"
        #expect(mirror.bytes("\(month)/metadata/superseded/\(name)") == theirs)
    }

    @Test func `when a picture comes there`() async throws {
        try mirror.write(theirs, to: "\(month)/2026-11-20 Title.jpg")
        _ = try await archive.store(mirror.fetched(day, "Title", photo("stars")))
        #expect(mirror.bytes("\(month)/2026-11-20 Title.jpg") == photo("stars"))
        expectKept()
        try mirror.expectSound()
    }

    @Test func `when a page comes there`() async throws {
        try mirror.write(theirs, to: "\(month)/2026-11-20 Title.html")
        _ = try await archive.store(mirror.page(day, "Title", ascii("<html>")))
        #expect(mirror.bytes("\(month)/2026-11-20 Title.html") == ascii("<html>"))
        expectKept("html")
        try mirror.expectSound()
    }

    @Test func `when a page that the owner edited is made again or gives way to a picture`() async throws {
        _ = try await archive.store(mirror.page(day, "Title", ascii("<html>")))
        try mirror.write(theirs, to: "\(month)/2026-11-20 Title.html")
        _ = try await archive.store(mirror.page(day, "Title", ascii("<html>2")))
        expectKept("html")
        let more = theirs + [1]
        try mirror.write(more, to: "\(month)/2026-11-20 Title.html")
        _ = try await archive.store(mirror.fetched(day, "Title", photo("stars")))
        #expect(mirror.names("\(month)/metadata/superseded").count == 2)
        #expect(mirror.names(month) == ["2026-11-20 Title.jpg", "metadata"])
        try mirror.expectSound()
    }

    @Test func `when a new title moves the picture there`() async throws {
        let stored = try await archive.store(mirror.fetched(day, "Old", photo("stars")))
        try mirror.write(theirs, to: "\(month)/2026-11-20 New.jpg")
        _ = try await archive.store(mirror.renamed(stored, "New"))
        #expect(mirror.bytes("\(month)/2026-11-20 New.jpg") == photo("stars"))
        #expect(mirror.names(month) == ["2026-11-20 New.jpg", "metadata"])
        expectKept()
        try mirror.expectSound()
    }

    @Test func `when a new picture with a new title comes there`() async throws {
        _ = try await archive.store(mirror.fetched(day, "Old", photo("stars")))
        try mirror.write(theirs, to: "\(month)/2026-11-20 New.jpg")
        _ = try await archive.store(mirror.fetched(day, "New", photo("more stars")))
        #expect(mirror.names(month) == ["2026-11-20 New.jpg", "metadata"])
        expectKept()
        #expect(mirror.names("\(month)/metadata/superseded").count { $0.hasSuffix(".jpg") } == 2)
        try mirror.expectSound()
    }

    @Test func `a new title whose name is a second name of the picture already`() async throws {
        let stored = try await archive.store(mirror.fetched(day, "Old", photo("stars")))
        let folder = try #require(try Folder.open("\(mirror.root)/\(month)"))
        #expect(try folder.link("2026-11-20 Old.jpg", as: "2026-11-20 New.jpg", in: folder))
        _ = try await archive.store(mirror.renamed(stored, "New"))
        #expect(mirror.names(month) == ["2026-11-20 New.jpg", "metadata"])
        try mirror.expectSound()
    }

    @Test func `a picture the owner edited and NASA then replaced`() async throws {
        _ = try await archive.store(mirror.fetched(day, "Title", photo("stars")))
        try mirror.write(theirs, to: "\(month)/2026-11-20 Title.jpg")
        _ = try await archive.store(mirror.fetched(day, "Title", photo("more stars")))
        expectKept()
        try mirror.expectSound()
    }

    @Test func `files that only begin with the date are nobody's business`() async throws {
        let names = ["2026-11-20 Title crop.jpg", "2026-11-20 notes.txt", "2026-11-20 Other.png", "mine.jpg"]
        for name in names { try mirror.write(theirs, to: "\(month)/\(name)") }
        let stored = try await archive.store(mirror.fetched(day, "Title", photo("stars")))
        _ = try await archive.store(mirror.renamed(stored, "New"))
        _ = try await archive.store(mirror.fetched(day, "Newer", photo("more stars")))
        try await archive.hide(day)
        for name in names { #expect(mirror.bytes("\(month)/\(name)") == theirs, "\(name)") }
    }

    @Test func `an edited JSON leads nobody outside`() async throws {
        var stored = try await archive.store(mirror.fetched(day, "Title", photo("stars")))
        try mirror.temporary.write("theirs", to: "precious.jpg")
        for name in ["../../../precious.jpg", "\(mirror.temporary.path)/precious.jpg", "..", ""] {
            stored.mirror.picture?.file = name
            try mirror.write(stored.encoded(), to: "\(month)/metadata/2026-11-20.json")
            _ = try? await archive.store(mirror.fetched(day, "Another", photo("more stars")))
            try mirror.write(stored.encoded(), to: "\(month)/metadata/2026-11-20.json")
            _ = try? await archive.store(mirror.renamed(stored, "New"))
            try mirror.write(stored.encoded(), to: "\(month)/metadata/2026-11-20.json")
            _ = try? await archive.hide(day)
            #expect(try mirror.temporary.text("precious.jpg") == "theirs")
        }
    }
}
