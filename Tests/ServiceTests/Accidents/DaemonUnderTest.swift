import Belief
import Days
import SampleNASA

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import RefreshTestSupport
@testable import Service
@testable import Settings
@testable import Store

/// A mirror whose passes come when a daemon would make them, while NASA publishes a post every midnight in US Eastern.
final class DaemonUnderTest {
    let mirror: MirrorUnderTest
    /// The posts as NASA means them.
    private(set) var posts: [String: SampleDay] = [:]
    /// The files of days that have one, before an accident befalls them.
    private(set) var files: [String: [UInt8]] = [:]
    /// The last pass.
    private(set) var report = PassReport()
    private(set) var passes = 0
    /// Whether the next post does not come at midnight.
    private var isLate: Bool
    /// The accident, the post that was the newest when it began, and the one day that it is about.
    private var accident: (row: AccidentRow, one: SampleDay, only: String?)?
    /// The newest day whose post is published.
    private var newest: Day
    private var last: Timestamp?
    private let configuration: Configuration
    /// The mirror's first day.
    let start: String
    private var running: Passes?

    /// It is noon of the last day, and the mirror has no day yet, unless it is a copy.
    ///
    /// - Parameters:
    ///   - start: the mirror's first day, where that is not NASA's.
    ///   - isLate: whether the last day's post is still to come.
    init(
        _ days: ClosedRange<String>, _ shape: MirrorUnderTest.Shape, start: String? = nil, isLate: Bool = false,
        copyOf standing: StandingMirror? = nil
    ) async throws {
        newest = Day.of(days.upperBound).advanced(by: isLate ? -1 : 0)
        self.isLate = isLate
        let options = SampleNASA.Options(first: days.lowerBound, last: "\(newest)", pictureSize: .small)
        let start = start ?? days.lowerBound
        self.start = start
        mirror = try MirrorUnderTest(
            start...days.upperBound, shape, options, copyOf: standing.map { ($0.root, $0.port) })
        var configuration = mirror.withoutGallery
        configuration.history = .since(.of(start))
        self.configuration = configuration
        for date in mirror.nasa.dates { prepare(date) }
    }

    /// Gives a post letters beyond ASCII, which an accident can spoil, words that are its own, and a picture of the
    /// others' size. Both APIs have its film.
    private func prepare(_ date: String) {
        guard var post = mirror.nasa.day(date) else { return }
        post.explanation = "On \(date) the sky was clear. \(post.explanation) Çelik’s café on \(date) saw it, too."
        if var picture = post.picture {
            (picture.width, picture.height) = (64, 48)
            post.picture = picture
        }
        post.hidesFilm = false
        posts[date] = post
        mirror.nasa.update(post)
        let film = mirror.nasa.video(for: date)
        files[date] = film.isEmpty ? mirror.nasa.picture(for: date) : film
    }

    // MARK: - Accidents

    /// Lets an accident befall all posts, those to come as well, or the post of one day.
    ///
    /// - Parameter course: where an accident of the whole server begins.
    func begin(_ row: AccidentRow, only date: String? = nil, _ course: Combination.Course) {
        guard let one = posts["\(newest)"] else { return }
        // A clock that stops shows this moment, and not that of the test.
        mirror.nasa.setClock(Int(mirror.clock.now.seconds))
        accident = (row, one, date)
        for date in mirror.nasa.dates { befall(date) }
        switch row.change {
        case .posts: break
        case .offline: mirror.nasa.stop()
        case .answers(let accident, let part):
            mirror.nasa.begin(accident, on: part ?? course.part, of: date, after: course.after, times: course.times)
        case .swap:
            let newest = newest.number
            let days = date.map { Day.of($0).number - 1...Day.of($0).number } ?? newest - 26...newest + 12
            for number in days {
                let late = (days.upperBound - number).isMultiple(of: 2) ? 1 : -1
                mirror.nasa.setFault(.filedLate(days: late), for: .day("\(Day(number: number))"))
            }
        }
    }

    func endAccident() throws {
        accident = nil
        try mirror.nasa.start()
        mirror.nasa.clearFaults()
        for post in posts.values { mirror.nasa.update(post) }
    }

    /// The day whose post is the next.
    var tomorrow: String { "\(newest.advanced(by: 1))" }

    /// Whether NASA's words of a day are not its post's.
    func isSpoiled(_ date: String) -> Bool {
        guard let accident, accident.only.map({ $0 == date }) ?? true, let post = posts[date] else { return false }
        switch accident.row.change {
        case .posts:
            let said = mirror.nasa.day(date)
            return accident.row.kin != .harmless && (said?.title != post.title || said?.explanation != post.explanation)
        // The newest post may have no neighbour yet that it is swapped with.
        case .swap: return date < "\(newest)"
        case .answers, .offline: return accident.row.kin == .wrongDate
        }
    }

    private func befall(_ date: String) {
        guard let accident, case .posts(let change) = accident.row.change, accident.only.map({ $0 == date }) ?? true,
            var post = posts[date]
        else { return }
        change(&post, accident.one)
        mirror.nasa.update(post)
    }

    // MARK: - Posts

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

    // MARK: - Passes

    private var daemon: Passes {
        get async throws {
            if let running { return running }
            let clock = mirror.clock
            let nasa = NASAClock(local: { clock.now }, elapsed: { clock.now.seconds })
            let passes = Passes(
                archive: try await mirror.archive(), refresher: try await mirror.refresher(nasa: nasa),
                schedule: Schedule(jitter: 0), clock: nasa, configuration: configuration)
            running = passes
            return passes
        }
    }

    /// Lets so many hours go by, with the passes that the schedule names. Of those that a missing picture or a failure
    /// makes hourly every eighth is enough.
    func run(hours: Int, afterPass: () async throws -> Void = {}) async throws {
        let (end, daemon) = (mirror.clock.now + hours * 3_600, try await daemon)
        while true {
            let next = daemon.clock.local(daemon.schedule.next(after: daemon.clock.now, try await daemon.facts()))
            let due = max(next, last.map { $0 + 8 * 3_600 } ?? next)
            let midnight = LocalTime.eastern.timestamp(newest.advanced(by: 1))
            if !isLate, midnight <= min(due, end) {
                mirror.clock.advance(to: midnight)
                publish()
            } else if due <= end {
                mirror.clock.advance(to: due)
                try await refresh()
                try await afterPass()
            } else {
                return mirror.clock.advance(to: end)
            }
        }
    }

    /// One pass, which an owner may ask for as well.
    func refresh(isAsked: Bool = false) async throws {
        mirror.nasa.setClock(Int(mirror.clock.now.seconds))
        report = try await daemon.refresh(isAsked: isAsked)
        (passes, last) = (passes + 1, mirror.clock.now)
    }

    /// What `status` tells.
    var status: MirrorStatus {
        get async throws {
            let daemon = try await daemon
            return try MirrorStatus(
                of: daemon.archive.tree, configuration, today: daemon.clock.today, sourceRemedy: { $0 })
        }
    }
}
