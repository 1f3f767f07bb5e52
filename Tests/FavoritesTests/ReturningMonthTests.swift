import Folder
import Foundation
import Glibc
import Testing

@testable import Favorites
@testable import MirrorTestSupport

/// A whole month that was dragged into `favorites/`, and a process that is killed while it brings the month back.
@Suite("A month that was dragged into favorites comes back as a whole where no group shares the mirror")
struct ReturningMonthTests {
    let vault: VaultUnderTest
    private var mirror: TestMirror { vault.mirror }
    private let month = "2026-11"
    private let name = "\(day) Title.jpg"
    private var place: String { "2026/\(month)" }
    private var whole: Set<String> { [name, "metadata"] }
    private let hidden = Leftover.name(for: "2026-11").description

    init() async throws {
        vault = try await VaultUnderTest()
        _ = try await vault.store(1)
        _ = try await vault.pass()
        try vault.mirror.move("2026/2026-11", to: "favorites/2026-11")
    }

    /// Starts anew and makes a pass, as after a kill.
    private func start(_ rules: FavoritesRules = FavoritesRules()) async throws {
        try await vault.restart(rules)
        _ = try await vault.pass()
    }

    private func expectReturn(location: SourceLocation = #_sourceLocation) {
        #expect(Set(mirror.names(place)).subtracting(["index.html"]) == whole, sourceLocation: location)
        #expect(mirror.target("\(month)/\(name)") == "../../2026/\(month)/\(name)", sourceLocation: location)
        #expect(mirror.names("favorites/\(month)") == [name], sourceLocation: location)
        #expect(mirror.favorites == [month], sourceLocation: location)
    }

    @Test func `an album of links takes its place`() async throws {
        _ = try await vault.pass()
        expectReturn()
    }

    // MARK: - Killed

    @Test func `before the album was whole, the album is made again`() async throws {
        try mirror.link("\(hidden)/\(name)", to: "../../2026/\(month)/\(name)")
        try await start()
        expectReturn()
    }

    @Test func `between the exchange and the month's place, the month gets its place`() async throws {
        try mirror.move("favorites/\(month)", to: "favorites/\(hidden)")
        try mirror.link("\(month)/\(name)", to: "../../2026/\(month)/\(name)")
        try await start()
        expectReturn()
    }

    @Test func `between the exchange and the month's place, and then made anew, the month is an album`() async throws {
        try mirror.move("favorites/\(month)", to: "favorites/\(hidden)")
        try mirror.write(photo("new"), to: "\(place)/\(month)-04 New.jpg")
        try await start()
        #expect(mirror.favorites.count == 1 && !mirror.favorites.contains(hidden))
        #expect(mirror.names("favorites/\(mirror.favorites.first ?? "")").isSuperset(of: [name]))
    }

    @Test func `by an earlier version, which had it wait elsewhere, the month comes back all the same`() async throws {
        let room = ".apod-mirror/returning"
        try FileManager.default.createDirectory(atPath: "\(mirror.root)/\(room)", withIntermediateDirectories: true)
        try mirror.move("favorites/\(month)", to: "\(room)/\(month)")
        try await start()
        expectReturn()
        #expect(!mirror.names(".apod-mirror").contains("returning"))
    }

    // MARK: - Left alone

    @Test func `a month that a user gave another month's name stays an album`() async throws {
        try mirror.move("favorites/\(month)", to: "favorites/2018-08")
        _ = try await vault.pass()
        #expect(mirror.names("2018/2018-08") == [])
        #expect(mirror.names("favorites/2018-08").contains("metadata"))
    }

    @Test func `a copy of a month that stands there stays an album`() async throws {
        try mirror.write(photo("new"), to: "\(place)/\(month)-04 New.jpg")
        _ = try await vault.pass()
        #expect(mirror.names(place) == ["\(month)-04 New.jpg"])
        #expect(mirror.names("favorites/\(month)").contains("metadata"))
    }

    /// Its members may write into favorites/, so that a month may hold what they made.
    @Test(arguments: [false, true])
    func `where a group shares the mirror it stays an album`(isCutShort: Bool) async throws {
        if isCutShort { try mirror.move("favorites/\(month)", to: "favorites/\(hidden)") }
        try await start(FavoritesRules(shareGroup: getegid()))
        #expect(!mirror.names(place).contains("metadata"))
        let album = try #require(mirror.favorites.first)
        #expect(isCutShort ? album != hidden : album == month)
        #expect(mirror.names("favorites/\(album)").contains("metadata"))
    }
}
