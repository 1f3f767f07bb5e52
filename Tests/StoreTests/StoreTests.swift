import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Store

@Suite("A stored day is on disk, whole, with everything that names it")
struct StoreTests {
    let mirror: TestMirror
    let month = "2026/2026-11"

    init() throws {
        mirror = try TestMirror()
    }

    @Test func `picture, story, sum, date and attributes`() async throws {
        let archive = try await mirror.open()
        let bytes = photo("stars")
        let written = try await archive.store(mirror.fetched(day, "M64: The Black Eye", bytes))
        let name = "2026-11-20 M64 - The Black Eye.jpg"
        #expect(written.mirror.picture?.file == name)
        #expect(mirror.names(month) == [name, "metadata"])
        #expect(mirror.bytes("\(month)/\(name)") == bytes)
        #expect(try mirror.stored(day) == written)
        #expect(try mirror.sums("2026-11") == [name: sum(bytes)])
        try mirror.expectSound()
        #expect(await archive.listing.isPresent(day))
        let listed = try await archive.list().days
        #expect(listed.keys == [day] && listed[day] == .init(hasMetadata: true, files: [name]))

        let folder = try #require(try Folder.open("\(mirror.root)/\(month)"))
        #expect(try folder.status(FilePath(name))?.modified == Timestamp.noon(of: day).seconds)
        let file = try #require(try folder.open(FilePath(name)))
        if file.setAttribute("user.test", "x") {
            #expect(file.attribute("user.xdg.comment") == "M64: The Black Eye\nWhy is it dark?")
            #expect(file.attribute("user.xdg.origin.url") == "https://x/original")
            #expect(file.attribute("user.xdg.creator") == "A. Stronomer")
            #expect(file.attribute("user.apod-mirror.partial") == nil)
        }
    }

    @Test func `sha256sum agrees with what was written`() async throws {
        let folder = try await fiveDays()
        #expect(Command.succeeds("env", "--chdir=\(folder)", "sha256sum", "--check", "--strict", "metadata/SHA256SUMS"))
    }

    @Test(.enabled(if: Command.succeeds("jq", "--version"), "needs jq")) func `jq agrees with what was written`()
        async throws
    {
        let folder = try await fiveDays()
        let query = #".date == "2026-11-20" and .service_version == "v1" and .mirror.picture.kind == "original""#
        #expect(Command.succeeds("env", "--chdir=\(folder)", "jq", "--exit-status", query, "metadata/2026-11-20.json"))
    }

    /// The folder of a month in which five days are stored.
    private func fiveDays() async throws -> String {
        let archive = try await mirror.open()
        for offset in 0..<5 {
            let next = day.advanced(by: -offset)
            _ = try await archive.store(mirror.fetched(next, "“Title” — №\(offset) 日本", photo("\(offset)")))
        }
        return "\(mirror.root)/\(month)"
    }

    @Test(.enabled(if: Abilities.attributes, "needs a disk that keeps extended attributes"))
    func `a long story's attribute ends between two characters`() async throws {
        let archive = try await mirror.open()
        for offset in 0..<4 {
            let next = day.advanced(by: -offset)
            var change = try mirror.fetched(next, String(repeating: "x", count: offset), photo("stars"))
            change.metadata.explanation = String(repeating: "星🚀", count: 400)
            let file = try await archive.store(change).mirror.picture?.file ?? ""
            let folder = try #require(try Folder.open("\(mirror.root)/\(month)"))
            let comment = try #require(try folder.open(FilePath(file))?.attribute("user.xdg.comment"))
            #expect(!comment.contains("\u{FFFD}"))
            #expect((900...1_000).contains(comment.utf8.count))
        }
    }

    @Test func `a page stands for a video that lives elsewhere, without a sum`() async throws {
        let archive = try await mirror.open()
        let page = ascii("<!doctype html><title>Fly</title>")
        let written = try await archive.store(mirror.page(day, "Orbit Fly-through", page))
        #expect(written.mirror.picture?.file == "2026-11-20 Orbit Fly-through.html")
        #expect(mirror.bytes("\(month)/2026-11-20 Orbit Fly-through.html") == page)
        #expect(mirror.names("\(month)/metadata") == ["2026-11-20.json"])
        #expect(await archive.listing.isPresent(day))
        try mirror.expectSound()
        let again = ascii("<!doctype html><title>Orbit</title>")
        _ = try await archive.store(mirror.page(day, "Orbit: Fly-through", again))
        #expect(mirror.names(month) == ["2026-11-20 Orbit - Fly-through.html", "metadata"])
        #expect(mirror.names("\(month)/metadata") == ["2026-11-20.json", "superseded"])
        try mirror.expectSound()
    }

    @Test func `a pending day is its JSON alone, until its picture comes`() async throws {
        let archive = try await mirror.open()
        _ = try await archive.store(mirror.pending(day, "Soon"))
        #expect(mirror.names(month) == ["metadata"])
        #expect(try mirror.stored(day).mirror.state == .pending)
        #expect(await archive.listing.days.withoutFile == [day])
        _ = try await archive.store(mirror.fetched(day, "Soon", photo("now")))
        #expect(await archive.listing.presentDays == [day])
        #expect(try mirror.stored(day).mirror.pending == nil)
        try mirror.expectSound()
    }

    @Test func `keys that a newer version wrote stay`() async throws {
        let archive = try await mirror.open()
        let written = try await archive.store(mirror.fetched(day, "One", photo("stars")))
        let path = "\(month)/metadata/2026-11-20.json"
        let text = String(decoding: try #require(mirror.bytes(path)), as: UTF8.self)
        try mirror.write(ascii(text.replacing(#""mirror" : {"#, with: #""mirror" : { "stars" : [1, null],"#)), to: path)
        _ = try await archive.store(mirror.renamed(written, "Two"))
        #expect(String(decoding: try #require(mirror.bytes(path)), as: UTF8.self).contains(#""stars" : ["#))
        #expect(try mirror.stored(day).title == "Two")
    }

    @Test func `a file the owner deleted comes back, one that stays is not superseded by itself`() async throws {
        let archive = try await mirror.open()
        _ = try await archive.store(mirror.fetched(day, "One", photo("stars")))
        try mirror.remove("\(month)/2026-11-20 One.jpg")
        _ = try await archive.store(mirror.fetched(day, "One", photo("stars")))
        _ = try await archive.store(mirror.fetched(day, "One", photo("stars")))
        #expect(mirror.names(month) == ["2026-11-20 One.jpg", "metadata"])
        #expect(mirror.names("\(month)/metadata") == ["2026-11-20.json", "SHA256SUMS"])
        try mirror.expectSound()
    }
}
