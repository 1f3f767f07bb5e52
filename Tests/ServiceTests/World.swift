import Days
import SampleNASA
import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import RefreshTestSupport
@testable import Service
@testable import Settings

/// NASA and a machine with a daemon, for years: time passes when the daemon sleeps, and as fast as it can.
///
/// Days are published when the world says so; the network, the machine and its clock fail when the world says so. The
/// schedule, the passes and the mirror are the real ones.
final class World {
    let mirror: MirrorUnderTest
    private let state: Guarded<State>

    struct State {
        /// True time, which is the server's.
        var now: Timestamp
        /// How far this machine's clock is ahead.
        var skew = 0
        /// When each day is published; the last of them ends the world.
        var publications: [(time: Timestamp, day: Day)]
        var published = 0
        /// When nobody answers.
        var outages: [ClosedRange<Timestamp>] = []
        /// When the machine sleeps.
        var suspends: [ClosedRange<Timestamp>] = []
        /// When somebody sets the clock, and how far it is ahead from then on.
        var settings: [(time: Timestamp, skew: Int)] = []
        /// Requests for days that had not come yet.
        var futile: [String] = []
        /// Requests by the day whose picture was waited for.
        var requests: [Day: Int] = [:]
        var end: Timestamp
    }

    struct End: Error {}

    init(from first: String, through last: String, late: (Day) -> Int) throws {
        let (first, last) = (Day.of(first), Day.of(last))
        mirror = try MirrorUnderTest("\(first)"..."\(first)", on: RealDays.room)
        let days = sequence(first: first.advanced(by: 1)) { $0 < last ? $0.advanced(by: 1) : nil }
        let publications = days.map { day in
            (LocalTime.eastern.timestamp(day, second: 5 * 60) + late(day) * 60, day)
        }
        let begin = LocalTime.eastern.timestamp(first, second: 12 * 3_600)
        let end = LocalTime.eastern.timestamp(last.advanced(by: 1))
        state = Guarded(
            State(now: begin, publications: publications.sorted { $0.0 < $1.0 }, end: end))
        mirror.nasa.setClock(Int(begin.seconds))
    }

    var facts: State { state.withLock { $0 } }

    func change(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
    }

    func setsClock(to skew: Int, at time: Timestamp) {
        change { $0.settings.append((time, skew)) }
    }

    /// Runs a daemon's tick until that time, as a process that was started now.
    func run(until end: Timestamp, _ settings: (inout Configuration) -> Void = { _ in }) async throws {
        mirror.restart()
        let world = Unowned(self)
        let nasa = NASAClock(
            local: { world.value.local }, elapsed: { world.value.facts.now.seconds })
        let archive = try await mirror.archive()
        var configuration = Configuration(mirror: mirror.root)
        configuration.history = .since(try await archive.identity().start)
        settings(&configuration)
        let passes = Passes(
            archive: archive, refresher: try await mirror.refresher(nasa: nasa),
            schedule: Schedule(of: archive.tree.identity), clock: nasa,
            configuration: configuration)
        let tick = Tick(
            passes: passes, log: Log { _ in },
            wait: { time in try world.value.sleep(until: time, end, nasa) },
            planned: { _ in })
        do {
            try await tick.run()
        } catch is End {}
    }

    /// The machine was off.
    func pass(until time: Timestamp) {
        count()
        advance(to: time)
    }

    private var local: Timestamp {
        state.withLock { $0.now + $0.skew }
    }

    private func sleep(until local: Timestamp, _ end: Timestamp, _ nasa: NASAClock) throws {
        count()
        let (now, skew, suspends) = state.withLock { ($0.now, $0.skew, $0.suspends) }
        var target = max(local + -skew, now + 1)
        // What falls into a sleep comes after it, and a machine that wakes looks at its clock.
        if let suspend = suspends.first(where: { $0.contains(target) }) {
            target = suspend.upperBound
            nasa.distrust()
        }
        // A sleep ends when the clock is set.
        if let setting = state.withLock({ $0.settings.first { $0.time > now && $0.time <= target } }) {
            target = setting.time
            nasa.distrust()
            change { $0.skew = setting.skew }
        }
        advance(to: min(target, end))
        if target >= end { throw End() }
    }

    private func advance(to time: Timestamp) {
        let (newest, isOut) = state.withLock { state -> (Day?, Bool) in
            state.now = time
            let due = state.publications[state.published...].prefix { $0.time <= time }
            state.published += due.count
            return (due.map(\.day).max(), state.outages.contains { $0.contains(time) })
        }
        if let newest { mirror.nasa.publish(through: "\(newest)") }
        mirror.nasa.setFault(isOut ? .status(503) : nil, for: .everything)
        mirror.nasa.setClock(Int(time.seconds))
    }

    /// Books what was asked since the last time, at the time at which it was.
    private func count() {
        let requests = mirror.nasa.requests
        mirror.nasa.clearRequests()
        let now = facts.now
        let today = LocalTime.eastern.day(at: now)
        let waiting = LocalTime.eastern.timestamp(today, second: 5 * 60) > now ? today.advanced(by: -1) : today
        state.withLock { state in
            state.requests[waiting, default: 0] += requests.count
            for request in requests {
                let days = request.path.matches(of: #/(?:date_to=|apod-basic\/|end_date=)(\d{6})\b/#)
                for day in days where String(day.1) > today.sixDigits { state.futile.append(request.path) }
            }
        }
    }

    /// The world outlives everything in it.
    private struct Unowned: @unchecked Sendable {
        unowned let value: World
        init(_ value: World) { self.value = value }
    }
}
