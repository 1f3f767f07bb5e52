import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Folder
@testable import MirrorTestSupport

@Suite("What is not proved, not wanted or not ours does not come back from the vault")
struct VaultRestoreLimitsTests {
    let vault: VaultUnderTest
    var mirror: TestMirror { vault.mirror }
    var archive: Archive { vault.archive }
    let month = "2026/2026-11"
    let place = VaultUnderTest.path

    init() async throws {
        vault = try await VaultUnderTest()
    }

    private func picture(_ day: Day) -> [UInt8]? {
        mirror.bytes("\(month)/\(day) Title.jpg")
    }

    @Test func `what NASA replaced meanwhile does not come back`() async throws {
        _ = try await vault.store(1)
        _ = try await archive.keepInVault([day])
        _ = try await archive.store(mirror.fetched(day, "Title", photo("corrected")))
        try mirror.remove("\(month)/\(day) Title.jpg")
        #expect(try await archive.restoreFromVault([day]) == [])
        #expect(picture(day) == nil)
    }

    @Test func `a hidden day stays hidden`() async throws {
        _ = try await vault.store(1)
        _ = try await archive.keepInVault([day])
        try await archive.hide(day)
        #expect(try await archive.restoreFromVault([day]) == [])
        #expect(mirror.names(month) == ["metadata"])
    }

    @Test func `a damaged picture in the vault does not come back, its neighbour does`() async throws {
        let days = try await vault.store(2)
        _ = try await archive.keepInVault(days)
        try mirror.remove("2026")
        try vault.replace("\(place)/\(day) Title.jpg", with: photo("2026-11-0X"))
        #expect(try await archive.restoreFromVault(days) == [days[1]])
        #expect(mirror.names(month) == ["\(days[1]) Title.jpg", "metadata"])
        try mirror.expectSound()
    }

    @Test func `other bytes under the name, or a folder, are left alone; a link gives way`() async throws {
        let days = try await vault.store(3)
        _ = try await archive.keepInVault(days)
        try mirror.remove("2026")
        try mirror.write(ascii("mine"), to: "\(month)/\(days[0]) Title.jpg")
        try mirror.write(ascii("mine"), to: "\(month)/\(days[1]) Title.jpg/mine.txt")
        try mirror.write(ascii("theirs"), to: "target")
        try FileManager.default.createSymbolicLink(
            atPath: "\(mirror.root)/\(month)/\(days[2]) Title.jpg", withDestinationPath: "../../target")
        #expect(try await archive.restoreFromVault(days) == [days[2]])
        #expect(mirror.bytes("\(month)/\(days[0]) Title.jpg") == ascii("mine"))
        #expect(mirror.bytes("\(month)/\(days[1]) Title.jpg/mine.txt") == ascii("mine"))
        #expect(picture(days[2]) == photo("\(days[2])"))
        #expect(mirror.bytes("target") == ascii("theirs"))
    }

    @Test func `a year that is a link is refused, the others come back`() async throws {
        _ = try await vault.store(1)
        let old = try #require(Day("2025-03-01"))
        _ = try await archive.store(mirror.fetched(old, "Old", photo("old")))
        _ = try await archive.keepInVault([day, old])
        try mirror.remove("2025")
        try mirror.remove("2026")
        try FileManager.default.createSymbolicLink(atPath: "\(mirror.root)/2025", withDestinationPath: "..")
        #expect(try await archive.restoreFromVault([day, old]) == [day])
        try mirror.expectSound()
        #expect(!mirror.names("..").contains("2025-03"))
    }
}
