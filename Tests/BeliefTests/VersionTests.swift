import Days
import Testing

@testable import Belief

private let today = Day(number: 20_777)
private let now = Timestamp.noon(of: today)

private func ago(_ days: Int) -> Timestamp { .noon(of: today.advanced(by: -days)) }

private func version(
    _ key: String = "old", first: Int = 8, last: Int = 1, days: Int = 2, settled: Int? = nil,
    former: [Version.Former] = [], changes: Int = 0, other: Version.Sighting? = nil, asked: Int = 1
) -> Version {
    Version(
        key: key, looks: .init(first: ago(first), last: ago(last), days: days), settled: settled.map(ago),
        former: former, changes: changes, other: other, asked: ago(asked))
}

private func former(_ key: String, _ state: Version.Former.State, _ since: Int = 0) -> Version.Former {
    .init(key: key, state: state, since: ago(since))
}

private let sighting = Version.Sighting(key: "new", day: today.advanced(by: -1))

@Suite("How often NASA served a version")
struct VersionTests {
    /// A version, whether the look counts, since when settled ones have no say: the version after it.
    private static let looks: [(String, Version, isLook: Bool, amnesty: Int?, Version)] = [
        (
            "the third day, a week after the first: it settled", version(first: 7, changes: 2), true, nil,
            version(first: 7, last: 0, days: 3, settled: 0, asked: 0)
        ),
        ("the third day within six", version(first: 6), true, nil, version(first: 6, last: 0, days: 3, asked: 0)),
        ("the second day after eight", version(days: 1), true, nil, version(last: 0, days: 2, asked: 0)),
        ("again on one day", version(last: 0, days: 2), true, nil, version(last: 0, days: 2, asked: 0)),
        (
            "no look: it came in a doubtful pass, and is not another one any more", version(days: 9, other: sighting),
            false, nil, version(days: 9, asked: 0)
        ),
        (
            "a look ends what came between", version(days: 1, other: sighting), true, nil,
            version(last: 0, days: 2, asked: 0)
        ),
        (
            "settled long ago", version(days: 9, settled: 30), true, nil,
            version(last: 0, days: 10, settled: 30, asked: 0)
        ),
        (
            "settled after an amnesty", version(days: 9, settled: 3), true, 4,
            version(last: 0, days: 10, settled: 3, asked: 0)
        ),
        (
            "settled before an amnesty: it settles anew", version(days: 9, settled: 30), true, 4,
            version(last: 0, days: 10, settled: 0, asked: 0)
        ),
        (
            "never seen: its picture came from another mirror, so this is the first look",
            version(first: 40, last: 40, days: 0, asked: 40), true, nil, version(first: 0, last: 0, days: 1, asked: 0)
        ),
    ]

    @Test(arguments: looks)
    func `it settles after three days over a week`(
        name: String, version: Version, isLook: Bool, amnesty: Int?, after: Version
    ) {
        #expect(version.seen(at: now, isLook: isLook, amnesty: amnesty.map(ago)) == after, "\(name)")
    }

    /// A version and why another takes its place: the other's version.
    private static let replacements: [(String, Version, CommitReason, Version)] = [
        ("provisional", version(), .givesWay, replaced(former: [former("old", .provisional)], changes: 1)),
        (
            "provisional, once more", version(former: [former("first", .provisional, 3)], changes: 1), .givesWay,
            replaced(former: [former("first", .provisional, 3), former("old", .provisional)], changes: 2)
        ),
        (
            "there and back: what stood between was an accident",
            version(former: [former("new", .provisional, 3)], changes: 1),
            .givesWay, replaced(former: [former("old", .disproved)], changes: 2)
        ),
        ("settled", version(settled: 9, changes: 0), .corrected, replaced(former: [former("old", .settled)])),
        (
            "back to what had settled: it is settled at once, and what stood between was an accident",
            version(settled: 9, former: [former("new", .settled, 9)]), .back,
            replaced(settled: true, former: [former("old", .disproved)])
        ),
        ("accepted", version(), .accepted, replaced(settled: true, former: [former("old", .provisional)], changes: 1)),
        ("a stand-in gives way", version(changes: 1), .filled, replaced(former: [former("old", .provisional)])),
        ("ended", version(settled: 9, other: sighting), .ended, replaced(former: [former("old", .settled)])),
        (
            "returned", version(settled: 9, former: [former("new", .provisional, 12)]), .returned,
            replaced(former: [former("old", .disproved)])
        ),
    ]

    private static func replaced(settled: Bool = false, former: [Version.Former], changes: Int = 0) -> Version {
        version(
            "new", first: 0, last: 0, days: 1, settled: settled ? 0 : nil, former: former, changes: changes, asked: 0)
    }

    @Test(arguments: replacements)
    func `the next version knows what it came after`(name: String, version: Version, why: CommitReason, after: Version)
    {
        #expect(version.replaced(by: "new", why, now: now) == after, "\(name)")
    }

    /// What the owner keeps, and what that becomes.
    @Test(
        arguments: [
            (version(other: sighting), version(settled: 0, former: [former("new", .declined)])),
            (
                version(settled: 30, former: [former("new", .provisional, 9), former("b", .settled, 9)], changes: 2),
                version(settled: 0, former: [former("b", .settled, 9), former("new", .declined)])
            ),
        ])
    func `what the owner keeps has settled, and what it was kept against is declined`(version: Version, after: Version)
    {
        #expect(version.kept(against: "new", now: now) == after)
        #expect(after.isDeclined("new") && after.hasDeclined && !after.isDeclined("b") && !version.hasDeclined)
    }

