import Belief
import Days
import Foundation
import SampleNASA
import TestSupport
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

/// The daemon's own loop over a year, or with `Tests/run --long` over ten, with a real mirror in a real folder and a
/// real server.
@Suite("Simulated years", .serialized)
struct TenYearsTests {
    /// Mostly at once, now and then seven hours late or most of the day.
    private static func lateness(_ day: Day) -> Int {
        switch day.number % 100 {
        case 3, 31, 68: 7 * 60
        case 50: 16 * 60
        default: 0
        }
    }

    @Test(.enabled(if: isLongEnough, "years are too long for a sanitizer"))
    func `every published day is there, and NASA is asked for little and for nothing that has not come`()
        async throws
    {
        let last = Abilities.isLong ? 2036 : 2027
        let world = try World(from: "2026-11-20", through: "\(last)-11-20", late: Self.lateness)
        func noon(_ date: String) -> Timestamp {
            LocalTime.eastern.timestamp(Day.of(date), second: 12 * 3_600)
        }
        var disturbed: Set<Day> = []
        func disturb(_ range: ClosedRange<Timestamp>) {
            let days = [range.lowerBound, range.upperBound].map(LocalTime.eastern.day)
            // What was caught up with is looked at again a week later, and what was missed until it is let be.
            for day in days[0].advanced(by: -1)...days[1].advanced(by: 3 * Limits.newest) { disturbed.insert(day) }
        }
        world.change { state in
            for year in 2027...last {
                // The network is down over the hours of a publication, and for days.
                state.outages.append(noon("\(year)-02-09") + -12 * 3_600...noon("\(year)-02-09") + -5 * 3_600)
                state.outages.append(noon("\(year)-05-01")...noon("\(year)-05-06"))
                // The machine sleeps over night, and over a change of the clocks.
                state.suspends.append(noon("\(year)-06-14")...noon("\(year)-06-15"))
                state.suspends.append(noon("\(year)-10-31")...noon("\(year)-11-07"))
            }
            for range in state.outages + state.suspends { disturb(range) }
        }
        // Off for 42 days, and started again every spring.
        for year in 2027...last {
            let off = noon("\(year)-08-20")
            let on = off + 42 * 86_400
            try await world.run(until: noon("\(year)-04-01"))
            try await world.run(until: off)
            world.pass(until: on)
            disturb(off...on)
            disturb(noon("\(year)-04-01")...noon("\(year)-04-01"))
        }
        try await world.run(until: world.facts.end)

        let facts = world.facts
        #expect(facts.published == facts.publications.count)
        let listing = try await world.mirror.archive().list()
        #expect(listing.presentDays.count == facts.publications.count + 1)
        #expect(facts.futile == [])
        let calm = facts.publications.map(\.day).filter { !disturbed.contains($0) }
        let prompt = calm.filter { Self.lateness($0) == 0 && Self.lateness($0.advanced(by: -1)) == 0 }
        let late = calm.filter { Self.lateness($0) == 7 * 60 }
        let most = (prompt: worst(prompt, facts), late: worst(late, facts))
        print(
            "measured: at most \(most.prompt.count) requests for a prompt day, \(most.late.count) for one seven hours late"
        )
        // A few for entries, one for each picture that the rotation reaches, and one for each that has not settled.
        let pictures = Plan.block + 10
        #expect(most.prompt.count <= 6 + pictures, "\(most.prompt.day)")
        #expect(most.late.count <= 16 + pictures, "\(most.late.day)")
    }

    private func worst(_ days: [Day], _ facts: World.State) -> (day: Day, count: Int) {
        days.map { ($0, facts.requests[$0] ?? 0) }.max { $0.1 < $1.1 } ?? (.first, 0)
    }

    private static var isLongEnough: Bool {
        !Abilities.isForSanitizer
    }
}
