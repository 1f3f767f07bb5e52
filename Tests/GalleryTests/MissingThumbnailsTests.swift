import Days
import Folder
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Store

@Suite("Which days lack their thumbnails")
struct MissingThumbnailsTests {
    private let mirror: TestMirror
    private let archive: Archive
    private let thumbnails = ".apod-mirror/thumbnails/2026"
    private let other = Day.of("2026-11-19")

    init() async throws {
        mirror = try TestMirror()
        archive = try await mirror.open()
        for day in [day, other] { _ = try await archive.store(mirror.fetched(day, "Title", photo("\(day)"))) }
    }

    private func missing(at now: Timestamp = TestMirror.now) async throws -> [Day] {
        try await archive.perform { try $0.thumbnails.folder.missing($0.store.listing, at: now) }
    }

    private func mark(_ cause: ThumbnailMark.Cause, _ day: Day = day) async throws {
        try mirror.rest(Tree.metadataPath(day).description)
        _ = try await archive.perform { archive in
            let source = try #require(try archive.thumbnails.source(of: day, at: TestMirror.now))
            return try archive.thumbnails.mark(source, reason: "it is odd", cause, now: TestMirror.now)
        }
    }

    @Test func `the newest comes first, and one that has all of them lacks none`() async throws {
        #expect(try await missing() == [day, other])
        // As the first version left it.
        try mirror.write(photo("large"), to: "\(thumbnails)/\(day).960.jpg")
        try mirror.write(photo("small"), to: "\(thumbnails)/\(day).320.jpg")
        #expect(try await missing() == [day, other])
        try mirror.write(photo("card"), to: "\(thumbnails)/\(day).640.jpg")
        #expect(try await missing() == [other])
    }

    @Test(arguments: [320, 640, 960, 2_048]) func `each size that should be there counts`(size: Int) async throws {
        for day in [day, other] {
            for size in [320, 640, 960, 2_048] {
                try mirror.write(photo("\(size)"), to: "\(thumbnails)/\(day).\(size).jpg")
            }
        }
        let heavy = [UInt8](repeating: 0, count: 1_300_000)
        try mirror.write(heavy, to: "2026/2026-11/\(day) Title.jpg")
        #expect(try await missing() == [])
        for day in [day, other] { try mirror.remove("\(thumbnails)/\(day).\(size).jpg") }
        // A light picture has two sizes.
        #expect(try await missing() == (size > 640 ? [day] : [day, other]))
        let months = { (months: Set<String>) in
            try await archive.perform {
                try $0.thumbnails.folder.missing($0.store.listing, of: months, at: TestMirror.now)
            }
        }
        #expect(try await months(["2026-10"]) == [])
        #expect(try await months(["2026-11"]).first == day)
    }

    @Test func `one that was interrupted is tried again soon`() async throws {
        try await mark(.nothingToShow)
        try await mark(.interrupted, other)
        #expect(try await missing(at: TestMirror.now + 19 * 60) == [])
        #expect(try await missing(at: TestMirror.now + 20 * 60) == [other])
    }

    @Test func `one that was tried in vain waits, and one that cannot be decoded for good`() async throws {
        try await mark(.nothingToShow)
        try await mark(.unreadable, other)
        #expect(try await missing() == [])
        #expect(try await missing(at: TestMirror.now + 8 * 86_400) == [day])
        #expect(try await archive.perform { try $0.thumbnails.all() } == [day, other])
        #expect(try await missing() == [day, other])
    }

    private func seenMissing(at now: Timestamp) async throws -> [Day] {
        try await archive.perform { archive in
            try ThumbnailFolder(archive.tree.root).missing(archive.store.listing, at: now, tidying: false)
        }
    }

    @Test func `who only looks misses none that is only worth another try`() async throws {
        try await mark(.nothingToShow)
        try await mark(.interrupted, other)
        let later = TestMirror.now + 8 * 86_400
        #expect(try await seenMissing(at: later) == [])
        // Its note is older than its JSON, and still of the same picture.
        try archive.tree.root.open(Tree.metadataPath(day))?.setWritten(FileStatus.clock)
        try mirror.rest("\(thumbnails)/\(day).failed")
        #expect(try await seenMissing(at: later) == [])
        _ = try await archive.store(mirror.fetched(day, "Title", photo("another")))
        #expect(try await seenMissing(at: later) == [day])
    }

    @Test func `a hidden day lacks none, whatever file lies beside its metadata`() async throws {
        try mirror.write(photo("small"), to: "\(thumbnails)/\(other).320.jpg")
        try mirror.write(photo("card"), to: "\(thumbnails)/\(other).640.jpg")
        let json = "2026/2026-11/metadata/\(day).json"
        let text = try String(decoding: #require(try archive.tree.root.read(FilePath(json))), as: UTF8.self)
        try mirror.write(Array(text.replacing("\"present\"", with: "\"hidden\"").utf8), to: json)
        _ = try await archive.list()
        #expect(try archive.tree.metadata(day)?.mirror.state == .hidden)
        #expect(try await missing().isEmpty)
        #expect(try await seenMissing(at: TestMirror.now) == [])
    }

    @Test(arguments: ["{", "pending"])
    func `a day whose JSON names no picture lacks none, whatever file lies beside it`(what: String) async throws {
        let json = "2026/2026-11/metadata/\(day).json"
        if what == "pending" {
            var metadata = try #require(try archive.tree.metadata(day))
            metadata.mirror.state = .pending
            metadata.mirror.picture = nil
            try mirror.write(metadata.encoded(replacing: nil), to: json)
        } else {
            try mirror.write(Array(what.utf8), to: json)
        }
        _ = try await archive.list()
        #expect(try await archive.perform { try $0.thumbnails.source(of: day, at: TestMirror.now) } == nil)
        #expect(try await missing() == [other])
        #expect(try await seenMissing(at: TestMirror.now) == [other])
    }

    @Test func `a picture that changed since is tried again`() async throws {
        try await mark(.unreadable)
        try mirror.rest("\(thumbnails)/\(day).failed")
        _ = try await archive.store(mirror.fetched(day, "Title", photo("mended")))
        #expect(try await missing() == [day, other])
    }

    @Test func `one whose JSON was touched waits as before`() async throws {
        try await mark(.nothingToShow)
        let note: FilePath = "\(thumbnails)/\(day).failed"
        let status = { try archive.tree.root.status($0)?.changed ?? 0 }
        try mirror.rest(note.description)
        try archive.tree.root.open(Tree.metadataPath(day))?.setWritten(FileStatus.clock)
        #expect(try status(note) < status(Tree.metadataPath(day)))
        try mirror.rest(Tree.metadataPath(day).description)
        #expect(try await missing() == [other])
    }

    @Test func `of a day that is gone nothing is left`() async throws {
        try mirror.write(photo("small"), to: "\(thumbnails)/2026-11-18.320.jpg")
        try await mark(.nothingToShow)
        try mirror.remove("2026/2026-11/metadata/\(day).json")
        _ = try await archive.list()
        #expect(try await missing() == [other])
        #expect(mirror.names(thumbnails).isEmpty)
    }
}
