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

@Suite("The vault has a favorite's record as NASA served it, too")
struct VaultRecordTests {
    let vault: VaultUnderTest
    var mirror: TestMirror { vault.mirror }
    var archive: Archive { vault.archive }
    let month = "2026/2026-11"
    let published = "2026/2026-11/metadata/published"
    let place = VaultUnderTest.path
    let record = ascii("{\"date\":\"2026-11-20\",\"title\":\"Title\"}")

    init() async throws {
        vault = try await VaultUnderTest()
        _ = try await vault.archive.store(served(record))
        _ = try await vault.archive.store(mirror.fetched(day.advanced(by: -1), "Title", photo("neighbour")))
    }

    private func served(_ record: [UInt8], _ title: String = "Title") throws -> DayChange {
        var change = try mirror.fetched(day, title, photo("stars"))
        change.metadata.mirror.record = .init(serving: record, source: "apod-basic", base: "https://x")
        return change
    }

    private var names: Set<String> { ["\(day) Title.jpg", "\(day).json", "\(day).record.json"] }

    @Test func `it comes in with picture and JSON, and a later pass keeps it`() async throws {
        for _ in 0..<2 {
            #expect(try await archive.keepInVault([day]) == [day])
            #expect(vault.names == names)
            #expect(vault.bytes("\(day).record.json") == record)
            #expect(archive.tree.checkVault(day) == nil)
            try await vault.restart()
        }
    }

    @Test func `a record that NASA changes takes its place there, too`() async throws {
        _ = try await archive.keepInVault([day])
        let other = ascii("{\"date\":\"2026-11-20\",\"title\":\"Title\",\"alt\":\"Stars\"}")
        _ = try await archive.store(served(other))
        _ = try await archive.keepInVault([day])
        #expect(vault.bytes("\(day).record.json") == other)
        #expect(vault.names == names)
    }

    @Test func `a record that comes to a favorite later is kept`() async throws {
        let neighbour = day.advanced(by: -1)
        _ = try await archive.keepInVault([neighbour])
        #expect(!vault.names.contains("\(neighbour).record.json"))
        var change = try mirror.renamed(mirror.stored(neighbour), "Title")
        change.metadata.mirror.record = .init(serving: record, source: "apod-basic", base: "https://x")
        _ = try await archive.store(change)
        _ = try await archive.keepInVault([neighbour])
        #expect(vault.bytes("\(neighbour).record.json") == record)
    }

    @Test func `it comes back with its month, and has its sum`() async throws {
        _ = try await archive.keepInVault([day])
        let stored = try mirror.stored(day)
        try mirror.remove("2026")
        #expect(try await archive.restoreFromVault([day]) == [day])
        #expect(try mirror.stored(day) == stored)
        #expect(mirror.bytes("\(published)/\(day).json") == record)
        try mirror.expectSound()
        #expect(try await archive.restoreFromVault([day]) == [])
    }

    @Test(arguments: [nil, ascii("{}")])
    func `a record that is missing or damaged in its month comes from the vault`(damage: [UInt8]?) async throws {
        _ = try await archive.keepInVault([day])
        try mirror.remove("\(published)/\(day).json")
        if let damage { try mirror.write(damage, to: "\(published)/\(day).json") }
        try await archive.mend([day])
        #expect(mirror.bytes("\(published)/\(day).json") == record)
        try mirror.expectSound()
    }

    @Test func `a damaged record in the vault is found, and made again from the month`() async throws {
        try mirror.link("\(day) Title.jpg", to: "../\(month)/\(day) Title.jpg")
        _ = try await archive.reconcileFavorites()
        try vault.replace("\(place)/\(day).record.json", with: ascii("{}"))
        let fault = try #require(archive.tree.checkVault(day))
        #expect(fault.contains("\(place)/\(day).record.json"))
        try await archive.mend([day])
        #expect(vault.bytes("\(day).record.json") == record)
        #expect(archive.tree.checkVault(day) == nil)
    }

    @Test func `its bytes are its own in the end`() async throws {
        _ = try await archive.keepInVault([day])
        while try await archive.perform({ try $0.favorites.vault.separate(within: .seconds(10)) }) {}
        #expect(try Vault(in: archive.tree)?.sharedFiles(archive.tree.root) == [:])
        #expect(try vault.status("\(place)/\(day).record.json")?.hardLinks == 1)
    }

    @Test func `it goes when its day is no favorite any more`() async throws {
        _ = try await archive.keepInVault([day])
        try await archive.sweepVault(of: [day])
        #expect(vault.names == [])
    }
}
