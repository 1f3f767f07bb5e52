import Days
import TestSupport
import Testing

@testable import Archive
@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("A favorite's link follows NASA's new title where it was called by the former one")
struct RenamedDayTests {
    let vault: VaultUnderTest
    private var mirror: TestMirror { vault.mirror }
    private let former = "\(day) Title.jpg"
    private let new = "\(day) New.jpg"

    init() async throws {
        vault = try await VaultUnderTest()
        _ = try await vault.store(1)
    }

    private func rename() async throws {
        _ = try await vault.archive.store(mirror.renamed(mirror.stored(day), "New"))
        try await vault.restartClock()
        try await rest()
    }

    /// The passes that come due, until nothing is left to do; the last record.
    @discardableResult
    private func rest() async throws -> FavoritesRecord {
        var report = try await vault.pass()
        while let later = report.later { report = try await vault.pass(after: later) }
        return report.record
    }

    private func plant(_ links: [String]) async throws {
        for link in links {
            let up = String(repeating: "../", count: link.split(separator: "/").count)
            try mirror.link(link, to: "\(up)2026/2026-11/\(former)")
        }
        try await vault.restartClock()
        try await rest()
    }

    @Test func `in favorites and in albums`() async throws {
        try await plant([former, "Moons/\(former)"])
        try await rename()
        #expect(mirror.favorites == ["Moons", new])
        #expect(mirror.target(new) == "../2026/2026-11/\(new)")
        #expect(mirror.target("Moons/\(new)") == "../../2026/2026-11/\(new)")
        #expect(mirror.target("Moons/\(former)") == nil)
        // The daemon hears of its own renaming.
        #expect(try await rest().favorites[day]?.links == [FilePath(new), "Moons/\(new)"])
    }

    @Test func `but not one with a name of its owner's`() async throws {
        try await plant(["my spider.jpg", "\(day) Title (2).jpg"])
        try await rename()
        #expect(mirror.favorites == ["\(day) Title (2).jpg", "my spider.jpg"])
        #expect(mirror.target("my spider.jpg") == "../2026/2026-11/\(new)")
    }

    @Test func `beside what its owner called so already`() async throws {
        try await plant([former])
        try mirror.write(ascii("my own words"), to: "favorites/\(new)")
        try await rename()
        #expect(mirror.bytes("favorites/\(new)") == ascii("my own words"))
        #expect(mirror.target("\(day) New (2).jpg") == "../2026/2026-11/\(new)")
    }
}
