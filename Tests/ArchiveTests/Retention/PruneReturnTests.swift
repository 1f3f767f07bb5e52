import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Settings

/// The states that a prune may be killed in, made by its own steps.
@Suite("A start finishes what a prune left")
struct PruneReturnTests {
    let mirror: TestMirror
    static let pruned = ".apod-mirror/pruned"
    let old = day.advanced(by: -5)
    var picture: String { "\(old) Old.jpg" }

    init() throws {
        mirror = try TestMirror()
    }

    /// A mirror whose old day, with a former picture, was moved away, all or part of it.
    private func setAside(favorite: Bool = false) async throws {
        let archive = try await mirror.open()
        _ = try await archive.store(mirror.fetched(day, "New", photo("new")))
        _ = try await archive.store(mirror.fetched(old, "Old", photo("first")))
        _ = try await archive.store(mirror.fetched(old, "Old", photo("old")))
        if favorite {
            try mirror.link(picture, to: "../2026/2026-11/\(picture)")
            _ = try await archive.reconcileFavorites()
        }
        try Pruned(archive.tree).setAside(archive.tree.dayFiles(of: [old]), ofMonth: "2026-11")
        #expect(mirror.names("2026/2026-11") == ["metadata", "\(day) New.jpg"])
        #expect(try mirror.sums("2026-11").keys.sorted() == ["\(day) New.jpg"])
    }

    private func restart() async throws -> Archive {
        let archive = try await mirror.open()
        for folder in ["", "/metadata", "/metadata/superseded", "/metadata/published"] {
            #expect(mirror.names(Self.pruned + folder).subtracting(["metadata", "published", "superseded"]).isEmpty)
        }
        try mirror.expectSound()
        return archive
    }

    @Test func `a day that is whole comes back as it was`() async throws {
        try await setAside()
        let archive = try await restart()
        #expect(await archive.listing.presentDays == [old, day])
        #expect(mirror.bytes("2026/2026-11/\(picture)") == photo("old"))
        #expect(mirror.names("2026/2026-11/metadata/superseded").count == 1)
        #expect(try await archive.prune(keep: .days(3), now: TestMirror.now).gone.map(\.day) == [old])
    }

    @Test func `also when its picture had not left yet`() async throws {
        try await setAside()
        try move("\(Self.pruned)/\(picture)", "2026/2026-11/\(picture)")
        #expect(await (try restart()).listing.presentDays == [old, day])
    }

    @Test func `also into a month that is gone`() async throws {
        try await setAside()
        try mirror.remove("2026")
        #expect(await (try restart()).listing.presentDays == [old])
    }

    @Test func `a picture whose JSON was let go of does not come back`() async throws {
        try await setAside()
        try mirror.remove("\(Self.pruned)/metadata/\(old).json")
        #expect(await (try restart()).listing.days.keys.sorted() == [day])
    }

    /// The owner took it while its day was on its way out, and then the machine stopped.
    @Test(arguments: ["into favorites", "elsewhere"]) func `the JSON of a picture that its owner moved comes back`(
        where: String
    ) async throws {
        try await setAside()
        let place = `where` == "elsewhere" ? "elsewhere.jpg" : "favorites/found.jpg"
        try move("\(Self.pruned)/\(picture)", place)
        let archive = try await mirror.open()
        #expect(await archive.listing.days.withoutFile == [old])
        let record = try await archive.reconcileFavorites().record
        #expect(try await archive.prune(keep: .days(3), now: TestMirror.now).refusal == nil)
        if `where` == "elsewhere" {
            #expect(await archive.listing.days.keys.sorted() == [day], "it goes again")
            #expect(mirror.bytes(place) == photo("old"))
        } else {
            #expect(record.favorites.keys.sorted() == [old])
            #expect(mirror.bytes("2026/2026-11/\(picture)") == photo("old"))
        }
    }

    @Test func `a favorite's picture comes back from the vault if need be`() async throws {
        try await setAside(favorite: true)
        try mirror.remove("\(Self.pruned)/\(picture)")
        let archive = try await mirror.open()
        _ = try await archive.reconcileFavorites()
        #expect(mirror.bytes("2026/2026-11/\(picture)") == photo("old"))
        try mirror.expectSound()
    }

    @Test func `a day that waits for its picture comes back, too`() async throws {
        let archive = try await mirror.open()
        _ = try await archive.store(mirror.fetched(day, "New", photo("new")))
        _ = try await archive.store(mirror.pending(old, "Soon"))
        try mirror.write([], to: "\(Self.pruned)/metadata/none")
        try mirror.remove("\(Self.pruned)/metadata/none")
        try move("\(Tree.metadataPath(old))", "\(Self.pruned)/metadata/\(old).json")
        try await archive.returnPruned()
        #expect(try mirror.stored(old).mirror.state == .pending)
        #expect(await (try archive.list()).days.withoutFile == [old])
    }

    @Test func `a day that was stored anew meanwhile stays, and takes its former pictures`() async throws {
        try await setAside()
        let bytes = photo("stored anew")
        var metadata = mirror.metadata(old, "Old", picture: mirror.picture(old, bytes))
        metadata.mirror.picture?.file = picture
        try mirror.write(bytes, to: "2026/2026-11/\(picture)")
        try mirror.write(metadata.encoded(), to: "\(Tree.metadataPath(old))")
        _ = try await restart()
        #expect(mirror.bytes("2026/2026-11/\(picture)") == bytes)
        #expect(mirror.names("2026/2026-11/metadata/superseded").count == 1)
    }

    @Test func `other bytes under its picture's name are the owner's, and both are left`() async throws {
        try await setAside()
        try mirror.write(ascii("mine"), to: "2026/2026-11/\(picture)")
        let archive = try await mirror.open()
        #expect(mirror.bytes("2026/2026-11/\(picture)") == ascii("mine"))
        #expect(mirror.bytes("\(Self.pruned)/\(picture)") == photo("old"))
        try mirror.remove("2026/2026-11/\(picture)")
        try await archive.returnPruned()
        #expect(mirror.bytes("2026/2026-11/\(picture)") == photo("old"))
    }

    @Test func `what is no day's is left alone`() async throws {
        try await setAside()
        for path in ["\(Self.pruned)/notes.txt", "\(Self.pruned)/metadata/notes.json"] {
            try mirror.write(ascii("mine"), to: path)
        }
        _ = try await mirror.open()
        #expect(mirror.bytes("\(Self.pruned)/notes.txt") == ascii("mine"))
        #expect(mirror.bytes("\(Self.pruned)/metadata/notes.json") == ascii("mine"))
    }

    private func move(_ path: String, _ other: String) throws {
        try FileManager.default.moveItem(atPath: "\(mirror.root)/\(path)", toPath: "\(mirror.root)/\(other)")
    }
}
