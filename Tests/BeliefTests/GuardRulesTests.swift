import Days
import Testing

@testable import Belief

private let today = Day(number: 20_777)
private let now = Timestamp.noon(of: today)

private func ago(_ days: Int) -> Timestamp { .noon(of: today.advanced(by: -days)) }

/// What becomes of an answer, by what is stored and by its company.
@Suite("What becomes of an answer that differs")
struct GuardRulesTests {
    /// Stored, answer, dispute, company: what becomes of it.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var stored: Version
        var answer: GuardRules.Answer
        var dispute: Dispute?
        var company = Row.calm
        var amnesty: Timestamp?
        var part: Ruling

        init(
            _ name: String, _ stored: Version, answer: GuardRules.Answer = .init(key: "new"),
            known dispute: Dispute? = nil,
            among company: GuardRules.Tally = calm, amnesty: Timestamp? = nil, becomes part: Ruling
        ) {
            testDescription = name
            (self.stored, self.answer, self.dispute, self.part) = (stored, answer, dispute, part)
            (self.company, self.amnesty) = (company, amnesty)
        }

        /// One settled day differs, of ten that were asked.
        static let calm = GuardRules.Tally(asked: 10, differ: 1, new: 1, all: 1)
        static let three = GuardRules.Tally(asked: 10, differ: 3, new: 3, all: 3)
        /// Many that are disputed differ, and few others.
        static let many = GuardRules.Tally(asked: 10, differ: 1, new: 0, all: 9)
        static let doubtful = GuardRules.Tally(asked: 10, differ: 4, new: 4, all: 4)
    }

    private static func version(
        settled: Int? = nil, former: [Version.Former] = [], changes: Int = 0, other: Version.Sighting? = nil
    ) -> Version {
        Version(
            key: "old", looks: .init(first: ago(40), last: ago(1), days: 5), settled: settled.map(ago), former: former,
            changes: changes, other: other, asked: ago(1))
    }

    private static let settled = version(settled: 30)
    private static let provisional = version()

    private static func former(_ state: Version.Former.State) -> [Version.Former] {
        [.init(key: "new", state: state, since: ago(9))]
    }

    private static func doubted(_ reason: String = "half", isFinal: Bool = false) -> GuardRules.Answer {
        .init(key: "new", url: "u", doubt: reason, isFinal: isFinal)
    }

    private static func dispute(
        _ reason: String, since: Int = 0, last: Int = 0, days: Int = 1, isFinal: Bool = false, key: String = "new",
        url: String = ""
    ) -> Dispute {
        .init(reason: reason, url: url, key: key, since: ago(since), last: ago(last), days: days, isFinal: isFinal)
    }

    private static let taken: [Row] = [
        Row("the same", settled, answer: .init(key: "old"), becomes: .same(isLook: true)),
        Row(
            "the same in a doubtful pass", settled, answer: .init(key: "old"), among: Row.doubtful,
            becomes: .same(isLook: false)),
        Row(
            "the same, though it was doubted", provisional, answer: .init(key: "old", doubt: "x"),
            becomes: .same(isLook: true)),
        Row(
            "what the owner declined is no dispute", version(settled: 3, former: former(.declined)), answer: doubted(),
            among: Row.doubtful, becomes: .same(isLook: false)),
        Row(
            "what the owner declined, after an amnesty", version(settled: 30, former: former(.declined)),
            amnesty: ago(1), becomes: .same(isLook: false)),
        Row(
            "declined, and accepted later", version(settled: 3, former: former(.declined)),
            answer: .init(key: "new", isAccepted: true), becomes: .commit(.accepted)),
        Row(
            "accepted", settled, answer: .init(key: "new", doubt: "x", isAccepted: true), among: Row.doubtful,
            becomes: .commit(.accepted)),
        Row(
            "back", version(settled: 3, former: former(.settled)), answer: doubted(), among: Row.doubtful,
            becomes: .commit(.back)),
        Row(
            "better", settled, answer: .init(key: "new", isBetter: true), among: Row.doubtful, becomes: .commit(.filled)
        ),
        Row("provisional", provisional, becomes: .commit(.givesWay)),
        Row("provisional, back again", version(changes: 1), becomes: .commit(.givesWay)),
        Row("provisional, and many old disputes", provisional, among: Row.many, becomes: .commit(.givesWay)),
        Row(
            "it changes on the third day, and came yesterday",
            version(changes: 2, other: .init(key: "new", day: today.advanced(by: -1))), becomes: .commit(.givesWay)),
        Row("settled and lone", settled, becomes: .commit(.corrected)),
        Row("settled, one of three", settled, among: Row.three, becomes: .commit(.corrected)),
        Row("settled before an amnesty", settled, amnesty: ago(20), becomes: .commit(.givesWay)),
        Row("settled at an amnesty", settled, amnesty: ago(30), becomes: .commit(.givesWay)),
        Row("settled after an amnesty", settled, among: Row.many, amnesty: ago(31), becomes: .dispute(dispute(mass))),
    ]

    private static let waiting: [Row] = [
        Row(
            "provisional in a doubtful pass", provisional, among: Row.doubtful, becomes: .wait(doubtful, other: "new")
        ),
        Row("it changes once more", version(changes: 2), becomes: .wait(back, other: "new")),
        Row(
            "it changes once more, and came today",
            version(changes: 2, other: .init(key: "new", day: today)), becomes: .wait(back, other: "new")),
        Row(
            "it changes once more, and another came yesterday",
            version(changes: 2, other: .init(key: "third", day: today.advanced(by: -1))),
            becomes: .wait(back, other: "new")),
        Row(
            "settled before an amnesty, in a doubtful pass", settled, among: Row.doubtful, amnesty: ago(1),
            becomes: .wait(doubtful, other: "new")),
    ]

    private static let mass = "NASA changed the words of 9 settled days at once"
    private static let doubtful = "NASA changed the words of many days at once"
    private static let back = "NASA changes it back and forth; what it says tomorrow is taken"

    private static let disputed: [Row] = [
        Row("settled, in a doubtful pass", settled, among: Row.doubtful, becomes: .dispute(dispute(doubtful))),
        Row("settled, and many old disputes", settled, among: Row.many, becomes: .dispute(dispute(mass))),
        Row("doubted by itself", settled, answer: doubted(), becomes: .dispute(dispute("half", url: "u"))),
        Row(
            "doubted by itself, over a provisional one", provisional, answer: doubted(),
            becomes: .dispute(dispute("half", url: "u"))),
        Row(
            "disproved", version(settled: 3, former: former(.disproved)), answer: doubted(),
            becomes: .dispute(dispute("half", url: "u"))),
        Row(
            "the second day of a dispute", settled, answer: doubted(), known: dispute("first", since: 1, last: 1),
            becomes: .dispute(dispute("first", since: 1, days: 2))),
        Row(
            "twice on one day", settled, answer: doubted(), known: dispute("first", since: 1, days: 2),
            becomes: .dispute(dispute("first", since: 1, days: 2))),
        Row(
            "another one than the disputed", settled, answer: doubted(),
            known: dispute("first", since: 20, last: 1, days: 9, key: "third"),
            becomes: .dispute(dispute("half", url: "u"))),
        Row(
            "lone, after thirteen days", settled, answer: doubted(),
            known: dispute("half", since: 13, last: 1, days: 9),
            becomes: .dispute(dispute("half", since: 13, days: 10))),
        Row(
            "lone, after fourteen days, on two of them", settled, answer: doubted(),
            known: dispute("half", since: 14, last: 14),
            becomes: .dispute(dispute("half", since: 14, days: 2))),
        Row(
            "never", settled, answer: doubted(isFinal: true),
            known: dispute("half", since: 400, last: 1, days: 99, isFinal: true),
            becomes: .dispute(dispute("half", since: 400, days: 100, isFinal: true))),
        Row(
            "one of many, after 27 days", settled, known: dispute(mass, since: 27, last: 1, days: 9), among: Row.many,
            becomes: .dispute(dispute(mass, since: 27, days: 10))),
        Row(
            "NASA returned to it six days ago", version(settled: 3, former: former(.provisional)),
            known: dispute(mass, since: 6, last: 1, days: 3), among: Row.many,
            becomes: .dispute(dispute(mass, since: 6, days: 4))),
    ]

    private static let ended: [Row] = [
        Row(
            "lone, after fourteen days", settled, answer: doubted(),
            known: dispute("half", since: 14, last: 1, days: 2), becomes: .commit(.ended)),
        Row(
            "lone, provisional, after fourteen days", provisional, answer: doubted(),
            known: dispute("half", since: 14, last: 1, days: 2),
            becomes: .commit(.ended)),
        Row(
            "one of many, after 28 days", settled, known: dispute(mass, since: 28, last: 1, days: 9), among: Row.many,
            becomes: .commit(.ended)),
        Row(
            "one of many, in a doubtful pass", settled, known: dispute(mass, since: 28, last: 1, days: 9),
            among: Row.doubtful,
            becomes: .commit(.ended)),
        Row(
            "one of many that is kin, after fourteen days", settled, answer: .init(key: "new", isKin: true),
            known: dispute(mass, since: 14, last: 1, days: 9), among: Row.many, becomes: .commit(.ended)),
        Row(
            "NASA returned to it seven days ago", version(settled: 3, former: former(.provisional)),
            known: dispute(mass, since: 7, last: 1, days: 3), among: Row.many, becomes: .commit(.returned)),
    ]

    @Test(arguments: taken + waiting + disputed + ended)
    func `an answer is taken, waits or is disputed`(row: Row) {
        let company = GuardRules.Company("changed the words", row.company, now: now, amnesty: row.amnesty)
        #expect(GuardRules.judge(row.stored, row.answer, disputed: row.dispute, among: company) == row.part)
    }

    // MARK: - The company

    @Test(
        arguments: [
            (.init(asked: 10, differ: 3, new: 3, all: 3), false), (.init(asked: 3, differ: 3, new: 3, all: 9), false),
            (.init(asked: 10, differ: 4, new: 4, all: 4), true), (.init(asked: 100, differ: 4, new: 4, all: 4), true),
            // Old disputes count where most of those asked differ.
            (.init(asked: 100, differ: 60, new: 3, all: 60), true),
            (.init(asked: 100, differ: 50, new: 3, all: 90), false),
            (.init(asked: 4, differ: 4, new: 0, all: 4), true), (.init(), false),
        ] as [(GuardRules.Tally, Bool)])
    func `more than three settled days that newly differ make a pass doubtful`(
        tally: GuardRules.Tally, isDoubtful: Bool
    ) {
        #expect(tally.isDoubtful == isDoubtful)
    }

    /// The answer, the dispute about it, whether it was asked as a fair sample: what is counted.
    private static let counted: [(String, Dispute?, Bool, GuardRules.Tally)] = [
        ("old", nil, true, .init(asked: 1)), ("old", nil, false, .init()),
        ("new", nil, true, .init(asked: 1, differ: 1, new: 1, all: 1)), ("new", nil, false, .init(all: 1)),
        // NASA went back to what had settled, so it was the stored version that was wrong.
        ("former", nil, true, .init(asked: 1)),
        ("declined", nil, true, .init(asked: 1)),
        ("new", dispute("x", since: 1), true, .init(asked: 1, differ: 1, all: 1)),
        ("new", dispute("x", since: 0), true, .init(asked: 1, differ: 1, new: 1, all: 1)),
        ("new", dispute("x", since: 9, key: "third"), true, .init(asked: 1, differ: 1, new: 1, all: 1)),
        ("new", dispute("x", since: 9), false, .init(all: 1)),
    ]

    @Test(arguments: counted)
    func `disputes of a day and longer are no news`(
        key: String, dispute: Dispute?, isFair: Bool, expected: GuardRules.Tally
    ) {
        let formers = [("former", .settled), ("declined", .declined)] as [(String, Version.Former.State)]
        let stored = Self.version(settled: 3, former: formers.map { .init(key: $0, state: $1, since: ago(3)) })
        var tally = GuardRules.Tally()
        tally.count(stored, key, disputed: dispute, isFair: isFair, now: now)
        #expect(tally == expected)
    }

    /// How many disputes ended, how many of them by a return, how many old and young ones there were.
    @Test(arguments: [
        (3, 0, 3, 0, false), (4, 0, 4, 0, true), (0, 3, 3, 0, false), (0, 4, 4, 0, true), (0, 4, 7, 9, true),
        (0, 4, 8, 0, false), (2, 2, 4, 0, false), (0, 0, 0, 9, false),
    ])
    func `a mass of disputes that ended for NASA takes their say from settled days`(
        ended: Int, returned: Int, old: Int, young: Int, isPardoned: Bool
    ) {
        let commits: [CommitReason: Int] = [.ended: ended, .returned: returned, .back: 9, .corrected: 9]
        let disputes =
            Array(repeating: Self.dispute("x", since: 7), count: old)
            + Array(repeating: Self.dispute("x", since: 6), count: young)
        #expect(GuardRules.isPardoned(commits, disputes: disputes, now: now) == isPardoned)
    }

    /// Provisional days that were asked, those of them for which an answer was taken, and those that NASA went back for.
    @Test(arguments: [
        (25, 12, 0, false), (25, 13, 0, true), (24, 24, 0, false), (1_000, 500, 0, false), (1_000, 501, 0, true),
        (1_000, 0, 3, false), (0, 0, 4, true),
    ])
    func `an accident is over where most answers are taken, and not where they are held back`(
        asked: Int, taken: Int, returns: Int, isOver: Bool
    ) {
        var company = GuardRules.Company("changed the words", now: now)
        for number in 0..<asked {
            // Those that are held back differ, too.
            company.count(Self.version(), "\(number)", disputed: nil, isFair: true)
        }
        company.commits = [.givesWay: taken, .back: returns, .new: 99, .corrected: 99]
        #expect(company.isAccidentOver == isOver)
        for _ in 0...Limits.mass {
            company.count(Self.version(settled: 3), "other", disputed: nil, isFair: true)
        }
        #expect(!company.isAccidentOver, "the pass is in doubt")
    }
}
