import Days
import SampleNASA
import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport
@testable import Settings

/// A machine whose clock is wrong goes by NASA's.
@Suite("A wrong clock", .serialized) struct WrongClockTests {
    private static let year = 365 * 86_400

    /// A world of two months, in which a daemon runs with that clock until the ninth day.
    private func world(skew: Int) async throws -> World {
        let world = try World(from: "2026-11-20", through: "2027-01-20", late: { _ in 0 })
        world.change { $0.skew = skew }
        try await world.run(until: noon("2026-11-29"))
        return world
    }

    private func noon(_ date: String) -> Timestamp {
        LocalTime.eastern.timestamp(Day.of(date), second: 12 * 3_600)
    }

    @Test(arguments: [3 * year, -3 * year, 40 * 86_400, -40 * 86_400, 5 * 3_600, -5 * 3_600])
    func `every day comes all the same, and nothing is asked for that has not come`(skew: Int) async throws {
        let world = try await world(skew: skew)
        let listing = try await world.mirror.archive().list()
        #expect(listing.presentDays.last == Day.of("2026-11-29"))
        #expect(listing.presentDays.count == 10)
        #expect(world.facts.futile == [])
    }

    @Test(arguments: [3 * year, -3 * year])
    func `when it is set right, nothing is lost and nothing is asked twice`(skew: Int) async throws {
        let world = try await world(skew: skew)
        world.change { $0.skew = 0 }
        try await world.run(until: noon("2026-12-09"))
        let listing = try await world.mirror.archive().list()
        #expect(listing.presentDays.last == Day.of("2026-12-09"))
        #expect(listing.presentDays.count == 20)
        #expect(world.facts.futile == [])
        let calm = ["2026-12-02", "2026-12-05", "2026-12-08"].compactMap { world.facts.requests[Day.of($0)] }
        // A few for entries, and one for each picture that has not settled.
        #expect(calm.allSatisfy { $0 <= 6 + 10 }, "\(calm)")
    }

    @Test func `the clock is set while the daemon sleeps`() async throws {
        let world = try World(from: "2026-11-20", through: "2027-01-20", late: { _ in 0 })
        world.setsClock(to: 2 * Self.year, at: noon("2026-11-25"))
        world.setsClock(to: 0, at: noon("2026-12-05"))
        world.setsClock(to: -Self.year, at: noon("2026-12-15"))
        try await world.run(until: noon("2026-12-25"))
        let listing = try await world.mirror.archive().list()
        #expect(listing.presentDays.count == 36)
        #expect(world.facts.futile == [])
    }

    @Test func `a mirror that was made while it was behind reaches back from NASA's day`() async throws {
        let mirror = try MirrorUnderTest("2026-06-01"..."2026-11-20")
        var refresher = try await mirror.refresher()
        refresher.history = .month
        _ = try await refresher.refresh()
        #expect(try await mirror.archive().list().presentDays.first?.description == "2026-10-21")
        // From now on it only moves back.
        refresher.history = .days(5)
        _ = try await refresher.refresh()
        #expect(try await mirror.archive().perform { try $0.notes.identity().start } == Day.of("2026-10-21"))
        refresher.history = .days(40)
        _ = try await refresher.refresh()
        #expect(try await mirror.archive().list().presentDays.first?.description == "2026-10-12")
    }

    @Test func `while it is in doubt nothing is pruned`() async throws {
        let world = try World(from: "2026-11-20", through: "2027-01-20", late: { _ in 0 })
        world.change { $0.skew = 3 * Self.year }
        try await world.run(until: noon("2026-12-20")) { $0.keep = .days(10) }
        #expect(try await world.mirror.archive().list().presentDays.count == 31)
        world.change { $0.skew = 0 }
        try await world.run(until: noon("2026-12-22")) { $0.keep = .days(10) }
        #expect(try await world.mirror.archive().list().presentDays.count == 10)
    }
}
