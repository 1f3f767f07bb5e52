import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Store

@Suite("What a crash interrupted is finished at the next start")
struct RecoveryTests {
    let mirror: TestMirror
    let month = "2026/2026-11"
    let incoming = ".apod-mirror/incoming"
    let stars = photo("stars")
    let former = photo("as first published")

    init() throws {
        mirror = try TestMirror()
    }

    /// The metadata as a commit stages it: with the picture's visible name.
    private func intent(_ title: String, _ bytes: [UInt8], suffix: String = "jpg") -> Metadata {
        var picture = mirror.picture(day, bytes, suffix == "html" ? .page : .original)
        picture.file = "2026-11-20 \(title).\(suffix)"
        return mirror.metadata(day, title, picture: picture)
    }

    private func stage(_ metadata: Metadata) throws {
        try mirror.write(metadata.encoded(), to: "\(incoming)/2026-11-20.json")
    }

    private func placed(_ title: String, _ bytes: [UInt8], suffix: String = "jpg") throws {
        try mirror.write(bytes, to: "\(month)/2026-11-20 \(title).\(suffix)")
    }

    /// A day as it was before the commit that was interrupted.
    private func store(_ title: String, _ bytes: [UInt8]) async throws {
        _ = try await mirror.open().store(mirror.fetched(day, title, bytes))
    }

    private func expectFinished(_ title: String, _ bytes: [UInt8], suffix: String = "jpg") async throws {
        for start in ["first", "second"] {
            let archive = try await mirror.open()
            let name = "2026-11-20 \(title).\(suffix)"
            #expect(mirror.names(month) == [name, "metadata"], "\(start)")
            #expect(mirror.bytes("\(month)/\(name)") == bytes)
            #expect(try mirror.stored(day).title == title)
            #expect(try mirror.stored(day).mirror.picture?.file == name)
            #expect(await archive.listing.presentDays == [day])
            try mirror.expectSound()
        }
    }

    @Test func `the intent and the picture lie in incoming`() async throws {
        try stage(intent("Title", stars))
        try mirror.write(stars, to: "\(incoming)/2026-11-20.part")
        try await expectFinished("Title", stars)
    }

    @Test func `the picture has its place, the intent not yet`() async throws {
        try stage(intent("Title", stars))
        try placed("Title", stars)
        try await expectFinished("Title", stars)
    }

    @Test func `a page and its intent lie in incoming, or the page has its place`() async throws {
        let page = ascii("<html>")
        try stage(intent("Title", page, suffix: "html"))
        try mirror.write(page, to: "\(incoming)/2026-11-20.page")
        try await expectFinished("Title", page, suffix: "html")
        try mirror.remove("\(month)/metadata/2026-11-20.json")
        try stage(intent("Title", page, suffix: "html"))
        try await expectFinished("Title", page, suffix: "html")
    }

    @Test func `a replacement lies in incoming`() async throws {
        try await store("Title", former)
        try stage(intent("Title", stars))
        try mirror.write(stars, to: "\(incoming)/2026-11-20.part")
        try await expectFinished("Title", stars)
        #expect(mirror.bytes("\(month)/metadata/superseded/2026-11-20 \(sum(former).prefix(8)).jpg") == former)
    }

    @Test(arguments: [true, false])
    func `a replacement has its place, its intent not yet`(hasSums: Bool) async throws {
        try await store("Title", former)
        try mirror.write(former, to: "\(month)/metadata/superseded/2026-11-20 \(sum(former).prefix(8)).jpg")
        try placed("Title", stars)
        if !hasSums { try mirror.remove("\(month)/metadata/SHA256SUMS") }
        try stage(intent("Title", stars))
        try await expectFinished("Title", stars)
    }

    @Test func `a replacement of another format has its place`() async throws {
        try await store("Title", former)
        let png = Specimen.pngs[0].bytes
        try mirror.write(former, to: "\(month)/metadata/superseded/2026-11-20 \(sum(former).prefix(8)).jpg")
        try placed("Title", png, suffix: "png")
        try stage(intent("Title", png, suffix: "png"))
        try await expectFinished("Title", png, suffix: "png")
    }

    @Test func `a replacement with a new title has its place beside the former one`() async throws {
        try await store("Old", former)
        try mirror.write(former, to: "\(month)/metadata/superseded/2026-11-20 \(sum(former).prefix(8)).jpg")
        try placed("New", stars)
        try stage(intent("New", stars))
        try await expectFinished("New", stars)
    }

    @Test func `metadata alone lies in incoming`() async throws {
        try mirror.write(mirror.pending(day, "Soon").metadata.encoded(), to: "\(incoming)/2026-11-20.json")
        let archive = try await mirror.open()
        #expect(await archive.listing.days.withoutFile == [day])
        #expect(try mirror.stored(day).mirror.state == .pending)
        try mirror.expectSound()
    }

    /// Written anew, it could be lost to a full disk or a second crash.
    @Test func `an intent is taken up as it lies there`() async throws {
        func inode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: "\(mirror.root)/\(path)")[.systemFileNumber] as? Int
        }
        try stage(intent("Title", stars))
        try mirror.write(stars, to: "\(incoming)/2026-11-20.part")
        let left = try inode("\(incoming)/2026-11-20.json")
        _ = try await mirror.open()
        #expect(try inode("\(month)/metadata/2026-11-20.json") == left)
        try mirror.expectSound()
    }

    @Test func `a folder in a picture's place fails that day alone, and what was fetched stays`() async throws {
        let neighbour = day.advanced(by: -1)
        for day in [day, neighbour] {
            var metadata = mirror.metadata(day, "Title", picture: mirror.picture(day, stars))
            metadata.mirror.picture?.file = "\(day) Title.jpg"
            try mirror.write(metadata.encoded(), to: "\(incoming)/\(day).json")
            try mirror.write(stars, to: "\(incoming)/\(day).part")
        }
        try mirror.write(ascii("mine"), to: "\(month)/\(day) Title.jpg/notes.txt")
        for _ in 0..<2 {
            let archive = try await mirror.open()
            #expect(await archive.listing.presentDays == [neighbour])
            #expect(mirror.bytes("\(incoming)/\(day).part") == stars)
            #expect(mirror.bytes("\(month)/\(day) Title.jpg/notes.txt") == ascii("mine"))
        }
        try mirror.remove("\(month)/\(day) Title.jpg")
        _ = try await mirror.open().store(mirror.fetched(day, "Title", stars))
        try mirror.expectSound()
    }

    @Test func `many days of one window`() async throws {
        let days = (0..<40).map { day.advanced(by: -$0) }
        for (number, day) in days.enumerated() {
            var metadata = mirror.metadata(day, "Title", picture: mirror.picture(day, photo("\(day)")))
            metadata.mirror.picture?.file = "\(day) Title.jpg"
            try mirror.write(metadata.encoded(), to: "\(incoming)/\(day).json")
            let place = number % 2 == 0 ? "\(incoming)/\(day).part" : "\(Tree.monthPath(day))/\(day) Title.jpg"
            try mirror.write(photo("\(day)"), to: place)
        }
        let archive = try await mirror.open()
        #expect(await archive.listing.presentDays == days.sorted())
        for month in Set(days.map(\.month)) { try mirror.expectSound(month) }
    }
}
