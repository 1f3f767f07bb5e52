import Days
import SampleNASA
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

/// The days that have no picture: absent, or not yet.
@Suite("Days without a picture")
struct GapTests {
    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `the four days that NASA left out become absent and are left in peace`(shape: MirrorUnderTest.Shape)
        async throws
    {
        let mirror = try MirrorUnderTest("1995-06-16"..."2020-06-12", shape)
        mirror.clock.advance(days: 30)
        try await mirror.sync(days: "1995-06-16"..."1995-06-21")
        try await mirror.sync(days: "2020-06-08"..."2020-06-12")
        let gaps = ["1995-06-17", "1995-06-18", "1995-06-19"]
        #expect(mirror.absent.absent.keys.map(\.description).sorted() == gaps)
        #expect(mirror.absent.notYet.keys.sorted() == [.of("2020-06-10")], "it is not old enough")
        mirror.clock.advance(days: 30)
        try await mirror.sync(days: "2020-06-08"..."2020-06-12")
        #expect(mirror.absent.absent.keys.map(\.description).sorted() == gaps + ["2020-06-10"])
        #expect(mirror.absent.notYet.isEmpty)
        for gap in gaps + ["2020-06-10"] { mirror.expectPending(gap, "", hasJSON: false) }
        mirror.expectPending("1995-06-20", "placeholder")
        try mirror.expectSoundTree()
    }

    @Test func `a day within sixty days is asked for once a day, and found when it is filled in`() async throws {
        let mirror = try MirrorUnderTest("2026-09-25"..."2026-11-20")
        let date = "2026-10-10"
        let missing = try #require(mirror.nasa.day(date))
        mirror.nasa.remove(date)
        let outcome = try await mirror.sync()
        #expect(outcome.summary.unpublished == [.of(date)])
        #expect(mirror.absent.notYet == [.of(date): .of("2026-11-20")])
        let single = "date_from=261010&date_to=261010"
        for _ in 0..<3 {
            mirror.nasa.clearRequests()
            mirror.clock.advance(hours: 1)
            mirror.restart()
            let again = try await mirror.sync()
            #expect(!mirror.entryRequests.contains { $0.path.contains(single) })
            #expect(again.summary.unpublished == [])
        }
        mirror.clock.advance(days: 1)
        mirror.nasa.clearRequests()
        try await mirror.sync()
        #expect(mirror.absent.notYet[.of(date)] == .of("2026-11-21"))
        mirror.nasa.update(missing)
        mirror.clock.advance(days: 1)
        let found = try await mirror.sync()
        #expect(found.stored == [date])
        #expect(mirror.absent.notYet[.of(date)] == nil)
        try mirror.expectWhole(date)
        try mirror.expectSoundTree()
    }

    @Test func `an absent day is found by the rotation when it is filled in`() async throws {
        let mirror = try MirrorUnderTest("2026-03-01"..."2026-03-10")
        let date = "2026-03-05"
        let missing = try #require(mirror.nasa.day(date))
        mirror.nasa.remove(date)
        mirror.clock.advance(days: 90)
        try await mirror.sync(days: "2026-03-01"..."2026-03-10")
        #expect(mirror.absent.absent == [.of(date): .of("2026-06-08")])
        mirror.nasa.publish(through: "2026-06-08")
        try await mirror.sync()
        mirror.nasa.update(missing)
        var turns = 0
        while mirror.files(date) == [], turns < 5 {
            mirror.clock.advance(days: 1)
            try await mirror.sync()
            turns += 1
        }
        #expect(turns <= 4, "a hundred days are four blocks")
        try mirror.expectWhole(date)
        #expect(mirror.absent.absent.isEmpty)
        try mirror.expectSoundTree()
    }

    @Test func `today is found as soon as it is published`() async throws {
        let mirror = try MirrorUnderTest("2026-11-15"..."2026-11-20")
        mirror.clock.advance(days: 1)
        let outcome = try await mirror.sync()
        #expect(outcome.summary.unpublished == [.of("2026-11-21")])
        mirror.nasa.publish(through: "2026-11-21")
        mirror.clock.advance(hours: 1)
        let found = try await mirror.sync()
        #expect(found.stored == ["2026-11-21"])
        try mirror.expectWhole("2026-11-21")
        #expect(mirror.absent == MissingDays())
    }

    @Test(arguments: [429, 500, 502, 503, 504, 403])
    func `an error is never taken for absence`(status: Int) async throws {
        for shape in MirrorUnderTest.Shape.allCases {
            let mirror = try MirrorUnderTest("2026-03-01"..."2026-03-10", shape)
            mirror.clock.advance(days: 90)
            mirror.nasa.setFault(.status(status), for: .day("2026-03-05"))
            try await mirror.sync(days: "2026-03-01"..."2026-03-10")
            #expect(mirror.absent.absent.isEmpty)
            #expect(mirror.files("2026-03-05") == [])
            try mirror.expectSoundTree()
        }
    }
}
