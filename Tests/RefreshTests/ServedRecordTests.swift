import Foundation
import JSON
import SampleNASA
import Testing
import Transfer

@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

@Suite("A sync keeps the days' records as NASA served them")
struct ServedRecordTests {
    private static let days = "2026-11-18"..."2026-11-22"
    private static let date = "2026-11-21"

    /// The bytes of a day's object, cut out of an answer for all days.
    private func served(_ mirror: MirrorUnderTest, _ date: String) async throws -> [UInt8] {
        let address =
            mirror.shape == .basic
            ? "\(mirror.nasa.apodBasicURL)?per_page=25&date_from=261118&date_to=261122"
            : "\(mirror.nasa.planetaryURL)?start_date=2026-11-18&end_date=2026-11-22&thumbs=True"
        let request = Request(address, maximumBytes: 1_000_000, timeLimit: .seconds(60))
        let answer = try await Transfer(userAgent: "apod-mirror/test").data(request)
        var records = try #require(JSONRecords(answer.body, keys: ["date"], most: 25))
        while let record = records.next() {
            if record["date"]?.text == date { return records.bytes }
        }
        throw CocoaError(.fileNoSuchFile)
    }

    private func change(_ mirror: MirrorUnderTest, _ change: (inout SampleDay) -> Void) throws {
        var day = try #require(mirror.nasa.day(Self.date))
        change(&day)
        mirror.nasa.update(day)
    }

    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `each day has the very bytes, and says whose they are`(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        try await mirror.sync()
        for date in mirror.nasa.dates {
            let served = try await served(mirror, date)
            #expect(served.first == UInt8(ascii: "{") && served.last == UInt8(ascii: "}"))
            #expect(mirror.record(date) == served, "\(date)")
            let record = try #require(mirror.metadata(date)?.mirror.record)
            #expect(record.source == shape.description)
            #expect(record.base == (shape == .basic ? mirror.nasa.apodBasicURL : mirror.nasa.planetaryURL))
        }
        try mirror.expectSoundTree()
    }

    @Test func `a corrected day keeps its former record`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        try await mirror.sync()
        let former = try #require(mirror.record(Self.date))
        try change(mirror) { $0.explanation += " New words." }
        let outcome = try await mirror.sync()
        #expect(outcome.corrected == [Self.date])
        #expect(try await mirror.record(Self.date) == served(mirror, Self.date))
        #expect(mirror.formerWords(Self.date) == ["\(Self.date) \(mirror.sha256(former).prefix(8)).json"])
        try mirror.expectSoundTree()
    }

    @Test func `a record that changes in nothing that is read is kept, and told as no correction`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        try await mirror.sync()
        let path = "\(mirror.month(Self.date))/metadata/published/\(Self.date).json"
        let former = try #require(mirror.record(Self.date))
        let text = String(decoding: former, as: UTF8.self)
        let other = Array(text.replacing("{\"", with: "{\"note\":1,\"", maxReplacements: 1).utf8)
        // The mirror as an answer with another member would have left it.
        try other.write(to: path)
        var metadata = try #require(mirror.metadata(Self.date))
        metadata.mirror.record?.sha256 = mirror.sha256(other)
        try metadata.encoded().write(to: "\(mirror.month(Self.date))/metadata/\(Self.date).json")
        let outcome = try await mirror.sync()
        #expect(outcome.corrected == [])
        #expect(mirror.record(Self.date) == former)
        #expect(mirror.formerWords(Self.date) == ["\(Self.date) \(mirror.sha256(other).prefix(8)).json"])
    }

    @Test func `a mirror without records gets them with its rereads, and asks for no picture`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        try await mirror.sync()
        for date in mirror.nasa.dates {
            var metadata = try #require(mirror.metadata(date))
            metadata.mirror.record = nil
            try metadata.encoded().write(to: "\(mirror.month(date))/metadata/\(date).json")
        }
        try FileManager.default.removeItem(atPath: "\(mirror.month(Self.date))/metadata/published")
        mirror.restart()
        mirror.nasa.clearRequests()
        let outcome = try await mirror.sync()
        #expect(outcome.corrected == [] && outcome.stored == [])
        #expect(mirror.mediaRequests == [])
        for date in mirror.nasa.dates {
            #expect(try await mirror.record(date) == served(mirror, date))
            #expect(mirror.formerWords(date) == [])
        }
        try mirror.expectSoundTree()
    }

    @Test func `a correction of words without a record keeps the words`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        try await mirror.sync()
        var metadata = try #require(mirror.metadata(Self.date))
        metadata.mirror.record = nil
        let json = try metadata.encoded()
        try json.write(to: "\(mirror.month(Self.date))/metadata/\(Self.date).json")
        try FileManager.default.removeItem(
            atPath: "\(mirror.month(Self.date))/metadata/published/\(Self.date).json")
        try change(mirror) { $0.explanation += " New words." }
        try await mirror.sync()
        #expect(mirror.formerWords(Self.date) == ["\(Self.date) \(mirror.sha256(json).prefix(8)).json"])
        try mirror.expectSoundTree()
    }
}
