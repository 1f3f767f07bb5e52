import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Days
@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("A favorite's picture is tagged")
struct FavoriteTagsTests {
    let vault: VaultUnderTest
    var archive: Archive { vault.archive }

    init() async throws {
        vault = try await VaultUnderTest()
        _ = try await vault.store(1)
    }

    private func file() throws -> OpenFile {
        try #require(try archive.tree.root.open("2026/2026-11/\(day) Title.jpg"))
    }

    private func tags() throws -> String? {
        try file().attribute("user.xdg.tags")
    }

    @Test func `with its albums, and no more when it is no favorite`() async throws {
        await archive.tag(day, albums: ["Galaxies", "For Ann, Bob"])
        #expect(try tags() == "Favorite,Galaxies,For Ann; Bob")
        await archive.tag([day: []])
        #expect(try tags() == "Favorite")
        await archive.tag(day, albums: nil)
        #expect(try tags() == nil)
        #expect(try file().attribute(FavoriteTags.note) == nil)
    }

    @Test func `once its last link went for good, none is left`() async throws {
        let elapsed = Monitor(Duration.zero)
        let rules = FavoritesRules(elapsed: { elapsed.withLock { $0 } })
        try await vault.restart(rules)
        let favorites = { try await vault.archive.perform { try $0.favorites.run().record.favorites } }
        _ = try await favorites()
        try vault.link(day)
        #expect(try await favorites().count == 1)
        #expect(try tags() == "Favorite")
        try vault.mirror.remove("favorites/\(day) Title.jpg")
        try vault.mirror.rest("favorites")
        #expect(try await favorites().count == 1)
        elapsed.withLock { $0 += Reconciliation.apart }
        #expect(try await favorites().isEmpty)
        #expect(try tags() == nil)
    }

    @Test func `the owner's tags stay`() async throws {
        try file().setAttribute("user.xdg.tags", "print it,Favorite")
        await archive.tag(day, albums: ["Galaxies"])
        #expect(try tags() == "Favorite,Galaxies,print it")
        try file().setAttribute("user.xdg.tags", "Galaxies,print it,wall")
        await archive.tag(day, albums: ["Stars"])
        #expect(try tags() == "Favorite,Stars,print it,wall")
        await archive.tag(day, albums: nil)
        #expect(try tags() == "print it,wall")
    }

    @Test func `nothing is written where nothing differs`() async throws {
        await archive.tag(day, albums: ["Galaxies"])
        let before = try file().status()
        await archive.tag(day, albums: ["Galaxies"])
        #expect(try file().status() == before)
        await archive.tag(day.advanced(by: 1), albums: [])
    }

    @Test func `a tagged favorite is still in line with its month`() async throws {
        _ = try await archive.keepInVault([day])
        await archive.tag(day, albums: ["Galaxies"])
        #expect(try await archive.keepInVault([day]) == [day])
        try vault.expectInLine([day])
    }

    @Test func `as many albums as there is room for, each once and whole`() {
        let long = String(repeating: "é", count: 120)
        #expect(FavoriteTags.ours([long, "\(long)2", "\(long)3"]) == ["Favorite", long, "\(long)2"])
        #expect(FavoriteTags.ours(["A", "", "A", "Favorite"]) == ["Favorite", "A"])
    }
}
