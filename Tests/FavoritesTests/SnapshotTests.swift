import Days
import Foundation
import Testing

@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree

/// A link that moves while albums are listed may be found in none of them: such a scan proves no removal.
@Suite("A scan of all names as they lay at one moment")
struct SnapshotTests {
    private let mirror: TestMirror
    private let favorites: Folder
    private var files = FileMemory()

    init() throws {
        mirror = try TestMirror()
        try mirror.link("Galaxies/a", to: "../../2026/2026-11/2026-11-20")
        try mirror.link("b", to: "../2026/2026-11/2026-11-19")
        favorites = try #require(try Tree.open(mirror.root).root.folder(Tree.favorites))
        for album in ["favorites", "favorites/Galaxies"] { try mirror.rest(album) }
    }

    @Test mutating func `what lay still is a snapshot`() throws {
        #expect(try scan().isSnapshot(of: favorites))
    }

    @Test(arguments: ["b", "Galaxies/a"])
    mutating func `a link that went meanwhile, into whatever album, is none`(name: String) throws {
        let scan = try scan()
        let path = "\(mirror.root)/favorites/"
        try FileManager.default.moveItem(atPath: path + name, toPath: path + "Galaxies/c")
        #expect(!scan.isSnapshot(of: favorites))
    }

    /// A change within the tick of the clock in which the scan began would not tell.
    @Test mutating func `what has just changed is none`() throws {
        try mirror.link("c", to: "../2026/2026-11/2026-11-18")
        #expect(try !scan().isSnapshot(of: favorites))
    }

    @Test mutating func `an album that went is none`() throws {
        let scan = try scan()
        try FileManager.default.removeItem(atPath: "\(mirror.root)/favorites/Galaxies")
        #expect(!scan.isSnapshot(of: favorites))
    }

    private mutating func scan() throws -> FavoritesScan {
        let facts = MirrorFacts(try Tree.open(mirror.root), Listing(), today: .first)
        return try FavoritesScan(
            of: favorites, facts, LinkReading(root: mirror.root, aliases: []), remembering: &files)
    }
}
