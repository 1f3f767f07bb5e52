import Days
import Folder
import Foundation
import SampleNASA
import Testing

@testable import Archive
@testable import Favorites
@testable import Gallery
@testable import MirrorTree
@testable import Settings
@testable import Store

/// A picture that comes back finds its thumbnails gone, or they could not be made while it was away. Nobody else asks for
/// them before the next start.
@Suite("Thumbnails of days that come back", .needsBinary, .needsThumbnailer, .timeLimit(.minutes(15)))
struct ReturnedThumbnailTests {
    private let program: Program
    private let archive: Archive
    private let day: Day
    private let month: String

    init() async throws {
        program = try Program(ServedDays.last(3))
        let ended = try await program.run("sync", "--create", "--quiet", "--history", "3")
        guard ended.code == 0 else { throw HarnessError("the sync ended with \(ended.code): \(ended.lastWords)") }
        archive = try await Archive.open(program.root)
        day = try #require(Day(ServedDays.ago(1)))
        month = "\(program.root)/\(Tree.monthPath(day))"
    }

    private var thumbnail: String { "\(program.root)/.apod-mirror/thumbnails/\(day.year)/\(day).640.jpg" }
    private var hasThumbnail: Bool { FileManager.default.fileExists(atPath: thumbnail) }

    private func follow(_ body: () async throws -> Void) async throws {
        let maker = ThumbnailMaker(
            archive: archive, program: Program.thumbnailer, fetch: { _ in nil }, clock: { .now })
        let updater = GalleryUpdater(
            archive: archive, maker: maker, gallery: GalleryWriter(archive.tree), log: Log { _ in },
            fetchAgain: { _ in })
        try await updater.follow(.news, during: body)
    }

    /// Has the thumbnail made again, which cannot be done now; returns when that was tried.
    private func tryInVain() async throws {
        try await archive.perform { [day] in try $0.thumbnails.folder.forget(day) }
        let tried = Guarded(false)
        try await archive.events.heard { event in
            if case .thumbnail = event { tried.withLock { $0 = true } }
        } during: {
            archive.events.send(.changed([day], .returned))
            // Thumbnails are made with the lowest priority: beside all other tests that takes minutes.
            try await eventually("it was tried", within: .seconds(600)) { tried.withLock(\.self) }
        }
        #expect(!hasThumbnail)
    }

    @Test func `a picture that was dragged to favorites and is put back`() async throws {
        let name = try #require(try archive.tree.metadata(day)?.visibleName)
        try await follow {
            try FileManager.default.moveItem(
                atPath: "\(month)/\(name)", toPath: "\(program.root)/favorites/\(name)")
            // The mirror is looked through before the drag is understood.
            try await archive.perform { archive in
                try archive.store.list()
                _ = try archive.thumbnails.folder.missing(archive.store.listing, at: .now)
            }
            #expect(!hasThumbnail)
            _ = try await archive.perform { try $0.favorites.run(isThorough: true) }
            #expect(FileManager.default.fileExists(atPath: "\(month)/\(name)"))
        }
        #expect(hasThumbnail)
    }

    @Test func `a day whose JSON was damaged and is mended`() async throws {
        try await follow {
            let json = "\(month)/metadata/\(day).json"
            try Data("{".utf8).write(to: URL(filePath: json))
            try await tryInVain()
            try await archive.mend([day])
            #expect(archive.tree.check(day) == nil)
        }
        #expect(hasThumbnail)
    }

    @Test func `a month that could not be opened for a while`() async throws {
        try await follow {
            let aside = "\(program.folder)/aside"
            try FileManager.default.moveItem(atPath: month, toPath: aside)
            try FileManager.default.createSymbolicLink(atPath: month, withDestinationPath: aside)
            try await tryInVain()
            try FileManager.default.removeItem(atPath: month)
            try FileManager.default.moveItem(atPath: aside, toPath: month)
            archive.events.send(.passEnded)
        }
        #expect(hasThumbnail)
    }
}
