import Belief
import SampleNASA
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

/// A content network that answers with WebP under the address of a JPEG, to everybody and for an afternoon.
@Suite("Pictures in a format that nobody asked for")
struct ConvertedPictureTests {
    private static let days = "2026-11-08"..."2026-11-16"

    private func webPs(_ mirror: MirrorUnderTest) -> [String] {
        mirror.nasa.dates.filter { mirror.files($0).first?.hasSuffix(".webp") == true }
    }

    private func expectMended(_ mirror: MirrorUnderTest, _ dates: [String]) async throws {
        mirror.nasa.clearFaults()
        mirror.clock.advance(days: 1)
        mirror.restart()
        let outcome = try await mirror.sync()
        #expect(outcome.summary.disputed == [:])
        #expect(webPs(mirror) == [])
        for date in dates {
            try mirror.expectWhole(date)
            #expect(mirror.metadata(date)?.mirror.picture?.kind == .original)
            #expect(mirror.superseded(date) == [], "a stand-in is no former version")
        }
        try mirror.expectSoundTree()
    }

    @Test func `they stand in, and the originals come once they may be had`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        mirror.nasa.setFault(.convertedToWebP, for: .allMedia)
        try await mirror.sync()
        let struck = webPs(mirror)
        #expect(struck.count > Limits.mass)
        for date in struck { #expect(mirror.metadata(date)?.mirror.picture?.kind == .rendition) }
        try mirror.expectSoundTree()
        try await expectMended(mirror, struck)
    }

    @Test func `while it lasts they stay as they are`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        mirror.nasa.setFault(.convertedToWebP, for: .allMedia)
        try await mirror.sync()
        let before = mirror.tree
        for _ in 0..<3 {
            mirror.clock.advance(days: 1)
            let outcome = try await mirror.sync()
            #expect(outcome.summary.disputed == [:])
        }
        #expect(mirror.changedFiles(since: before) == [])
        try mirror.expectSoundTree()
    }

    @Test func `originals of a version that took them for uploads come, too`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        mirror.nasa.setFault(.convertedToWebP, for: .allMedia)
        try await mirror.sync()
        let struck = webPs(mirror)
        for date in struck {
            let path = "\(mirror.month(date))/metadata/\(date).json"
            let json = String(decoding: try #require(mirror.bytes(path)), as: UTF8.self)
            try Array(json.replacing("\"rendition\"", with: "\"original\"").utf8).write(to: path)
            #expect(mirror.metadata(date)?.mirror.picture?.kind == .original)
        }
        try await expectMended(mirror, struck)
    }

    @Test func `they take no original away`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        try await mirror.sync()
        let before = mirror.tree
        for date in mirror.nasa.dates { mirror.nasa.repaint(date) }
        mirror.nasa.setFault(.convertedToWebP, for: .allMedia)
        mirror.clock.advance(days: 1)
        let outcome = try await mirror.sync()
        #expect(outcome.summary.disputed == [:])
        #expect(webPs(mirror) == [])
        #expect(mirror.changedFiles(since: before).filter { $0.hasSuffix(".webp") } == [])
        try mirror.expectSoundTree()
    }
}
