import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("What the vault has comes back when its month is gone")
struct VaultRestoreTests {
    let vault: VaultUnderTest
    var mirror: TestMirror { vault.mirror }
    var archive: Archive { vault.archive }
    let month = "2026/2026-11"
    let place = VaultUnderTest.path

    init() async throws {
        vault = try await VaultUnderTest()
    }

    private func picture(_ day: Day) -> [UInt8]? {
        mirror.bytes("\(Tree.monthPath(day))/\(day) Title.jpg")
    }

    @Test func `nobody looks for the pictures of days that are no favorites`() async throws {
        _ = try await archive.perform { try $0.favorites.run() }
        _ = try await vault.store(3)
        let report = try await archive.perform { try $0.favorites.run() }
        #expect(report.later == nil)
    }

    @Test func `rm -r of a year: every favorite comes back byte for byte with its story and sum`() async throws {
        let days = try await vault.store(60)
        let video = day.advanced(by: -60)
        _ = try await archive.store(mirror.page(video, "Fly-through", ascii("<html>")))
        let favorites = days.filter { $0.number % 3 == 0 } + [video]
        _ = try await archive.keepInVault(favorites)
        let stories = try favorites.map { try mirror.stored($0) }
        try mirror.remove("2026")
        #expect(try await archive.restoreFromVault(favorites) == Set(favorites))
        #expect(try favorites.map { try mirror.stored($0) } == stories)
        for day in favorites.dropLast() { #expect(picture(day) == photo("\(day)")) }
        for month in Set(favorites.map(\.month)) { try mirror.expectSound(month) }
        #expect(try await archive.list().presentDays == favorites.sorted())
        let noon = try vault.status("\(Tree.monthPath(favorites[0]))/\(favorites[0]) Title.jpg")?.modified
        #expect(noon == Timestamp.noon(of: favorites[0]).seconds)
        #expect(try await archive.restoreFromVault(favorites) == [])
        #expect(try await archive.keepInVault(favorites) == Set(favorites))
        try vault.expectInLine(favorites)
    }

    @Test func `the listing knows, the neighbours' sums stay, and Today can be made again`() async throws {
        let days = try await vault.store(3)
        _ = try await archive.keepInVault(days.prefix(1))
        try mirror.remove("\(month)/\(day) Title.jpg")
        try mirror.remove("\(month)/metadata/\(day).json")
        _ = try await archive.list()
        var sums = try mirror.sums("2026-11")
        sums["\(day) Title.jpg"] = nil
        try mirror.write(Checksums(sums).encoded, to: "\(month)/metadata/SHA256SUMS")
        #expect(try await archive.restoreFromVault(days) == [day])
        #expect(try mirror.sums("2026-11").count == 3)
        #expect(await archive.listing.presentDays == days.sorted())
        try await archive.updateToday()
        #expect(mirror.bytes("Today.jpg") == photo("\(day)"))
    }

    @Test func `what stands where it belongs is left alone`() async throws {
        let days = try await vault.store(2)
        _ = try await archive.keepInVault(days)
        let before = try vault.status("\(month)/metadata")
        #expect(try await archive.restoreFromVault(days) == [])
        try await vault.restart()
        #expect(try await archive.restoreFromVault(days) == [])
        #expect(try vault.status("\(month)/metadata") == before)
    }

    @Test func `the picture alone, the JSON alone, a damaged or a waiting JSON`() async throws {
        let days = try await vault.store(4)
        _ = try await archive.keepInVault(days)
        try mirror.remove("\(month)/\(days[0]) Title.jpg")
        try mirror.remove("\(month)/metadata/\(days[1]).json")
        for day in days[2...] { try mirror.remove("\(month)/\(day) Title.jpg") }
        for day in days[2...] { try mirror.remove("\(month)/metadata/\(day).json") }
        try mirror.write(ascii("{"), to: "\(month)/metadata/\(days[2]).json")
        _ = try await archive.store(mirror.pending(days[3], "Soon"))
        #expect(try await archive.restoreFromVault(days) == Set(days))
        try mirror.expectSound()
        try vault.expectInLine(days)
    }

    @Test func `a newer story of the same picture stays, and names it`() async throws {
        _ = try await vault.store(1)
        _ = try await archive.keepInVault([day])
        _ = try await archive.store(mirror.renamed(mirror.stored(day), "New"))
        try mirror.remove("\(month)/\(day) New.jpg")
        #expect(try await archive.restoreFromVault([day]) == [day])
        #expect(mirror.bytes("\(month)/\(day) New.jpg") == photo("\(day)"))
        try mirror.expectSound()
    }

    @Test func `a picture without a story in the vault serves the month's`() async throws {
        _ = try await vault.store(1)
        _ = try await archive.keepInVault([day])
        try mirror.remove("\(place)/\(day).json")
        try mirror.remove("\(month)/\(day) Title.jpg")
        #expect(try await archive.restoreFromVault([day]) == [day])
        try mirror.expectSound()
    }

    // MARK: - Cut short: what each step leaves, and the next start

    @Test(arguments: ["year", "month", "metadata", "picture", "JSON", "sums"])
    func `cut short after each step it is made again`(step: String) async throws {
        let days = try await vault.store(2)
        _ = try await archive.keepInVault(days)
        let story = try #require(mirror.bytes("\(Tree.metadataPath(day))"))
        let sums = try #require(mirror.bytes("\(month)/metadata/SHA256SUMS"))
        try mirror.remove("2026")
        let steps = ["year", "month", "metadata", "picture", "JSON", "sums"]
        let done = steps.prefix(through: try #require(steps.firstIndex(of: step)))
        if done.contains("year") { _ = try archive.tree.root.makeFolder("2026") }
        if done.contains("month") { _ = try archive.tree.root.makeFolder("2026/2026-11") }
        if done.contains("metadata") { _ = try archive.tree.root.makeFolder("2026/2026-11/metadata") }
        if done.contains("picture") { try mirror.write(photo("\(day)"), to: "\(month)/\(day) Title.jpg") }
        if done.contains("JSON") { try mirror.write(story, to: "\(month)/metadata/\(day).json") }
        if done.contains("sums") { try mirror.write(sums, to: "\(month)/metadata/SHA256SUMS") }
        try await vault.restart()
        let restored = try await archive.restoreFromVault(days)
        #expect(restored.contains(days[1]))
        #expect(restored.contains(day) == !done.contains("JSON"))
        try mirror.expectSound()
        #expect(try await archive.keepInVault(days) == Set(days))
        try vault.expectInLine(days)
    }
}
