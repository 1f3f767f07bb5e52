import Belief
import Days
import SampleNASA

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport
@testable import Service
@testable import Settings
@testable import Store

/// A mirror whose passes come when a daemon would make them, while NASA publishes a post every midnight in US Eastern.
final class DaemonUnderTest {
    let mirror: MirrorUnderTest
    /// The posts as NASA meant them.
    private(set) var posts: [String: SampleDay] = [:]
    private(set) var passes = 0
    /// Whether the next post does not come at midnight.
    var isLate = true
    /// The accident that befalls all posts, those to come as well.
    private var accident: TextAccident?
    /// The post that was the newest when the accident began.
    private var one: SampleDay?
    private let schedule: Schedule
    private var last: LastRefresh?
    private let first: Day
    /// The newest day whose post is published.
    private var newest: Day

    /// The mirror knows all days but the last one, whose post is late: it is noon.
    init(_ days: ClosedRange<String>, _ shape: MirrorUnderTest.Shape) async throws {
        let (first, last) = (Day.of(days.lowerBound), Day.of(days.upperBound))
        self.first = first
        newest = last.advanced(by: -1)
        schedule = Schedule(jitter: 0)
        mirror = try MirrorUnderTest(
            days, shape, .init(first: days.lowerBound, last: "\(newest)", pictureSize: .small))
        for date in mirror.nasa.dates { prepare(date) }
        try await refresh()
    }

    /// Gives a post letters beyond ASCII, which an accident can spoil.
    private func prepare(_ date: String) {
        guard var post = mirror.nasa.day(date) else { return }
        post.explanation += " Çelik’s café on \(date) saw it, too."
        posts[date] = post
        mirror.nasa.update(post)
    }

    func begin(_ accident: TextAccident) {
        self.accident = accident
        one = posts["\(newest)"]
        for date in mirror.nasa.dates { befall(date) }
        switch accident {
        case .shifted: mirror.nasa.setFault(.filedLate(days: 1), for: .entries)
        case .swapped:
            for number in (newest.number - Limits.newest - 1)...(newest.number + 12) {
                let late = number.isMultiple(of: 2) ? 1 : -1
                mirror.nasa.setFault(.filedLate(days: late), for: .day("\(Day(number: number))"))
            }
        default: break
        }
    }

    func endAccident() {
        accident = nil
        mirror.nasa.clearFaults()
        for post in posts.values { mirror.nasa.update(post) }
    }

    /// Whether NASA answers something else for a day than its post.
    func isSpoiled(_ date: String) -> Bool {
        switch accident {
        case nil: false
        case .shifted: true
        // The newest post may have no neighbour yet that it is swapped with.
        case .swapped: date < "\(newest)"
        default: mirror.nasa.day(date) != posts[date]
        }
    }

    private func befall(_ date: String) {
        guard let accident, accident.changesWords, let one, var post = posts[date] else { return }
        if accident == .oneForAll, date == one.date { return }
        accident.befall(&post, one: one)
        mirror.nasa.update(post)
    }

    /// The next post comes, whatever the time; those after it are in time.
    func publish(_ change: (inout SampleDay) -> Void = { _ in }) {
        isLate = false
        newest = newest.advanced(by: 1)
        mirror.nasa.publish(through: "\(newest)")
        prepare("\(newest)")
        revise(change)
    }

    /// NASA changes its newest post.
    func revise(_ change: (inout SampleDay) -> Void) {
        guard var post = posts["\(newest)"] else { return }
        change(&post)
        posts["\(newest)"] = post
        mirror.nasa.update(post)
        befall("\(newest)")
    }

    /// Whether today's post is published.
    var isPosted: Bool { newest >= mirror.clock.now.day }

    /// Lets so many hours go by, with the passes that the schedule names.
    func run(hours: Int) async throws {
        let end = mirror.clock.now + hours * 3_600
        while true {
            let now = mirror.clock.now
            let next = try await next(after: now)
            let midnight = LocalTime.eastern.timestamp(newest.advanced(by: 1))
            if !isLate, midnight <= min(next, end) {
                mirror.clock.advance(to: midnight)
                publish()
            } else if next <= end {
                mirror.clock.advance(to: next)
                try await refresh()
            } else {
                return mirror.clock.advance(to: end)
            }
        }
    }

    /// One pass, which an owner may ask for as well.
    @discardableResult
    func refresh(isAsked: Bool = false) async throws -> MirrorUnderTest.Outcome {
        passes += 1
        let now = mirror.clock.now
        let isThorough = isAsked || schedule.isThorough(now, after: last)
        let outcome = try await mirror.sync(.due(isThorough: isThorough, isAsked: isAsked))
        last = schedule.recorded(now, isWhole: outcome.summary.stopped == nil, after: last)
        return outcome
    }

    /// The time of the next pass. Of those that a missing post makes hourly every fourth is enough.
    private func next(after now: Timestamp) async throws -> Timestamp {
        let next = schedule.next(after: now, try await facts())
        return max(next, last.map { $0.time + 4 * 3_600 } ?? next)
    }

    private func facts() async throws -> Schedule.Facts {
        let today = mirror.clock.now.day
        let retry = FirstRetry(since: first, until: today, forLeftOut: last.map { $0.time + Schedule.longest })
        let (newest, first) = try await mirror.archive().perform { ($0.store.newestDay, retry.time(in: $0)) }
        return Schedule.Facts(last: last, newest: newest, retry: first)
    }

    /// The days that `status` names, with the reason.
    func named() async throws -> [String: String] {
        let today = mirror.clock.now.day
        let days = try await mirror.archive().perform { archive in
            try Census(archive.tree, archive.store.listing, nil, today: today, keep: .forever).days
        }
        return days.disputed.merging(days.pending) { $1 }.merging(days.refused ?? [:]) { $1 }
    }
}
