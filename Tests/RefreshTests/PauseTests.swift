import Days
import Foundation
import SampleNASA
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import RefreshTestSupport

/// What an earlier process noted about a source that wanted to be left alone.
@Suite("A pause that is on disk")
struct PauseTests {
    private static let days = "2026-11-18"..."2026-11-20"

    private func paused(seconds: Int, _ address: (SampleNASA) -> String) async throws -> MirrorUnderTest {
        let mirror = try MirrorUnderTest(Self.days)
        let state = SourceState(
            pausedUntil: mirror.clock.now + seconds, pausedSource: address(mirror.nasa), lastSuccess: nil)
        try await mirror.archive().save(state)
        mirror.restart()
        return mirror
    }

    private func expectAll(_ mirror: MirrorUnderTest) throws {
        for date in mirror.nasa.dates { try mirror.expectWhole(date) }
        try mirror.expectSoundTree()
    }

    @Test func `six hours are kept`() async throws {
        let mirror = try await paused(seconds: 21_600, \.apodBasicURL)
        await #expect(throws: SourceError.rateLimited(url: mirror.nasa.apodBasicURL, seconds: 21_600)) {
            try await mirror.sync()
        }
        #expect(mirror.nasa.requests == [])
    }

    @Test(arguments: [21_601, 10 * 365 * 86_400])
    func `a longer one was noted by a wrong clock and stops nothing`(seconds: Int) async throws {
        let mirror = try await paused(seconds: seconds, \.apodBasicURL)
        try await mirror.sync()
        try expectAll(mirror)
        #expect(mirror.schedule?.pausedUntil == nil)
    }

    @Test func `another server of the same kind is not held up by it`() async throws {
        let mirror = try await paused(seconds: 600) { $0.apodBasicURL.replacing("127.0.0.1", with: "127.0.0.2") }
        try await mirror.sync()
        try expectAll(mirror)
    }
}
