import Belief
import Days
import Folder
import Foundation
import SampleNASA
import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import RefreshTestSupport
@testable import Settings
@testable import Store

/// Accidents of NASA's that befall the words of many days, and what is right within two days of their end.
@Suite("What is believed of words", .timeLimit(.minutes(20)))
struct BelievedWordsTests {
    private static let days = "2026-09-22"..."2026-11-20"
    private static let notice = """
        Due to the lapse in federal government funding, NASA is not updating this website. We sincerely regret this \
        inconvenience.
        """

    // MARK: - A notice before every story

    @Test(
        "a notice before every story is cut off, and leaves nothing", arguments: MirrorUnderTest.Shape.allCases,
        [true, false])
    func notice(shape: MirrorUnderTest.Shape, isSettled: Bool) async throws {
        let posts = try await DailyPosts(Self.days, shape, isSettled: isSettled)
        let mirror = posts.mirror
        posts.begin { $0.explanation = "\(Self.notice) \($0.explanation)" }
        for _ in 0..<7 {
            let outcome = try await posts.tomorrow()
            #expect(outcome.corrected == [] && outcome.summary.disputed.isEmpty && outcome.summary.pending.isEmpty)
            #expect(posts.wrongWords == [])
        }
        let cut = posts.dates.suffix(Limits.newest)
        for date in cut { #expect(mirror.metadata(date)?.mirror.notice?.opening == Self.notice, "\(date)") }
        try await expectCut(mirror, Array(cut.suffix(3)))

        posts.end()
        try await posts.live(days: 2)
        #expect(posts.wrongWords == [])
        for date in posts.dates.suffix(Limits.newest) {
            #expect(mirror.metadata(date)?.mirror.notice == nil, "\(date)")
            #expect(!String(decoding: mirror.record(date) ?? [], as: UTF8.self).contains("lapse"), "\(date)")
        }
        #expect(mirror.disputes == Disputes())
        try mirror.expectSoundTree()
    }

    /// Whoever reads a record alone cuts off what was cut off: `reread`, a repair of an edited JSON and of a lost one.
    private func expectCut(_ mirror: MirrorUnderTest, _ dates: [String]) async throws {
        let archive = try await mirror.archive()
        for date in dates {
            #expect(try await archive.reread(.of(date)) == nil, "\(date)")
            let path = "\(mirror.month(date))/metadata/\(date).json"
            let stored = try #require(mirror.metadata(date))
            let text = String(decoding: mirror.bytes(path) ?? [], as: UTF8.self)
            let edited = text.replacing("light-years", with: "light-dears")
            try #require(edited != text)
            for damaged in [Array(edited.utf8), nil] {
                if let damaged { try damaged.write(to: path) } else { try FileManager.default.removeItem(atPath: path) }
                #expect(try await archive.mend([.of(date)]) == [.of(date)])
                #expect(mirror.metadata(date)?.explanation == stored.explanation, "\(date)")
                #expect(mirror.metadata(date)?.mirror.notice == stored.mirror.notice, "\(date)")
            }
        }
    }

    // MARK: - Words that are held back

    /// The picture of a day was deleted, and NASA says something else of the day: its words stay, whoever touches its
    /// JSON while the picture comes.
    @Test(arguments: [false, true])
    func `words are held back while the picture waits`(isChangedMeanwhile: Bool) async throws {
        let posts = try await DailyPosts(Self.days, isSettled: true)
        let (mirror, date) = (posts.mirror, "2026-10-20")
        let stored = try #require(mirror.metadata(date))
        for file in mirror.files(date) { try FileManager.default.removeItem(atPath: "\(mirror.month(date))/\(file)") }
        posts.revise(date) { $0.explanation = "This website is not being updated." }
        mirror.restart()
        let gate = Gate()
        mirror.nasa.setFault(.gated(gate), for: .media(date))
        try await mirror.sync { _ in
            await mirror.wait { gate.waiting > 0 }
            if isChangedMeanwhile {
                var edited = stored
                edited.mirror.alt = "The owner's words."
                try? edited.encoded().write(to: "\(mirror.month(date))/metadata/\(date).json")
            }
            gate.open()
        }
        mirror.nasa.clearFaults()
        try mirror.expectWhole(date)
        #expect(mirror.metadata(date)?.explanation == stored.explanation)
        #expect(mirror.disputes.words.keys.sorted() == [.of(date)])
        try mirror.expectSoundTree()
    }

    @Test func `words are corrected while a picture at another address is disputed`() async throws {
        let posts = try await DailyPosts(Self.days, isSettled: true)
        let mirror = posts.mirror
        let dates = ["2026-11-02", "2026-11-03", "2026-11-04", "2026-11-06"]
        for date in dates { mirror.nasa.repaint(date, file: "New\(date).jpg") }
        #expect(Set(try await mirror.sync().disputed) == Set(dates))
        for _ in 0..<2 {
            var day = try #require(mirror.nasa.day(dates[0]))
            day.explanation += " We know more by now."
            mirror.nasa.update(day)
            let outcome = try await mirror.sync()
            #expect(outcome.corrected == [dates[0]])
            #expect(mirror.metadata(dates[0])?.explanation == day.explanation)
            #expect(mirror.disputes.pictures.keys.map(\.description).sorted() == dates && mirror.disputes.words.isEmpty)
            #expect(mirror.metadata(dates[0])?.mirror.state == .disputed)
            mirror.clock.advance(days: 1)
        }
        try mirror.expectSoundTree()
    }

    // MARK: - What is taken, and when

    @Test func `a lone correction of a settled day is taken, and what had settled is taken back in any company`()
        async throws
    {
        let posts = try await DailyPosts(Self.days, isSettled: true)
        let mirror = posts.mirror
        let (back, others) = (["2026-11-02", "2026-11-03"], ["2026-11-04", "2026-11-05", "2026-11-06", "2026-11-07"])
        let before = back.compactMap { mirror.nasa.day($0) }
        for date in back { posts.revise(date) { $0.explanation += " We know more by now." } }
        #expect(Set(try await posts.tomorrow().corrected) == Set(back))
        for post in before { posts.revise(post.date) { $0 = post } }
        for date in others { posts.revise(date) { $0.explanation += " We know more by now." } }
        let outcome = try await posts.tomorrow()
        #expect(Set(outcome.corrected) == Set(back) && Set(outcome.disputed) == Set(others))
        #expect(Set(posts.wrongWords) == Set(others))
        try mirror.expectSoundTree()
    }

    /// There and back are taken at once, and after that only what NASA says on two days.
    @Test func `provisional words that changed twice wait for a second day`() async throws {
        let (posts, date) = (try await DailyPosts("2026-11-10"..."2026-11-20"), "2026-11-18")
        try await posts.mirror.sync()
        for turn in 1...Limits.turns {
            posts.revise(date) { $0.explanation += " This is the change \(turn)." }
            #expect(try await posts.tomorrow().corrected == [date])
        }
        posts.revise(date) { $0.explanation += " We know more by now." }
        let outcome = try await posts.tomorrow()
        #expect(outcome.corrected == [] && posts.wrongWords == [date])
        #expect(try await posts.tomorrow().corrected == [date])
        #expect(posts.wrongWords == [])
        try posts.mirror.expectSoundTree()
    }

    /// Words of which most are the stored ones, or none.
    @Test(
        "more than three settled days that differ are disputed, and end for NASA",
        arguments: [(true, Limits.end), (false, Limits.massEnd)])
    func mass(isKin: Bool, days: Int) async throws {
        let posts = try await DailyPosts(Self.days, isSettled: true)
        let dates = ["2026-10-06", "2026-10-07", "2026-10-08", "2026-10-09"]
        for date in dates {
            posts.revise(date) { post in
                let words = post.explanation.split(separator: " ")
                post.explanation = words.map { isKin ? String($0) : String($0.reversed()) }.joined(separator: " ")
                post.explanation += " We know this of \(date) now."
                post.links = [:]
            }
        }
        #expect(Set(try await posts.tomorrow().disputed) == Set(dates))
        let last = try #require(try await posts.live(days: days - 1))
        #expect(last.disputed == [] && Set(last.summary.disputed.keys.map(\.description)) == Set(dates))
        #expect(posts.wrongWords == dates)
        #expect(Set(try await posts.tomorrow().corrected) == Set(dates))
        #expect(posts.wrongWords == [] && posts.mirror.disputes == Disputes())
        for date in dates { #expect(posts.mirror.formerWords(date).count == 1, "the former words are kept") }
        try posts.mirror.expectSoundTree()
    }
}
