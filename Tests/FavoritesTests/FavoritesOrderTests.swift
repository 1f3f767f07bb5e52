import Days
import Folder
import JSON
import Testing

@testable import Archive
@testable import Favorites
@testable import MirrorTestSupport
@testable import MirrorTree

/// The orders of commands and of stars, as a pass carries them out.
@Suite("Favorites that are made or ended by an order")
struct FavoritesOrderTests {
    let vault: VaultUnderTest
    private let name = "\(day) Title.jpg"

    init() async throws {
        vault = try await VaultUnderTest()
        _ = try await vault.store(2)
        try await vault.restartClock()
        try await settle()
    }

    /// Passes until the folder is trusted.
    private func settle() async throws {
        var report = try await vault.pass()
        while let later = report.later {
            for folder in ["favorites", "favorites/Moons"] where !vault.mirror.names(folder).isEmpty {
                try vault.mirror.rest(folder)
            }
            report = try await vault.pass(after: later)
        }
    }

    private func outcomes(_ order: FavoritesOrder) async throws -> [Day: FavoriteOutcome]? {
        try await vault.archive.perform { try $0.favorites.carryOut(order)?.outcomes }
    }

    /// What a star has the daemon do.
    private func change(_ date: Day = day, isWanted: Bool) async throws -> FavoriteOutcome? {
        try await outcomes(isWanted ? .star(date) : .remove([date]))?[date]
    }

