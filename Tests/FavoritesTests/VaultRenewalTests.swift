import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Store

@Suite("The vault follows every correction")
struct VaultRenewalTests {
    let vault: VaultUnderTest
    var mirror: TestMirror { vault.mirror }
    var archive: Archive { vault.archive }
    let place = VaultUnderTest.path

    init() async throws {
        vault = try await VaultUnderTest()
        _ = try await vault.store(2)
        _ = try await archive.keepInVault([day])
    }

    private func settle(_ change: DayChange) async throws {
        _ = try await archive.store(change)
        try await archive.settle(day)
    }

    private func expectRenewed() async throws {
        #expect(try await archive.keepInVault([day]) == [day])
        try vault.expectInLine([day])
        let standing = try vault.status(place)
        #expect(try await archive.keepInVault([day]) == [day])
        #expect(try vault.status(place) == standing)
    }

    @Test func `a reread rewrites the JSON`() async throws {
        var stored = try mirror.stored(day)
        stored.mirror.picture?.checked = TestMirror.now + 86_400
        _ = try await archive.store(DayChange(metadata: stored, content: .kept, basis: mirror.basis(day)))
        try await expectRenewed()
    }

    @Test func `a new title renames the picture`() async throws {
        _ = try await archive.store(mirror.renamed(mirror.stored(day), "New"))
        try await expectRenewed()
        #expect(vault.names == ["\(day) New.jpg", "\(day).json"])
    }

    @Test func `a new picture takes the former one's place`() async throws {
        try await settle(mirror.fetched(day, "Title", photo("corrected")))
        try await expectRenewed()
        #expect(vault.bytes("\(day) Title.jpg") == photo("corrected"))
    }

    /// Neither name nor size tells it.
    @Test func `a new picture of the same size`() async throws {
        try await settle(mirror.fetched(day, "Title", photo("2026-11-0X")))
        try await expectRenewed()
    }

    @Test func `a new picture under a new title, of another format, or a page`() async throws {
        try await settle(mirror.fetched(day, "New", photo("corrected")))
        try await expectRenewed()
        try await settle(mirror.fetched(day, "New", Specimen.pngs[0].bytes))
        try await expectRenewed()
        try await settle(mirror.page(day, "New", ascii("<html>")))
        try await expectRenewed()
    }

    @Test func `a correction that is damaged in its month does not take the good one's place`() async throws {
        let former = vault.bytes("\(day) Title.jpg")
        let formerStory = vault.bytes("\(day).json")
        try await settle(mirror.fetched(day, "Title", photo("corrected")))
        try vault.replace("2026/2026-11/\(day) Title.jpg", with: photo("Xorrected"))
        #expect(try await archive.keepInVault([day]) == [])
        #expect(vault.bytes("\(day) Title.jpg") == former)
        #expect(vault.bytes("\(day).json") == formerStory)
        #expect(try await archive.vaultState(of: day) == .whole)
    }

    /// A note may be lost, or was never written.
    @Test(arguments: [true, false])
    func `a picture that came just now leaves the former one in the vault, noted or not`(isNoted: Bool) async throws {
        let former = vault.bytes("\(day) Title.jpg")
        var change = try mirror.fetched(day, "Title", photo("corrected"))
        change.metadata.mirror.picture?.fetched = .now
        _ = try await archive.store(change)
        if !isNoted { try await archive.perform { try $0.notes.change { $0.days[day] = nil } } }
        #expect(try await archive.keepInVault([day]) == [])
        #expect(vault.bytes("\(day) Title.jpg") == former)
        #expect(mirror.bytes("2026/2026-11/\(day) Title.jpg") == photo("corrected"))
    }

    @Test func `a title that is new only in its case`() async throws {
        _ = try await archive.store(mirror.renamed(mirror.stored(day), "TITLE"))
        try await expectRenewed()
    }

    @Test func `a picture that has vanished from the vault comes back into it`() async throws {
        try mirror.remove("\(place)/\(day) Title.jpg")
        try await expectRenewed()
        try mirror.remove("\(place)/\(day).json")
        try await expectRenewed()
        try vault.replace("\(place)/\(day).json", with: ascii("{"))
        try await expectRenewed()
    }

    // MARK: - Cut short: what each step leaves, and the next pass

    @Test func `the first picture is in, its JSON not yet`() async throws {
        try mirror.remove("\(place)/\(day).json")
        try await expectAfterStart()
    }

    @Test func `a new title's picture is in, its JSON not yet`() async throws {
        _ = try await archive.store(mirror.renamed(mirror.stored(day), "New"))
        try mirror.write(photo("\(day)"), to: "\(place)/\(day) New.jpg")
        try await expectAfterStart()
    }

    @Test func `a new title's JSON is in, the former name still there`() async throws {
        _ = try await archive.store(mirror.renamed(mirror.stored(day), "New"))
        try mirror.write(photo("\(day)"), to: "\(place)/\(day) New.jpg")
        let story = try #require(mirror.bytes("\(Tree.metadataPath(day))"))
        try vault.replace("\(place)/\(day).json", with: story)
        try await expectAfterStart()
    }

    @Test func `a new picture is in, its JSON not yet`() async throws {
        try await settle(mirror.fetched(day, "Title", photo("corrected")))
        try vault.replace("\(place)/\(day) Title.jpg", with: photo("corrected"))
        try await expectAfterStart()
    }

    @Test func `a temporary lies in incoming`() async throws {
        try await settle(mirror.fetched(day, "Title", photo("corrected")))
        for name in ["\(day) Title.jpg.second", "\(day).json.second"] {
            try mirror.write(ascii("half"), to: ".apod-mirror/incoming/\(name)")
        }
        try await expectAfterStart()
    }

    private func expectAfterStart() async throws {
        try await vault.restart()
        #expect(try await archive.keepInVault([day]) == [day])
        try await archive.sweepVault(of: [])
        try vault.expectInLine([day])
    }
}
