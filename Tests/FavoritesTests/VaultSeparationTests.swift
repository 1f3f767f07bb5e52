import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree

/// What writes into a favorite's picture, or a bad block below it, is not to damage its second copy.
@Suite("The vault has bytes of its own") struct VaultSeparationTests {
    let vault: VaultUnderTest
    let days: [Day]

    init() async throws {
        vault = try await VaultUnderTest()
        days = try await vault.store(3)
        _ = try await vault.archive.keepInVault(days)
    }

    private func picture(_ day: Day) -> FilePath { Tree.monthPath(day).appending("\(day) Title.jpg") }

    @Test func `a program that writes in place spares it`() async throws {
        try await vault.archive.separateVault()
        for day in days {
            let file = try FileHandle(forWritingTo: URL(filePath: "\(vault.mirror.root)/\(picture(day))"))
            try file.write(contentsOf: Data("edited".utf8))
            try file.close()
            #expect(vault.bytes("\(day) Title.jpg") == photo("\(day)"))
        }
    }

    @Test func `a copy looks like its picture, and the next pass finds it in line`() async throws {
        try await vault.archive.separateVault()
        for day in days {
            let (own, month) = try (
                vault.status("\(VaultUnderTest.path)/\(day) Title.jpg"), vault.status("\(picture(day))")
            )
            #expect(own?.hardLinks == 1)
            #expect(month?.hardLinks == 1)
            #expect(own?.modified == month?.modified)
            #expect(own?.mode == month?.mode)
        }
        #expect(try await vault.archive.keepInVault(days) == Set(days))
        try vault.expectInLine(days)
        #expect(try await vault.archive.perform { try $0.favorites.vault.separate(within: .zero) } == false)
    }

    @Test func `a start goes on with what another had left shared`() async throws {
        try await vault.restart()
        _ = try await vault.archive.keepInVault(days)
        try await vault.archive.separateVault()
        for day in days { #expect(try vault.status("\(VaultUnderTest.path)/\(day) Title.jpg")?.hardLinks == 1) }
    }

    @Test func `damaged bytes are not copied`() async throws {
        // Through both names, for it is one file.
        try Data("spoiled, and of another size".utf8).write(
            to: URL(filePath: "\(vault.mirror.root)/\(picture(days[0]))"))
        try await vault.archive.separateVault()
        #expect(try vault.status("\(VaultUnderTest.path)/\(days[1]) Title.jpg")?.hardLinks == 1)
        #expect(vault.bytes("\(days[0]) Title.jpg") == Array("spoiled, and of another size".utf8))
    }

    @Test func `on a disk that is nearly full the second name stays, and status tells`() async throws {
        let mirror = vault.mirror
        let rules = FavoritesRules(spareBytes: .max / 2)
        try vault.link(days[0])
        let archive = try await reopened(rules)
        let pass = try await archive.perform { try $0.favorites.run() }
        #expect(pass.crowding?.hasPrefix("The second copies of 1 favorite share their bytes") == true)
        #expect(pass.troubles == [], "a prune goes by these")
        try await archive.separateVault()
        #expect(mirror.names(VaultUnderTest.path).contains("\(days[0]) Title.jpg"))
        #expect(try archive.tree.root.status(picture(days[0]))?.hardLinks == 2)
    }

    @Test func `a picture that there is no room for keeps no other one from its copy`() async throws {
        let (large, small) = (days[1], days[0])
        let mirror = vault.mirror
        var metadata = mirror.metadata(large, "Title", picture: mirror.picture(large, photo("large")))
        metadata.mirror.picture?.file = "\(large) Title.jpg"
        metadata.mirror.picture?.bytes = 1 << 32
        try mirror.write(metadata.encoded(), to: Tree.metadataPath(large).description)
        #expect(truncate("\(mirror.root)/\(picture(large))", 1 << 32) == 0)
        for day in [large, small] { try vault.link(day) }
        let free = try vault.archive.tree.root.freeBytes()
        let archive = try await reopened(FavoritesRules(spareBytes: free - 1 << 31))
        _ = try await archive.perform { try $0.favorites.run() }
        try await archive.separateVault()
        #expect(try archive.tree.root.status(picture(small))?.hardLinks == 1)
        #expect(try archive.tree.root.status(picture(large))?.hardLinks == 2)
        let pass = try await archive.perform { try $0.favorites.run() }
        #expect(pass.crowding?.hasPrefix("The second copies of 1 favorite share their bytes") == true)
    }

    private func reopened(_ rules: FavoritesRules) async throws -> Archive {
        vault.close()
        return try await Archive.open(vault.mirror.root, favorites: rules)
    }
}

/// What is whole on one side mends the other.
@Suite("Damage is mended from the vault, and in it") struct MendingTests {
    let vault: VaultUnderTest
    let day: Day

    init() async throws {
        vault = try await VaultUnderTest()
        day = try await vault.store(1)[0]
        try vault.link(day)
        _ = try await vault.archive.reconcileFavorites()
        try await vault.archive.separateVault()
        #expect(vault.archive.tree.checkVault(day) == nil)
    }

    private var month: String { "\(Tree.monthPath(day))/\(day) Title.jpg" }

    private func mend() async throws {
        try await vault.archive.mend([day])
        #expect(vault.archive.tree.check(day) == nil)
        #expect(vault.archive.tree.checkVault(day) == nil)
        try vault.expectInLine([day])
        #expect(try vault.status(month)?.identity != vault.status("\(VaultUnderTest.path)/\(day) Title.jpg")?.identity)
    }

    @Test func `a damaged picture comes back, and what stood there is kept`() async throws {
        try vault.mirror.write(Array("spoiled".utf8), to: month)
        try await mend()
        let kept = vault.mirror.names("\(Tree.monthPath(day))/metadata/superseded")
        #expect(kept.count == 1)
    }

    @Test func `a damaged JSON comes back`() async throws {
        try vault.mirror.write(Array("{".utf8), to: "\(Tree.metadataPath(day))")
        try await mend()
    }

    @Test func `the vault's own picture is made again`() async throws {
        let path = "\(VaultUnderTest.path)/\(day) Title.jpg"
        var bytes = try #require(vault.mirror.bytes(path))
        bytes[bytes.count / 2] ^= 1
        try vault.mirror.write(bytes, to: path)
        #expect(vault.archive.tree.checkVault(day)?.contains("its sum differs") == true)
        try await mend()
    }

    @Test func `where both are damaged both stay, and are told`() async throws {
        for path in [month, "\(VaultUnderTest.path)/\(day) Title.jpg"] {
            var bytes = try #require(vault.mirror.bytes(path))
            bytes[bytes.count / 2] ^= 1
            try vault.mirror.write(bytes, to: path)
        }
        try await vault.archive.mend([day])
        #expect(vault.archive.tree.check(day) == .changed(path: "\(vault.mirror.root)/\(month)"))
        #expect(vault.archive.tree.checkVault(day) != nil)
    }
}
