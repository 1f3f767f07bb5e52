import TestSupport
import Testing

@testable import Archive
@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport

/// A window that reads a month while a picture comes back to it may show it no more: it hears of the picture again.
@Suite("A picture that came back to its month is announced, once, when windows have read the month")
struct ReturnedPictureTests {
    let vault: VaultUnderTest
    private let path = "2026/2026-11/\(day) Title.jpg"

    init() async throws {
        vault = try await VaultUnderTest()
        _ = try await vault.store(1)
        try await vault.restartClock()
    }

    /// When the picture was announced, in the time of the passes that come due.
    private func announcements(after first: FavoritesReport) async throws -> [Duration] {
        let began = vault.clock.withLock { $0 }
        var report = first
        var found: [Duration] = []
        while let later = report.later {
            let before = try #require(try vault.status(path))
            try vault.mirror.rest(path)
            report = try await vault.pass(after: later)
            let now = try #require(try vault.status(path))
            // A pass that makes the vault a copy takes a name from the picture, of which no window hears.
            if now.changed != before.changed, now.hardLinks == before.hardLinks {
                found.append(vault.clock.withLock { $0 } - began)
            }
        }
        return found
    }

    @Test func `from favorites, where it was dropped`() async throws {
        _ = try await announcements(after: vault.pass())
        try vault.mirror.move(path, to: "favorites/\(day) Title.jpg")
        let report = try await vault.pass()
        let came = try #require(try vault.status(path))
        #expect(try await announcements(after: report) == [.seconds(2)])
        let now = try #require(try vault.status(path))
        #expect((now.mode, now.written, now.identity) == (came.mode, came.written, came.identity))
    }

    @Test func `from the vault`() async throws {
        try vault.link(day)
        _ = try await announcements(after: vault.pass())
        try vault.mirror.remove(path)
        var report = try await vault.pass(isThorough: true)
        while try vault.status(path) == nil {
            let later = try #require(report.later)
            report = try await vault.pass(after: later)
        }
        #expect(try await announcements(after: report) == [.seconds(2)])
    }
}
