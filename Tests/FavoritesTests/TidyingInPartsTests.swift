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
    /// A scan of all names with every part would take as long as all parts together, once for each of them.
    @Test func `hold up a removal that is due, and take no scan of all names`() async throws {
        let vault = try await VaultUnderTest()
        try await vault.restartClock()
        let mirror = vault.mirror
        let days = try await vault.store(2)
        /// Passes as they come due, until nothing is; how many of all names there were while links were not tidy.
        func rest(after first: FavoritesReport) async throws -> (last: FavoritesReport, early: Int) {
            var (report, early) = (first, 0)
            while let later = report.later {
                let isUntidy = mirror.favorites.contains { mirror.target($0)?.hasPrefix("/") == true }
                report = try await vault.pass(later.request, after: later.after)
                if isUntidy, report.isOfAllNames { early += 1 }
            }
            return (report, early)
        }
        let pictures = days.map { "\($0) Title.jpg" }
        for picture in pictures { try mirror.link(picture, to: "../2026/2026-11/\(picture)") }
        let trusted = try await rest(after: vault.pass(.allNames))
        #expect(trusted.last.record.favorites.count == 2)

        let dropped = (0..<5 * FavoritesPass.atOnce).map { "\($0)" }
        for name in dropped { try mirror.link(name, to: "\(mirror.root)/2026/2026-11/\(pictures[0])") }
        try mirror.remove("favorites/\(pictures[1])")
        let names = Set((dropped + [pictures[1]]).map { FilePath($0) })
        let (last, early) = try await rest(after: vault.pass(.names(names)))
        #expect(early == 0)
        #expect(last.record.favorites.keys.sorted() == [days[0]])
        #expect(last.record.favorites[days[0]]?.links.count == 1 + dropped.count)
        #expect(dropped.allSatisfy { mirror.target($0) == "../2026/2026-11/\(pictures[0])" })
    }
}
