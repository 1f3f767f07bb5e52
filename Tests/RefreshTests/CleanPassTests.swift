import SampleNASA
import Testing

@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

@Suite("A pass over days where all is well")
struct CleanPassTests {
    /// Sixty days hold every kind of day once.
    private static let days = "2026-09-22"..."2026-11-20"

    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `brings every kind of day, whole and with its words`(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        let outcome = try await mirror.sync()
        #expect(outcome.summary.stopped == nil)
        #expect(outcome.pending == [])
        #expect(Set(outcome.stored) == Set(mirror.nasa.dates))
        for date in mirror.nasa.dates {
            let day = try #require(mirror.nasa.day(date))
            let metadata = try #require(mirror.metadata(date))
            #expect(metadata.title == day.title)
            #expect(metadata.explanation == day.explanation)
            let isFile =
                switch day.media {
                case .picture: true
                case .video: shape == .basic || !day.hidesFilm
                case .embedded, .placeholder, .other: false
                }
            #expect(metadata.mirror.picture?.kind == (isFile ? .original : .page))
            if isFile { try mirror.expectWhole(date) }
        }
        try mirror.expectSoundTree()
    }

    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `downloads nothing the second time`(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        try await mirror.sync()
        let before = mirror.tree
        mirror.nasa.clearRequests()
        mirror.restart()
        let outcome = try await mirror.sync()
        #expect(outcome.summary.stored == 0)
        #expect(outcome.summary.corrected == 0)
        #expect(mirror.mediaRequests == [])
        #expect(mirror.entryRequests.count <= 3)
        #expect(mirror.tree == before)
    }

    @Test func `begins with the newest day`() async throws {
        let mirror = try MirrorUnderTest("2026-11-18"..."2026-11-20")
        _ = try await mirror.sync()
        let first = try #require(mirror.entryRequests.first)
        #expect(first.path.contains("date_to=261120"))
    }
}
