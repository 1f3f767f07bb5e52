import Days
import SampleNASA
import Testing

@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import RefreshTestSupport

/// The first of December, as a pass sees it: nothing wrong is stored, and what the source is by now is noted.
@Suite("A pass whose source answers in the other form") struct OtherFormPassTests {
    private static let days = "2026-10-22"..."2026-11-20"

    /// The sentence of a pass that the other form ended, which ends with the source to set.
    private func sentence(_ outcome: MirrorUnderTest.Outcome) -> String? {
        outcome.summary.stopped.flatMap { $0.kind == .otherForm ? "\($0)" : nil }
    }

    private func base(_ mirror: MirrorUnderTest) -> String {
        mirror.shape == .basic ? mirror.nasa.apodBasicURL : mirror.nasa.planetaryURL
    }

    private func noted(_ mirror: MirrorUnderTest) -> String? {
        mirror.schedule?.otherForm(of: base(mirror), remedy: { $0 })?.source
    }

    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `stores nothing of it, and all once it answers rightly`(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        mirror.nasa.setFault(.switchedGateway, for: .entries)
        let outcome = try await mirror.sync()
        let other = shape == .basic ? "planetary-apod" : "apod-basic"
        #expect(sentence(outcome)?.hasSuffix(" \(other)=\(base(mirror))") == true)
        #expect(mirror.tree.isEmpty && mirror.absent == MissingDays())
        #expect(mirror.mediaRequests.isEmpty)
        #expect(noted(mirror) == "\(other)=\(base(mirror))")
        mirror.nasa.clearFaults()
        try await mirror.sync()
        for date in mirror.nasa.dates { #expect(mirror.picture(date) != nil, "\(date)") }
        try mirror.expectSoundTree()
        #expect(noted(mirror) == nil)
    }

    @Test func `by turns with right answers, changes nothing that is stored`() async throws {
        let mirror = try MirrorUnderTest(Self.days, .legacy)
        try await mirror.sync(days: "2026-11-01"..."2026-11-20")
        let before = mirror.tree
        var kept: [String: [UInt8]] = [:]
        for turn in 0..<3 {
            mirror.nasa.setFault(.switchedGateway, for: .entries, after: turn)
            let outcome = try await mirror.sync()
            if turn == 0 {
                #expect(sentence(outcome) != nil && mirror.tree == before)
            }
            try mirror.expectSoundTree()
            for date in mirror.nasa.dates { kept[date] = mirror.picture(date) }
        }
        mirror.nasa.clearFaults()
        try await mirror.sync()
        for date in mirror.nasa.dates { #expect(mirror.picture(date) != nil, "\(date)") }
        for (date, picture) in kept { #expect(mirror.picture(date) == picture, "\(date)") }
        try mirror.expectSoundTree()
    }

    @Test func `a redirect names the new address`() async throws {
        let mirror = try MirrorUnderTest(Self.days, .legacy)
        let other = try SampleNASA.started(.init(first: "2026-10-22", last: "2026-11-20", pictureSize: .small))
        defer { other.stop() }
        mirror.nasa.setFault(.redirect(to: other.apodBasicURL), for: .entries)
        let outcome = try await mirror.sync()
        #expect(sentence(outcome)?.hasSuffix(" apod-basic=\(other.apodBasicURL)") == true)
        #expect(mirror.tree.isEmpty && mirror.mediaRequests.isEmpty)
    }

    @Test func `a network that is down meanwhile leaves the note`() async throws {
        let mirror = try MirrorUnderTest("2026-11-18"..."2026-11-20", .legacy)
        mirror.nasa.setFault(.switchedGateway, for: .entries)
        try await mirror.sync()
        mirror.nasa.setFault(.status(503), for: .entries)
        try await mirror.sync()
        #expect(noted(mirror) != nil)
    }
}
