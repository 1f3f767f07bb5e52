import Days
import Folder
import Foundation
import Testing

@testable import Archive
@testable import Favorites
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite struct FavoriteHealthTests {
    let mirror: TestMirror
    let archive: Archive
    let links: FavoriteLinks
    private let month = "2026/2026-11"
    private let name = "2026-11-20 Spider.jpg"

    init() async throws {
        mirror = try TestMirror()
        archive = try await mirror.open()
        _ = try await archive.store(mirror.fetched(day, "Spider", photo("spider")))
        links = try FavoriteLinks(archive.tree, FavoritesRecord(), today: day, aliases: [])
    }

    private func health(of date: Day = day, _ recorded: Set<FilePath>) throws -> FavoriteHealth {
        try FavoriteInspection(archive.tree).health(
            of: Favorite(date: date, title: nil, added: TestMirror.now, links: recorded))
    }

    @Test func `all is well with a link, its picture and the vault`() async throws {
        try links.add(day, to: .top)
        #expect(try health([FilePath(name)]).problems == ["not in the vault"])
        #expect(try await archive.keepInVault([day]) == [day])
        let whole = try health([FilePath(name)])
        #expect(whole.isWell)
        #expect(whole.path == "\(mirror.root)/\(month)/\(name)")
    }

    @Test func `a link that is gone, or leads to a former name, is told`() async throws {
        _ = try await archive.keepInVault([day])
        #expect(try health([]).links == .missing)
        #expect(try health(["gone.jpg"]).links == .missing)
        #expect(try health(["no/album/x.jpg"]).links == .missing)
        try FileManager.default.createSymbolicLink(
            atPath: "\(mirror.root)/favorites/old.jpg", withDestinationPath: "../\(month)/2026-11-20 Old.jpg")
        #expect(try health(["old.jpg"]).problems == ["link to be healed"])
        try mirror.write(ascii("mine"), to: "favorites/mine.jpg")
        #expect(try health(["mine.jpg"]).isWell)
    }

    @Test func `a picture that is still to come is no damage`() async throws {
        let other = day.advanced(by: -1)
        try links.add(other, to: .top)
        let missing = try health(of: other, ["2026-11-19"])
        #expect(missing == FavoriteHealth(picture: .missing, path: nil, vault: .missing, links: .whole))
        #expect(missing.isWaiting && missing.problems == ["picture to be fetched"])
        _ = try await archive.store(mirror.pending(other, "Soon"))
        #expect(try health(of: other, ["2026-11-19"]).picture == .pending)
        try await archive.hide(other)
        #expect(try health(of: other, ["2026-11-19"]).picture == .hidden)
    }

    @Test func `what was deleted or damaged in the month is told`() async throws {
        try links.add(day, to: .top)
        _ = try await archive.keepInVault([day])
        try mirror.remove("\(month)/\(name)")
        #expect(try health([FilePath(name)]).picture == .missing)
        #expect(try health([FilePath(name)]).path == "\(mirror.root)/\(month)/\(name)")
        // A new file: the vault's may be the same one.
        try mirror.remove("\(month)/metadata/2026-11-20.json")
        try mirror.write(ascii("{"), to: "\(month)/metadata/2026-11-20.json")
        let damaged = try health([FilePath(name)])
        #expect(damaged.problems == ["metadata damaged"])
        #expect(!damaged.isWaiting)
    }
}

/// A mirror that was on a disk without links, and was copied to one that has them.
@Suite struct FormerShortcutTests {
    @Test(arguments: ["", "Album/"])
    func `a shortcut that became a link is there, under whichever name it is recorded`(album: String) async throws {
        let mirror = try TestMirror()
        let archive = try await mirror.open()
        _ = try await archive.store(mirror.fetched(day, "Spider", photo("spider")))
        _ = try await archive.perform { try $0.favorites.run(isThorough: true) }
        try FileManager.default.createDirectory(
            atPath: "\(mirror.root)/favorites/\(album)", withIntermediateDirectories: true)
        try mirror.write(FavoriteShortcut.bytes(day), to: "favorites/\(album)2026-11-20 Spider.url")
        for _ in 0..<2 {
            let report = try await archive.perform { try $0.favorites.run() }
            let recorded = try #require(report.record.favorites[day])
            #expect(try FavoriteInspection(archive.tree).health(of: recorded).links == .whole)
        }
        #expect(mirror.target("\(album)2026-11-20 Spider.jpg") != nil)
        try mirror.remove("favorites/\(album)2026-11-20 Spider.jpg")
        let recorded = try #require(try archive.tree.favoritesRecord()?.favorites[day])
        #expect(try FavoriteInspection(archive.tree).health(of: recorded).links == .missing)
    }
}
