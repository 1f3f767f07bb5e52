import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("The vault has every favorite's picture and story")
struct VaultTests {
    let vault: VaultUnderTest
    var mirror: TestMirror { vault.mirror }
    var archive: Archive { vault.archive }

    init() async throws {
        vault = try await VaultUnderTest()
    }

    @Test func `pictures, pages and their JSON are kept under their own names`() async throws {
        let days = try await vault.store(2)
        let video = day.advanced(by: -2)
        _ = try await archive.store(mirror.page(video, "Fly-through", ascii("<html>")))
        #expect(try await archive.keepInVault(days + [video]) == Set(days + [video]))
        try vault.expectInLine(days + [video])
    }

    @Test func `only favorites are kept, and without any there is no vault`() async throws {
        let days = try await vault.store(2)
        #expect(try await archive.keepInVault([]) == [])
        #expect(!mirror.names(".apod-mirror").contains("vault"))
        #expect(try await archive.keepInVault(days.prefix(1)) == [day])
        try vault.expectInLine([day])
        #expect(try await archive.vaultState(of: days[1]) == .missing)
    }

    @Test func `when nothing is to do nothing is written`() async throws {
        let days = try await vault.store(40)
        _ = try await archive.keepInVault(days)
        let before = try ["vault", "incoming"].map { try vault.status(".apod-mirror/\($0)") }
        #expect(try await archive.keepInVault(days) == Set(days))
        #expect(try ["vault", "incoming"].map { try vault.status(".apod-mirror/\($0)") } == before)
        try await vault.restart()
        #expect(try await archive.keepInVault(days) == Set(days))
        #expect(try vault.status(".apod-mirror/vault") == before[0])
    }

    @Test func `a thousand days`() async throws {
        let days = try vault.plant(1_000)
        #expect(try await archive.keepInVault(days) == Set(days))
        try vault.expectInLine(days)
        #expect(try await archive.keepInVault(days) == Set(days))
    }

