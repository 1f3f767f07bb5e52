import Days
import TestSupport
import Testing

@testable import Archive
@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite(
    "A file in favorites/ that another program has leased",
    .enabled(if: Abilities.leases, "needs a disk whose files can be leased"))
struct LeasedFileTests {
    @Test func `holds up no pass, keeps its meaning and is looked at again`() async throws {
        let vault = try await VaultUnderTest()
        let (mirror, archive) = (vault.mirror, try #require(vault.archive))
        let days = try await vault.store(2)
        let reconcile = { try await archive.perform { try $0.favorites.run() } }
        // A picture of the owner's under a day's name stays as it is, and makes the day a favorite.
        let own = "favorites/\(days[0]) Title.jpg"
        try mirror.write(ascii("my own"), to: own)
        #expect(try await reconcile().record.favorites.keys.sorted() == [days[0]])

        try mirror.write(ascii("my own, worked on"), to: own)
        let shortcut = "favorites/one.desktop"
        let address = "https://apod.nasa.gov/apod/ap\(days[1].sixDigits).html"
        try mirror.write(ascii("[Desktop Entry]\nType=Link\nURL=\(address)\n"), to: shortcut)
        let leases = [own, shortcut].compactMap { Lease("\(mirror.root)/\($0)") }
        #expect(leases.count == 2)
        let pass = try await reconcile()
        #expect(pass.record.favorites.keys.sorted() == [days[0]])
        #expect(Array(pass.refused.values) == [.inUse, .inUse])
        #expect(pass.later != nil)

        leases.forEach { $0.end() }
        let next = try await reconcile()
        #expect(next.record.favorites.keys.sorted() == days.sorted())
        #expect(next.refused.isEmpty)
    }
}