    @Test func `what was kept and gave way to the owner's yes had settled`() {
        let after = version(settled: 9, former: [former("new", .declined)]).replaced(by: "new", .accepted, now: now)
        #expect(after.former == [former("old", .settled)])
    }

    /// The version, the other bytes, whether they may be the stored ones encoded anew, and what is noted of them then.
    private static let otherBytes: [(String, Version, key: String, may: Bool, other: Version.Sighting?)] = [
        ("never seen", version(), "new", true, .init(key: "new", day: today)),
        ("the stored ones", version(), "old", false, nil),
        ("the same as yesterday's: another picture", version(other: sighting), "new", false, nil),
        ("others than yesterday's: nothing more is to be learned", version(other: sighting), "newer", true, nil),
        ("what had settled", version(former: [former("new", .settled)]), "new", false, nil),
        ("what the owner declined", version(former: [former("new", .declined)]), "new", false, nil),
        (
            "what NASA left for the stored ones, on two days",
            version(former: [former("new", .disproved)], other: sighting), "new", true, nil
        ),
    ]

    @Test(arguments: otherBytes)
    func `other bytes that show the same may be the stored ones, encoded anew`(
        name: String, version: Version, key: String, may: Bool, other: Version.Sighting?
    ) {
        #expect(version.mayBeEncodedAnew(key, on: today) == may, "\(name)")
        guard may else { return }
        #expect(version.seen(at: now, isLook: true, amnesty: nil, as: key).other == other, "\(name)")
    }

    @Test func `another answer that was not taken is noted with its day`() {
        #expect(version().differed("new", at: now) == version(other: .init(key: "new", day: today), asked: 0))
    }

    private static let all = [
        former("a", .settled, 90), former("b", .declined, 90), former("c", .provisional, 90),
        former("d", .disproved, 90),
    ]

    @Test(arguments: [(30, 2), (29, 4), (nil, 4)] as [(Int?, Int)])
    func `what never settled is let go of a month after its successor settled`(settled: Int?, left: Int) {
        var version = version(settled: settled, former: Self.all)
        version.forgetUnsettled(at: now)
        #expect(version.former == Array(Self.all.prefix(left)))
    }

    /// When a picture of which nothing is noted came, whether NASA was never seen to serve it: days of looks, and whether
    /// it is settled.
    @Test(arguments: [
        (8, false, 1, true), (7, false, 1, false), (0, false, 1, false), (400, true, 0, false),
        // The clock was wrong.
        (-90, false, 1, false),
    ])
    func `versions of which nothing is noted are settled by their age`(
        fetched: Int, isUnverified: Bool, days: Int, isSettled: Bool
    ) {
        let version = Version(key: "a", unnotedSince: ago(fetched), isUnverified: isUnverified, now: now)
        let first = ago(max(0, fetched))
        #expect(version.looks == .init(first: first, last: first, days: days))
        #expect(version.settled == (isSettled ? first : nil))
        #expect(version.asked == first)
        #expect(version.isQuiet(at: now) == isSettled)
    }

    /// A version: whether it is a witness after an amnesty fourteen days ago, whether anything of it need be noted, and
    /// whether "new" is one that NASA went back to, or returned to.
    private static let kinds: [(Version, isGuarded: Bool, isQuiet: Bool, isBack: Bool, isReturn: Bool)] = [
        (version(), false, false, false, false), (version(settled: 13), true, true, false, false),
        (version(settled: 14), false, true, false, false),
        (version(settled: 13, former: [former("new", .settled)]), true, false, true, false),
        (version(settled: 13, former: [former("new", .provisional)]), true, false, false, true),
        (version(settled: 13, former: [former("new", .disproved)]), true, false, false, false),
        (version(settled: 13, former: [former("b", .settled)]), true, false, false, false),
        (version(settled: 13, changes: 1), true, false, false, false),
        (version(settled: 13, other: sighting), true, false, false, false),
    ]

    @Test(arguments: kinds)
    func `a version is what its marks say`(
        version: Version, isGuarded: Bool, isQuiet: Bool, isBack: Bool, isReturn: Bool
    ) {
        #expect(version.isGuarded(since: ago(14)) == isGuarded)
        #expect(version.isGuarded(since: nil) == (version.settled != nil))
        #expect(version.isQuiet(at: now) == isQuiet)
        #expect(version.isBack("new") == isBack && version.isReturn("new") == isReturn)
    }

    /// A version, and the line that is noted of it.
    private static let lines: [(Version, String)] = [
        (version(days: 0), "\(ago(8).seconds) \(ago(1).seconds) 0 \(ago(1).seconds) 0 0"),
        (
            version(
                settled: 3, former: [former("a1", .settled, 9), former("page", .disproved)], changes: 2, other: sighting
            ),
            "\(ago(8).seconds) \(ago(1).seconds) 2 \(ago(1).seconds) 2 \(ago(3).seconds) a1=settled@\(ago(9).seconds) "
                + "page=disproved@\(now.seconds) new?\(sighting.day)"
        ),
    ]

    @Test(arguments: lines)
    func `a version is read from the line that is noted of it`(version: Version, line: String) {
        #expect(version.description == line)
        var read = Version(line)
        read?.key = version.key
        #expect(read == version)
    }

    @Test(arguments: ["", "1 2 3", "1 2 3 4 5 x", "1 2 3 4 5 6 a=strange@7", "1 2 3 4 5 6 a?never", "1 2 3 4 5 6 a"])
    func `any other line is no note`(line: String) {
        #expect(Version(line) == nil)
    }
}