    private var record: FavoritesRecord {
        get throws { try #require(try vault.archive.tree.favoritesRecord()) }
    }

    @Test func `the link is the one that a hand would make, and counts at once`() async throws {
        #expect(try await change(isWanted: true) == .kept)
        #expect(vault.mirror.target(name) == "../2026/2026-11/\(name)")
        #expect(try record.favorites[day]?.links == [FilePath(name)])
        try vault.expectInLine([day])
        #expect(try await change(isWanted: true) == .unchanged)
        #expect(vault.mirror.favorites == [name])
    }

    @Test func `where a power cut took the last name of a pass, one pass counts a new link`() async throws {
        let copy = ".apod-mirror/favorites.json"
        let former = try #require(vault.mirror.bytes(copy))
        try vault.link(day)
        #expect(try await vault.pass().record.favorites.count == 1)
        vault.close()
        try vault.replace(copy, with: former)
        try await vault.restartClock()
        try vault.link(day.advanced(by: -1))
        #expect(try await vault.pass().record.favorites.count == 2)
        #expect(try record.favorites.count == 2)
        // The folder is trusted, so a removal counts, too.
        #expect(try await change(isWanted: false) == .removed)
    }

    @Test func `a pass that fails before anything is written leaves nothing in incoming`() async throws {
        try vault.mirror.write([], to: VaultUnderTest.path)
        try vault.link(day)
        await #expect(throws: FolderError.self) { try await vault.pass() }
        #expect(vault.mirror.names(".apod-mirror/incoming").isEmpty)
        #expect(try record.favorites[day] == nil)
        try vault.mirror.remove(VaultUnderTest.path)
        #expect(try await vault.pass().record.favorites[day] != nil)
    }

    @Test func `a removal counts at once, and can be undone as one by hand`() async throws {
        try vault.link(day)
        _ = try await vault.pass()
        let added = try #require(try record.favorites[day]?.added)
        #expect(try await change(isWanted: false) == .removed)
        #expect(vault.mirror.favorites.isEmpty)
        #expect(try record.favorites[day] == nil)
        let removed = try #require(try record.removed[day])
        #expect(removed.links == [FilePath(name)])
        #expect(removed.added == added)
        #expect(try await change(isWanted: false) == .unchanged)
    }

    @Test func `all links of the day go, in albums, too, and no other`() async throws {
        let other = day.advanced(by: -1)
        try vault.mirror.link("Moons/\(name)", to: "../../2026/2026-11/\(name)")
        try vault.link(day)
        try vault.link(other)
        _ = try await vault.pass()
        #expect(try record.favorites[day]?.links.count == 2)
        #expect(try await change(isWanted: false) == .removed)
        #expect(vault.mirror.names("favorites/Moons").isEmpty)
        #expect(try record.favorites[day] == nil)
        #expect(try record.favorites[other] != nil)
    }

    /// A slip of the finger does not cost a favorite its albums.
    @Test func `a second wish soon after a removal brings the links back where they were`() async throws {
        try vault.mirror.link("Moons/\(name)", to: "../../2026/2026-11/\(name)")
        _ = try await vault.pass()
        #expect(try await change(isWanted: false) == .removed)
        #expect(try await change(isWanted: true) == .kept)
        #expect(try record.favorites[day]?.links == [FilePath("Moons/\(name)")])
    }

    /// The record knows a link that went a moment ago until a second scan.
    @Test(arguments: ["", "Moons/"])
    func `a favorite whose link went a moment ago gets it back`(album: String) async throws {
        try vault.mirror.link("\(album)\(name)", to: (album.isEmpty ? "" : "../") + "../2026/2026-11/\(name)")
        _ = try await vault.pass()
        try await settle()
        #expect(try await change(isWanted: true) == .unchanged)
        try vault.mirror.remove("favorites/\(album)\(name)")
        #expect(try await change(isWanted: true) == .kept)
        #expect(vault.mirror.target("\(album)\(name)") != nil)
        try await settle()
        #expect(try record.favorites[day]?.links == [FilePath("\(album)\(name)")])
    }

    @Test func `a link that was dropped a moment ago is removed, too`() async throws {
        try vault.link(day)
        #expect(try await change(isWanted: false) == .removed)
        #expect(vault.mirror.favorites.isEmpty)
    }

    @Test func `a file of the owner's stays, and so does the favorite`() async throws {
        try vault.mirror.write(ascii("mine"), to: "favorites/\(name)")
        _ = try await vault.pass()
        try #require(try record.favorites[day] != nil)
        guard case .refused(let sentence) = try await change(isWanted: false) else {
            Issue.record("The owner's file was not told.")
            return
        }
        #expect(sentence.contains("favorites/\(name)"))
        #expect(vault.mirror.bytes("favorites/\(name)") == ascii("mine"))
        #expect(try record.favorites[day] != nil)
    }

    @Test func `a day that the mirror does not have is refused, and so is a hidden one`() async throws {
        let absent = day.advanced(by: -40)
        #expect(try await change(absent, isWanted: true) == .refused("This mirror has no picture of \(absent)."))
        try await vault.archive.hide(day)
        #expect(try await change(isWanted: true) == .refused("This mirror has no picture of \(day)."))
        #expect(vault.mirror.favorites.isEmpty)
    }

    /// Another folder may have taken the place of favorites/: a link that is missing there was not removed.
    @Test func `in a folder that is not trusted nothing is removed`() async throws {
        try vault.link(day)
        try await settle()
        try vault.mirror.move("favorites", to: "former")
        _ = try await vault.pass()
        #expect(try await change(isWanted: false) == nil)
        #expect(try record.favorites[day] != nil)
        try await settle()
        #expect(try await change(isWanted: false) == .removed)
        #expect(try record.favorites[day] == nil)
    }

    /// Another hand's removals still wait for the second look.
    @Test func `a link that another hand removed is not forgotten with it`() async throws {
        let other = day.advanced(by: -1)
        try vault.link(day)
        try vault.link(other)
        try await settle()
        try vault.mirror.remove("favorites/\(other) Title.jpg")
        #expect(try await change(isWanted: false) == .removed)
        #expect(try record.favorites[other] != nil)
        try await settle()
        #expect(try record.removed[other] != nil)
    }

    @Test func `a link whose album another hand removed is no reason to wait`() async throws {
        try vault.mirror.link("Moons/\(name)", to: "../../2026/2026-11/\(name)")
        try await settle()
        try vault.mirror.remove("favorites/Moons/\(name)")
        try vault.mirror.remove("favorites/Moons")
        #expect(try await change(isWanted: false) == .removed)
        #expect(try record.favorites[day] == nil)
    }

    // MARK: - Many days

    @Test func `many days are one order, and one that is refused keeps no other from it`() async throws {
        let (other, gap, never) = (day.advanced(by: -1), Day.first.advanced(by: 2), day.advanced(by: -9))
        let album = try Album("Moons")
        let added = try await outcomes(.add([day, other, gap], to: album))
        let noPicture = "NASA published no picture on \(gap), so there is none to be a favorite."
        #expect(added == [day: .kept, other: .kept, gap: .refused(noPicture)])
        #expect(try Set(record.favorites.keys) == [day, other])
        #expect(vault.mirror.names("favorites/Moons") == ["\(other) Title.jpg", name])
        #expect(try await outcomes(.add([day], to: album)) == [day: .unchanged])

        let ended = try await outcomes(.remove([day, other, never]))
        #expect(ended == [day: .removed, other: .removed, never: .unchanged])
        #expect(try Set(record.favorites.keys) == [])
        #expect(vault.mirror.names("favorites/Moons").isEmpty)

        #expect(try await outcomes(.restore([day, never])) == [day: .kept, never: .unknown])
        #expect(try record.favorites[day]?.links == [FilePath("Moons/\(name)")])
        #expect(try await outcomes(.restoreSince(.now + 60)) == [:])
        #expect(try await outcomes(.restoreSince(.now + -60)) == [other: .kept])
        #expect(try Set(record.favorites.keys) == [day, other])
    }

    @Test(arguments: ["", "Moons/Big", "/Caf%E9"])
    func `an order is read as it was written`(album: String) throws {
        let order = FavoritesOrder.add([day], to: album.isEmpty ? .top : try Album(album))
        #expect(try JSONFile.decode(FavoritesOrder.self, from: JSONFile.encode(order)) == order)
    }
}
