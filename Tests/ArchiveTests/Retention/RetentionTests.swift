import Days
import Testing

@testable import Archive
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Settings

@Suite("What keep lets go")
struct RetentionTests {
    private static let now = TestMirror.now

    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var keep: Keep
        /// What stands under each day: `p` a picture and JSON, `j` JSON alone, `f` a file alone.
        var listing: [String: String]
        var favorites: [String] = []
        /// Days since each was removed.
        var removed: [String: Int] = [:]
        var hidden: [String] = []
        var goes: [String]

        init(
            _ what: String, keep: Keep, _ listing: [String: String], favorites: [String] = [],
            removed: [String: Int] = [:], hidden: [String] = [], goes: [String]
        ) {
            testDescription = what
            self.keep = keep
            self.listing = listing
            self.favorites = favorites
            self.removed = removed
            self.hidden = hidden
            self.goes = goes
        }
    }

    private static let week = [
        "2026-11-14": "p", "2026-11-15": "p", "2026-11-16": "p", "2026-11-17": "p", "2026-11-18": "p",
    ]

    static let cases = [
        Case("forever keeps all", keep: .forever, week, goes: []),
        Case("an empty mirror loses nothing", keep: .days(1), [:], goes: []),
        Case(
            "without a stored day nothing is old", keep: .days(1), ["2020-01-01": "j", "2020-01-02": "f"], goes: []),
        Case("the newest stored day is the first of those kept", keep: .days(1), ["2026-11-18": "p"], goes: []),
        Case(
            "so many days stay", keep: .days(3), week, goes: ["2026-11-14", "2026-11-15"]),
        Case("as many as there are", keep: .days(5), week, goes: []),
        Case(
            "days, and not pictures, are counted", keep: .days(3), ["2026-11-14": "p", "2026-11-18": "p"],
            goes: ["2026-11-14"]),
        Case(
            "whatever the clock says", keep: .days(2), ["1999-12-31": "p", "2000-01-01": "p", "2000-01-02": "p"],
            goes: ["1999-12-31"]),
        Case(
            "a newer day that still waits does not count", keep: .days(2),
            ["2026-11-16": "p", "2026-11-17": "p", "2026-11-18": "j", "2026-11-19": "f"], goes: []),
        Case(
            "an old day that still waits goes", keep: .days(2), ["2026-11-10": "j", "2026-11-18": "p"],
            goes: ["2026-11-10"]),
        Case(
            "a file without JSON is nobody's to take", keep: .days(2), ["2026-11-10": "f", "2026-11-18": "p"], goes: []),
        Case("a favorite stays", keep: .days(3), week, favorites: ["2026-11-14"], goes: ["2026-11-15"]),
        Case("a hidden day stays", keep: .days(3), week, hidden: ["2026-11-15"], goes: ["2026-11-14"]),
        Case(
            "a former favorite stays for thirty days", keep: .days(3), week,
            removed: ["2026-11-14": 29, "2026-11-15": 30], goes: ["2026-11-15"]),
        Case(
            "a removal in the future is recent", keep: .days(3), week, removed: ["2026-11-14": -400],
            goes: ["2026-11-15"]),
        Case(
            "favorites do not count as the newest", keep: .days(2),
            ["2020-01-01": "p", "2026-11-17": "p", "2026-11-18": "p"], favorites: ["2020-01-01"], goes: []),
        Case(
            "more days than any calendar has", keep: .days(1_000_000), ["1995-06-16": "p", "2026-11-18": "p"],
            goes: []),
    ]

    @Test(arguments: cases) func `by the table`(one: Case) {
        var retention = Retention(keep: one.keep, listing: Listing(), now: Self.now)
        for (date, what) in one.listing {
            retention.listing.days[.of(date)] = .init(
                hasMetadata: what != "f", files: what == "j" ? [] : ["\(date) A.jpg"])
        }
        retention.favorites = Set(one.favorites.map(Day.of))
        retention.hidden = Set(one.hidden.map(Day.of))
        for (date, ago) in one.removed {
            retention.removed[.of(date)] = Favorite(
                date: .of(date), added: Timestamp(seconds: 0), removed: Self.now + -86_400 * ago, links: [])
        }
        #expect(retention.days == one.goes.map(Day.of))
    }

    @Test func `the plan of a pass and the prune after it agree on the first day that stays`() {
        let newest = Day.of("2026-11-18")
        #expect(Keep.forever.firstDay(newest: newest) == nil)
        #expect(Keep.days(1).firstDay(newest: newest) == newest)
        #expect(Keep.days(31).firstDay(newest: newest) == Day.of("2026-10-19"))
    }
}