    @Test func `a bad day costs its neighbours nothing`() async throws {
        let days = try await vault.store(6)
        let month = "2026/2026-11"
        try mirror.write(ascii("{"), to: "\(month)/metadata/\(days[0]).json")
        try mirror.remove("\(month)/\(days[1]) Title.jpg")
        try mirror.write(ascii("half"), to: "\(month)/\(days[2]) Title.jpg")
        try mirror.remove("\(month)/\(days[3]) Title.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: "\(mirror.root)/\(month)/\(days[3]) Title.jpg", withDestinationPath: "\(days[4]) Title.jpg")
        try mirror.write(ascii("mine"), to: "\(VaultUnderTest.path)/\(days[4]) Title.jpg/folder.txt")
        let pending = day.advanced(by: -6)
        _ = try await archive.store(mirror.pending(pending, "Soon"))
        let unknown = day.advanced(by: 1)
        #expect(try await archive.keepInVault(days + [pending, unknown]) == [days[5]])
        #expect(vault.names == ["\(days[5]).json", "\(days[5]) Title.jpg", "\(days[4]) Title.jpg"])
        #expect(mirror.names(".apod-mirror/incoming").isEmpty)
    }

    @Test func `a day whose month is bad stays as the vault has it, and is safe`() async throws {
        let days = try await vault.store(4)
        _ = try await archive.keepInVault(days)
        let before = days.map { vault.bytes("\($0) Title.jpg") }
        let month = "2026/2026-11"
        try mirror.remove("\(month)/\(days[0]) Title.jpg")
        try mirror.remove("\(month)/metadata/\(days[1]).json")
        try vault.replace("\(month)/metadata/\(days[2]).json", with: ascii("{"))
        try vault.replace("\(month)/\(days[3]) Title.jpg", with: ascii("half"))
        #expect(try await archive.keepInVault(days) == Set(days))
        #expect(days.map { vault.bytes("\($0) Title.jpg") } == before)
        for day in days { #expect(try await archive.vaultState(of: day) == .whole) }
    }

    @Test func `a year that is a link is refused, the others are kept`() async throws {
        let days = try await vault.store(1)
        let old = try #require(Day("2025-03-01"))
        _ = try await archive.store(mirror.fetched(old, "Old", photo("old")))
        let files = FileManager.default
        try files.moveItem(atPath: "\(mirror.root)/2025", toPath: "\(mirror.temporary.path)/elsewhere")
        try files.createSymbolicLink(atPath: "\(mirror.root)/2025", withDestinationPath: "../elsewhere")
        #expect(try await archive.keepInVault(days + [old]) == Set(days))
        try vault.expectInLine(days)
    }

    @Test func `what was removed thirty days ago is swept, and former names, and nothing else`() async throws {
        let days = try await vault.store(3)
        _ = try await archive.keepInVault(days)
        try mirror.write(photo("former name"), to: "\(VaultUnderTest.path)/\(days[0]) Former.jpg")
        try await archive.sweepVault(of: [])
        try vault.expectInLine(days)
        try await archive.sweepVault(of: days, after: 29)
        try vault.expectInLine(days)
        try await archive.sweepVault(of: [days[1]])
        try vault.expectInLine([days[0], days[2]])
        #expect(try await archive.keepInVault(days) == Set(days))
        try vault.expectInLine(days)
        try await archive.sweepVault(of: days)
        #expect(vault.names.isEmpty)
    }

    /// A record out of an old backup knows a removal, and not that the day became a favorite again.
    @Test func `what came in long after its removal stays, and is told`() async throws {
        let days = try await vault.store(3)
        _ = try await archive.keepInVault(days)
        let record = FavoritesRecord(
            favorites: [days[0]: Favorite(date: days[0], title: nil, added: .now, links: ["a"])],
            removed: [days[1]: Favorite(date: days[1], added: .now, removed: .now + -31 * 86_400, links: [])])
        try await archive.sweepVault(of: [days[1]], removedAt: .now + -31 * 86_400, after: 0)
        try vault.expectInLine(days)
        let archive = self.archive
        let census = try VaultCensus(archive.tree, archive.tree.listing(), record)
        #expect(census.unrecorded == [days[1], days[2]])
        #expect(census.lacking == [])
        try mirror.remove("\(VaultUnderTest.path)/\(days[0]).json")
        #expect(try VaultCensus(archive.tree, archive.tree.listing(), record).lacking == [days[0]])
        #expect(try VaultCensus(archive.tree, archive.tree.listing(), record, except: [days[0]]).lacking == [])
    }

    /// The day may be gone from its month, and NASA have nothing of it any more.
    @Test func `a day that only the vault has can be a favorite`() async throws {
        let gap = try #require(Day.withoutPicture.first)
        let facts = MirrorFacts(archive.tree, Listing(), today: day)
        #expect(facts.refusal(of: gap) == .gap(gap))
        try mirror.write(ascii("{}"), to: "\(VaultUnderTest.path)/\(gap).json")
        #expect(facts.refusal(of: gap) == nil)
    }

    @Test func `a sweep takes nothing of a day that is not whole`() async throws {
        _ = try await vault.store(1)
        _ = try await archive.keepInVault([day])
        try mirror.write(photo("another"), to: "\(VaultUnderTest.path)/\(day) Another.jpg")
        try mirror.remove("\(VaultUnderTest.path)/\(day) Title.jpg")
        try await archive.sweepVault(of: [])
        #expect(vault.names == ["\(day).json", "\(day) Another.jpg"])
    }

    @Test func `the state tells what is wrong`() async throws {
        let days = try await vault.store(3)
        _ = try await archive.keepInVault(days)
        let path = "\(mirror.root)/\(VaultUnderTest.path)"
        try mirror.remove("\(VaultUnderTest.path)/\(days[0]).json")
        try vault.replace("\(VaultUnderTest.path)/\(days[1]).json", with: ascii("{"))
        try mirror.remove("\(VaultUnderTest.path)/\(days[2]) Title.jpg")
        #expect(try await archive.vaultState(of: days[0]) == .missing)
        #expect(try await archive.vaultState(of: days[1]) == .damaged)
        #expect(archive.tree.checkVault(days[1])?.hasPrefix("\(path)/\(days[1]).json, ") == true)
        #expect(try await archive.vaultState(of: days[2]) == .damaged)
        #expect(archive.tree.checkVault(days[2])?.hasPrefix("\(path)/\(days[2]) Title.jpg, ") == true)
    }
}
