import Belief
import Days
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh

@Suite("The plan of a pass")
struct PlanTests {
    private static let today = Day.of("2026-11-20")
    private static let now = Timestamp.noon(of: today)

    private func facts(
        from start: String = "2026-10-01", present: [String] = [], withoutFile: [String: Metadata] = [:],
        absent: MissingDays = MissingDays()
    ) -> MirrorSnapshot {
        var listing = Listing()
        for date in present { listing.days[.of(date)] = .init(hasMetadata: true, files: ["\(date) A.jpg"]) }
        for date in withoutFile.keys { listing.days[.of(date)] = .init(hasMetadata: true, files: []) }
        let known = Dictionary(uniqueKeysWithValues: withoutFile.map { (Day.of($0.key), $0.value) })
        var notes = DayNotes()
        notes.missing = absent
        return MirrorSnapshot(
            now: Self.now, today: Self.today, span: Day.of(start)...Self.today, listing: listing, withoutFile: known,
            notes: notes)
    }

    private func all(_ start: String) -> [String] {
        (Day.of(start)...Self.today).map(\.description)
    }

    @Test func `an empty mirror lacks every day of its history`() {
        let plan = Plan.make(.due(), facts())
        #expect(plan.missing == Set(Day.of("2026-10-01")...Self.today))
        #expect(plan.rereads.isEmpty)
        #expect(plan.ranges(of: 100) == [Day.of("2026-10-01")...Self.today])
    }

    @Test func `a full mirror rereads the newest days and one block of older ones`() throws {
        let plan = Plan.make(.due(), facts(from: "2026-01-01", present: all("2026-01-01")))
        #expect(plan.missing.isEmpty)
        let recent = Set(Plan.newest(Day.of("2026-01-01")...Self.today, on: Self.today))
        #expect(plan.rereads.isSuperset(of: recent))
        let block = try #require(Plan.rotation(Day.of("2026-01-01")...Self.today, on: Self.today))
        #expect(plan.rereads == recent.union(block))
    }

    /// A decoder that is broken doubts every picture there is.
    @Test func `pictures that are not right are asked for a block a day, the newest first`() {
        var facts = facts(from: "2026-01-01", present: all("2026-01-01"))
        let before = Plan.make(.due(), facts).rereads
        for day in Day.of("2026-01-01")...Self.today {
            facts.doubtful[day] = .init(reason: "it is torn", sha256: "", since: Self.now)
        }
        let newest = Set(Self.today.advanced(by: 1 - Plan.block)...Self.today)
        #expect(Plan.make(.due(), facts).rereads == before.union(newest))
        #expect(Plan.make(.due(isThorough: false), facts).rereads.count == Limits.newest)
    }

    @Test func `days whose words are held back are asked for once a day, however many they are`() {
        var facts = facts(from: "2026-01-01", present: all("2026-01-01"))
        let before = Plan.make(.due(), facts).rereads
        for day in Day.of("2026-02-01")...Day.of("2026-07-20") { facts.notes.disputes.refused[day] = "another day's" }
        #expect(Plan.make(.due(), facts).rereads == before.union(facts.notes.disputes.allDays))
        #expect(Plan.make(.due(isThorough: false), facts).rereads.count == Limits.newest)
    }

