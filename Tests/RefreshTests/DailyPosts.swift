import Belief
import Days
import SampleNASA

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport
@testable import Settings

/// A mirror whose NASA publishes a post each day, and suffers an accident for a while.
final class DailyPosts {
    let mirror: MirrorUnderTest
    /// The posts as NASA means them.
    private var posts: [String: SampleDay] = [:]
    private var accident: ((inout SampleDay) -> Void)?

    /// - Parameter isSettled: whether the mirror has had the days for weeks; otherwise it has none of them.
    init(_ days: ClosedRange<String>, _ shape: MirrorUnderTest.Shape = .basic, isSettled: Bool = false) async throws {
        mirror = try MirrorUnderTest(days, shape)
        Self.prepare(mirror.nasa)
        for date in mirror.nasa.dates { posts[date] = mirror.nasa.day(date) }
        guard isSettled else { return }
        try await mirror.sync()
        try await mirror.settle()
    }

    /// Has a server tell its days as NASA does: no first sentence is that of four neighbours, pictures are of one size,
    /// and both APIs have the films.
    static func prepare(_ nasa: SampleNASA) {
        for date in nasa.dates { prepare(date, at: nasa) }
    }

    private static func prepare(_ date: String, at nasa: SampleNASA) {
        guard var post = nasa.day(date) else { return }
        post.explanation = "On \(date) the sky was clear. \(post.explanation)"
        if var picture = post.picture {
            (picture.width, picture.height) = (64, 48)
            post.picture = picture
        }
        post.hidesFilm = false
        nasa.update(post)
    }

    var dates: [String] { posts.keys.sorted() }

    /// Changes what NASA means to say of a day.
    func revise(_ date: String, _ change: (inout SampleDay) -> Void) {
        guard var post = posts[date] else { return }
        change(&post)
        posts[date] = post
        mirror.nasa.update(post)
    }

    func begin(_ accident: @escaping (inout SampleDay) -> Void) {
        self.accident = accident
        for post in posts.values { befall(post) }
    }

    func end() {
        accident = nil
        mirror.nasa.clearFaults()
        for post in posts.values { mirror.nasa.update(post) }
    }

    private func befall(_ post: SampleDay) {
        guard let accident else { return }
        var post = post
        accident(&post)
        mirror.nasa.update(post)
    }

    /// The next day's post, and the pass at its noon.
    @discardableResult
    func tomorrow() async throws -> MirrorUnderTest.Outcome {
        mirror.clock.advance(days: 1)
        let date = "\(mirror.clock.now.day)"
        mirror.nasa.publish(through: date)
        Self.prepare(date, at: mirror.nasa)
        if let post = mirror.nasa.day(date) {
            posts[date] = post
            befall(post)
        }
        return try await mirror.sync()
    }

    @discardableResult
    func live(days: Int) async throws -> MirrorUnderTest.Outcome? {
        var last: MirrorUnderTest.Outcome?
        for _ in 0..<days { last = try await tomorrow() }
        return last
    }

    /// The days whose words are not as NASA means them.
    var wrongWords: [String] {
        dates.filter { date in
            guard let post = posts[date], let stored = mirror.metadata(date) else { return true }
            return stored.title != post.title
                || DayWords.lettersAndDigits(stored.explanation) != DayWords.lettersAndDigits(post.explanation)
        }
    }

    /// The days whose pictures are not as NASA has them.
    var wrongPictures: [String] {
        dates.filter { date in
            guard let stored = mirror.metadata(date), stored.mirror.state == .present else { return true }
            let (film, still) = (mirror.nasa.video(for: date), mirror.nasa.picture(for: date))
            guard case .embedded = posts[date]?.media else {
                return mirror.picture(date) != (film.isEmpty ? still : film)
            }
            return stored.mirror.picture?.kind != .page
        }
    }
}

extension MirrorUnderTest.Outcome {
    /// The exit code of a first sync with this outcome.
    var exitCode: ExitCode {
        var (report, known) = (summary, DayTroubles())
        known.add(summary.pending, as: .missing)
        known.add(summary.disputed, as: .disputed)
        report.conclude(known, after: nil)
        return report.exitCode
    }
}
