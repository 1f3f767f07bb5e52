import Days
import TestSupport
import Testing

@testable import Archive
@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree

/// Of thousands of links that are dropped at once, each pass tidies a part.
@Suite("Links that are tidied part by part")
struct TidyingInPartsTests {
    @Test func `are all persisted before the last of them is tidy, and hold up no removal that is due`() async throws {
        let vault = try await VaultUnderTest()
        try await vault.restartClock()
        let mirror = vault.mirror
        let days = try await vault.store(2)
        func rest(after first: FavoritesReport) async throws -> FavoritesReport {
            var report = first
            while let later = report.later { report = try await vault.pass(after: later) }
            return report
        }
        let pictures = days.map { "\($0) Title.jpg" }
        for picture in pictures { try mirror.link(picture, to: "../2026/2026-11/\(picture)") }
        #expect(try await rest(after: vault.pass()).record.favorites.count == 2)

        let dropped = (0..<5 * FavoritesPass.atOnce).map { "\($0)" }
        for name in dropped { try mirror.link(name, to: "\(mirror.root)/2026/2026-11/\(pictures[0])") }
        try mirror.remove("favorites/\(pictures[1])")
        let first = try await vault.pass()
        #expect(first.record.favorites[days[0]]?.links.count == 1 + dropped.count)
        #expect(dropped.count { mirror.target($0)?.hasPrefix("/") == false } == FavoritesPass.atOnce)
        let last = try await rest(after: first)
        #expect(last.record.favorites.keys.sorted() == [days[0]])
        #expect(last.record.favorites[days[0]]?.links.count == 1 + dropped.count)
        #expect(dropped.allSatisfy { mirror.target($0) == "../2026/2026-11/\(pictures[0])" })
    }
}