    @Test(arguments: [1, 24, 25, 26, 31, 365, 11_387])
    func `the rotation reaches every day that is older than the newest within two cycles`(length: Int) {
        let first = Self.today.advanced(by: 1 - length)
        let turns = Plan.turns(of: first...Self.today)
        var seen: Set<Day> = []
        for turn in 0..<2 * turns {
            let today = Self.today.advanced(by: turn)
            guard let block = Plan.rotation(first...today, on: today) else { continue }
            #expect(block.count <= Plan.block && !block.overlaps(Plan.newest(first...today, on: today)))
            seen.formUnion(block)
        }
        let older = length > Limits.newest ? Set(first...Self.today.advanced(by: -Limits.newest)) : []
        // The history grows while the blocks come round, so some come twice before others.
        #expect(older.isSubset(of: seen))
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func `a pending day waits for its time`(seconds: Int, isDue: Bool) {
        let pending = Metadata.sample("2026-10-05", pendingUntil: Self.now + seconds)
        let plan = Plan.make(.due(), facts(withoutFile: ["2026-10-05": pending]))
        #expect(plan.missing.contains(.of("2026-10-05")) == isDue)
    }

    @Test func `days named by the owner wait for nothing, and nothing else is reread`() {
        let pending = Metadata.sample("2026-10-05", pendingUntil: Self.now + 86_400)
        var absent = MissingDays()
        absent.absent[.of("2026-10-07")] = Self.today
        absent.notYet[.of("2026-10-08")] = Self.today
        let plan = Plan.make(
            .days(Day.of("2026-10-01")...Self.today),
            facts(present: ["2026-11-20", "2026-10-02"], withoutFile: ["2026-10-05": pending], absent: absent))
        #expect(plan.missing.isSuperset(of: [.of("2026-10-05"), .of("2026-10-07"), .of("2026-10-08")]))
        #expect(plan.rereads.isEmpty)
    }

    @Test func `whoever asks by themselves waits for no back-off, and leaves absent days to the rotation`() {
        let pending = Metadata.sample("2026-10-05", pendingUntil: Self.now + 86_400)
        var absent = MissingDays()
        absent.absent[.of("2026-10-07")] = Self.today
        absent.notYet[.of("2026-10-08")] = Self.today
        let facts = facts(present: ["2026-11-20"], withoutFile: ["2026-10-05": pending], absent: absent)
        let days = Plan.make(.due(isAsked: true), facts).missing
        #expect(days.isSuperset(of: [.of("2026-10-05"), .of("2026-10-08")]))
        #expect(!days.contains(.of("2026-10-07")))
        #expect(Plan.make(.due(), facts).missing.isDisjoint(with: [.of("2026-10-05"), .of("2026-10-08")]))
    }

    @Test(arguments: [RefreshScope.due(), .due(isAsked: true), .days(Day.of("2026-11-01")...today)])
    func `a hidden day is never asked for`(scope: RefreshScope) {
        var hidden = Metadata.sample("2026-11-19")
        hidden.mirror.state = .hidden
        let plan = Plan.make(scope, facts(withoutFile: ["2026-11-19": hidden]))
        #expect(!plan.wants(.of("2026-11-19")))
    }

    @Test func `an absent day only comes round with the rotation`() {
        var absent = MissingDays()
        absent.absent[.of("2026-01-03")] = Self.today.advanced(by: -1)
        let dates = all("2026-01-01").filter { $0 != "2026-01-03" }
        let span = Day.of("2026-01-01")...Self.today
        let turns = (0..<13).filter {
            Plan.rotation(span, on: Self.today.advanced(by: $0))?.contains(.of("2026-01-03")) == true
        }
        #expect(turns.count == 1)
        for turn in 0..<13 {
            var facts = facts(from: "2026-01-01", present: dates, absent: absent)
            facts.today = Self.today.advanced(by: turn)
            let plan = Plan.make(.due(), facts)
            #expect(!plan.missing.contains(.of("2026-01-03")))
            #expect(plan.rereads.contains(.of("2026-01-03")) == turns.contains(turn))
        }
    }

    @Test(arguments: [("2026-11-20", true), ("2026-10-27", true), ("2026-10-26", false), ("2026-09-21", false)])
    func `a day that was asked for today is asked again only among the newest`(date: String, isDue: Bool) {
        var absent = MissingDays()
        absent.notYet[.of(date)] = Self.today
        #expect(Plan.make(.due(), facts(from: "2026-09-01", absent: absent)).missing.contains(.of(date)) == isDue)
        absent.notYet[.of(date)] = Self.today.advanced(by: -1)
        #expect(Plan.make(.due(), facts(from: "2026-09-01", absent: absent)).missing.contains(.of(date)))
    }

    @Test(arguments: [(60, false), (61, true)])
    func `only a day older than sixty days becomes absent`(age: Int, isAbsent: Bool) {
        var absent = MissingDays()
        let day = Self.today.advanced(by: -age)
        absent.record(day, confirmed: true, today: Self.today)
        #expect(absent.isAbsent(day) == isAbsent)
        #expect(absent.wasAsked(day, on: Self.today) == !isAbsent)
        absent.record(day, confirmed: false, today: Self.today)
        #expect(!absent.isAbsent(day))
        absent.forget(day)
        #expect(absent == MissingDays())
    }

    @Test func `ranges come newest first and swallow gaps of up to four days`() {
        let days = ["2026-11-20", "2026-11-19", "2026-11-14", "2026-11-08", "2026-10-01"].map(Day.of)
        let plan = Plan(missing: Set(days.prefix(3)), rereads: Set(days.dropFirst(2)))
        #expect(
            plan.ranges(of: 100) == [
                Day.of("2026-11-14")...Day.of("2026-11-20"), Day.of("2026-11-08")...Day.of("2026-11-08"),
                Day.of("2026-10-01")...Day.of("2026-10-01"),
            ])
        #expect(!plan.wants(.of("2026-11-16")))
        #expect(Plan().ranges(of: 100).isEmpty)
    }
}

extension Metadata {
    static func sample(_ date: String, title: String = "A", pendingUntil: Timestamp? = nil) -> Metadata {
        Metadata(
            date: .of(date), title: title, explanation: "Text.", mediaType: .image,
            mirror: Mirror(
                source: "apod-basic", fetched: .noon(of: .of(date)), mediaType: "image", state: .pending,
                pending: pendingUntil.map { .init(reason: "was not there", attempts: 1, retryAfter: $0) }))
    }
}
