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
    let clock = Monitor(Duration.seconds(100))
    var archive: Archive { vault.archive }
    private let path = "2026/2026-11/\(day) Title.jpg"

    init() async throws {
        vault = try await VaultUnderTest()
        _ = try await vault.store(1)
        try await vault.restart(FavoritesRules(elapsed: { [clock] in clock.withLock { $0 } }))
    }

    private func pass(_ request: ScanRequest) async throws -> FavoritesReport {
        try await archive.perform { try $0.favorites.run(over: request) }
    }

    /// When the picture was announced, in the time of the passes that come due.
    private func announcements(after first: FavoritesReport) async throws -> [Duration] {
        let began = clock.withLock { $0 }
        var report = first
        var found: [Duration] = []
        while let later = report.later {
            clock.withLock { $0 += later.after }
            let before = try #require(try vault.status(path))
            try vault.mirror.rest(path)
            report = try await pass(later.request)
            let now = try #require(try vault.status(path))
            // A pass that makes the vault a copy takes a name from the picture, of which no window hears.
            if now.changed != before.changed, now.hardLinks == before.hardLinks {
                found.append(clock.withLock { $0 } - began)
            }
        }
        return found
    }

    @Test func `from favorites, where it was dropped`() async throws {
        _ = try await announcements(after: pass(.allNames))
        try vault.mirror.move(path, to: "favorites/\(day) Title.jpg")
        let report = try await pass(.names(["\(day) Title.jpg"]))
        let came = try #require(try vault.status(path))
        #expect(try await announcements(after: report) == [.seconds(2)])
        let now = try #require(try vault.status(path))
        #expect((now.mode, now.written, now.identity) == (came.mode, came.written, came.identity))
    }

    @Test func `from the vault`() async throws {
        try vault.link(day)
        _ = try await announcements(after: pass(.allNames))
        try vault.mirror.remove(path)
        var report = try await pass(.everything)
        while try vault.status(path) == nil {
            let later = try #require(report.later)
            clock.withLock { $0 += later.after }
            report = try await pass(later.request)
        }
        #expect(try await announcements(after: report) == [.seconds(2)])
    }
}
