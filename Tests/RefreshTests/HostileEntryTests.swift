import Foundation
import SampleNASA
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

/// Titles and addresses that want more than to be read.
@Suite("When entries mean harm")
struct HostileEntryTests {
    private static let days = "2026-11-18"..."2026-11-22"
    private static let date = "2026-11-19"

    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `control characters and dots that climb lead nowhere`(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        mirror.nasa.setFault(.hostileText, for: .day(Self.date))
        let outcome = try await mirror.sync()
        #expect(outcome.pending == [Self.date])
        mirror.expectPending(Self.date, "404")
        let title = try #require(mirror.metadata(Self.date)?.title)
        #expect(!title.unicodeScalars.contains { $0.properties.generalCategory == .control })
        try mirror.expectSoundTree()
        for date in mirror.nasa.dates where date != Self.date { try mirror.expectWhole(date) }
        try await heal(mirror)
    }

    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `a title that climbs is only a name`(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        var day = try #require(mirror.nasa.day(Self.date))
        day.title = "../../../beside/sentinel\u{0}\n\u{1B}[2J/..\\..\\CON"
        mirror.nasa.update(day)
        try await mirror.sync()
        try mirror.expectWhole(Self.date)
        let name = try #require(mirror.files(Self.date).first)
        #expect(name.hasPrefix("\(Self.date) beside sentinel"))
        try mirror.expectSoundTree()
    }

    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `a title and a text without end are cut and stored`(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        mirror.nasa.setFault(.overlong, for: .day(Self.date))
        let outcome = try await mirror.sync()
        #expect(outcome.pending == [])
        try mirror.expectWhole(Self.date)
        let metadata = try #require(mirror.metadata(Self.date))
        #expect(metadata.title.utf8.count <= 1_000)
        #expect(metadata.explanation.utf8.count <= 100_000)
        #expect(metadata.explanation.hasPrefix("A very long explanation."))
        let name = try #require(mirror.files(Self.date).first)
        #expect(name.utf8.count <= 11 + PictureName.titleBytes + 4)
        try mirror.expectSoundTree()
        try await heal(mirror)
    }

    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `controls that turn the reading direction stay out of names`(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        mirror.nasa.setFault(.bidiControls, for: .day(Self.date))
        try await mirror.sync()
        try mirror.expectWhole(Self.date)
        #expect(mirror.files(Self.date) == ["\(Self.date) gpj.exe Galaxy.jpg"])
        try mirror.expectSoundTree()
        try await heal(mirror)
    }

    @Test func `a year folder replaced by a link is told by name and left alone, and nothing is fetched for it`()
        async throws
    {
        let mirror = try MirrorUnderTest(Self.days)
        try await mirror.sync()
        mirror.restart()
        let manager = FileManager.default
        try manager.moveItem(atPath: mirror.root + "/2026", toPath: mirror.box + "/beside/2026")
        try manager.createSymbolicLink(atPath: mirror.root + "/2026", withDestinationPath: mirror.box + "/beside/2026")
        let before = try manager.subpathsOfDirectory(atPath: mirror.box + "/beside").sorted()
        mirror.nasa.publish(through: "2026-11-23")
        mirror.clock.advance(days: 1)
        mirror.nasa.clearRequests()
        let outcome = try await mirror.sync()
        #expect(outcome.summary.troubles.contains { $0.contains("\(mirror.root)/2026 is a symbolic link") })
        #expect(outcome.summary.stored == 0)
        #expect(mirror.mediaRequests == [])
        #expect(try manager.subpathsOfDirectory(atPath: mirror.box + "/beside").sorted() == before)
        #expect(try manager.destinationOfSymbolicLink(atPath: mirror.root + "/2026") == mirror.box + "/beside/2026")
    }

    private func heal(_ mirror: MirrorUnderTest) async throws {
        mirror.nasa.clearFaults()
        mirror.clock.advance(days: 1)
        try await mirror.sync()
        for date in mirror.nasa.dates {
            try mirror.expectWhole(date)
            #expect(mirror.metadata(date)?.title == mirror.nasa.day(date)?.title)
            #expect(mirror.metadata(date)?.explanation == mirror.nasa.day(date)?.explanation)
        }
        try mirror.expectSoundTree()
    }
}
