import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Service

@Suite struct FavoritesAccessTests {
    private let mirror: TestMirror

    init() throws {
        mirror = try TestMirror()
    }

    @Test func `is here when nobody else has the mirror`() async throws {
        let access = try await FavoritesAccess.open(mirror.root, taking: mirror.open)
        guard case .here = access else {
            Issue.record("it is elsewhere")
            return
        }
        await #expect(throws: RootError.locked(path: mirror.root)) { try await mirror.open() }
    }

    @Test func `is elsewhere beside a daemon`() async throws {
        let daemon = try await mirror.open()
        let access = try await FavoritesAccess.open(mirror.root, taking: mirror.open)
        guard case .elsewhere = access else {
            Issue.record("it is here")
            return
        }
        withExtendedLifetime(daemon) {}
    }
}
