import Days
import Foundation
import SampleNASA
import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport
@testable import Service
@testable import Settings
@testable import Store

@Suite("A version that reads records otherwise")
struct UpgradedReadingTests {
    private static let days = "2026-11-18"..."2026-11-22"
    private static let date = "2026-11-21"
    private let day = Day.of(date)

    /// Has the day say what version 1.0.1 read of its record.
    private func readAsBefore(_ mirror: MirrorUnderTest) async throws {
        let archive = try await mirror.archive()
        let stored = try await archive.incoming.storedDay(day)
        var read = try #require(stored.metadata)
        read.explanation = read.explanation.replacing("10^12", with: "1012")
        read.mirror.explanationHTML = read.mirror.explanationHTML?
            .replacing("<sup>", with: "").replacing("</sup>", with: "")
        _ = try await archive.store(DayChange(metadata: read, content: .kept, basis: .judged(stored)))
        try await archive.perform { try $0.notes.save(ReadingState(version: 2)) }
    }

    @Test func `exponents that an earlier version ran together are read anew, and no correction of NASA's`()
        async throws
    {
        let mirror = try MirrorUnderTest(Self.days)
        var sample = try #require(mirror.nasa.day(Self.date))
        sample.explanation += " It has 10^12 stars."
        sample.powers = ["10^12"]
        mirror.nasa.update(sample)
        try await mirror.sync()
        let right = try #require(mirror.metadata(Self.date))
        #expect(right.explanation.hasSuffix(" It has 10^12 stars."))
        #expect(right.mirror.explanationHTML?.hasSuffix(" It has 10<sup>12</sup> stars.") == true)

        try await readAsBefore(mirror)
        mirror.nasa.clearRequests()
        let passes = try await mirror.passes()
        try await WordsRenewal(passes: passes, log: Log { _ in }).run()
        #expect(mirror.metadata(Self.date) == right)
        #expect(mirror.nasa.requests.isEmpty)

        // A sync that comes first is told the same.
        try await readAsBefore(mirror)
        let outcome = try await mirror.sync()
        #expect(outcome.corrected == [] && outcome.summary.corrected == 0)
        #expect(outcome.reread == [Self.date])
        #expect(mirror.metadata(Self.date)?.explanation == right.explanation)
        try mirror.expectSoundTree()
    }
}
