import Days
import Folder
import Testing

@testable import Archive
@testable import Favorites
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Service

@Suite struct FavoritesAccessTests {
    let mirror: TestMirror
    private let record: FavoritesRecord

    init() throws {
        mirror = try TestMirror()
        var record = FavoritesRecord()
        record.add("2026-11-20", to: day, title: nil, added: TestMirror.now)
        self.record = record
    }

    private static let isFavorite: @Sendable (FavoritesRecord) -> Bool = { $0.favorites[day] != nil }

    @Test func `is here when nobody else has the mirror`() async throws {
        let access = try await FavoritesAccess.open(mirror.root, taking: mirror.open)
        guard case .here = access else {
            Issue.record("it is elsewhere")
            return
        }
        await #expect(throws: RootError.locked(path: mirror.root)) { try await mirror.open() }
    }

    @Test func `beside a daemon it waits until favorites.json says so`() async throws {
        let daemon = try await mirror.open()
        let access = try await FavoritesAccess.open(mirror.root, taking: mirror.open)
        guard case .elsewhere = access else {
            Issue.record("it is here")
            return
        }
        #expect(try await access.settled().record == FavoritesRecord())
        async let report = access.settled(until: Self.isFavorite, within: .seconds(60))
        try await daemon.saver.save(record.text, as: "favorites.json", in: daemon.tree.root)
        #expect(try await report.record == record)
    }

    @Test func `beside one that does nothing it gives up`() async throws {
        let daemon = try await mirror.open()
        let access = try await FavoritesAccess.open(mirror.root, taking: mirror.open)
        let report = try await access.settled(until: Self.isFavorite, within: .milliseconds(120))
        #expect(!Self.isFavorite(report.record))
        #expect(report.wanted.isEmpty && report.refused.isEmpty)
        withExtendedLifetime(daemon) {}
    }

    @Test func `what is so already costs no wait`() async throws {
        let daemon = try await mirror.open()
        try mirror.write(record.text, to: "favorites.json")
        let access = try await FavoritesAccess.open(mirror.root, taking: mirror.open)
        let report = try await access.settled(until: Self.isFavorite, within: .zero)
        #expect(report.record == record)
        withExtendedLifetime(daemon) {}
    }
}
