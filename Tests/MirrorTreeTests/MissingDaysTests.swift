import Days
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("A day without an entry is asked for again, and never given up for good")
struct MissingDaysTests {
    @Test(arguments: [(61, true, true), (60, true, false), (0, true, false), (61, false, false), (9_000, true, true)])
    func `only an old day of which the source itself says so is absent`(age: Int, confirmed: Bool, isAbsent: Bool) {
        var days = MissingDays()
        let asked = day.advanced(by: -age)
        days.record(asked, confirmed: confirmed, today: day)
        #expect(days.isAbsent(asked) == isAbsent)
        #expect(days.wasAsked(asked, on: day) == !isAbsent)
        #expect(!days.wasAsked(asked, on: day.advanced(by: 1)))
        days.forget(asked)
        #expect(days == MissingDays())
    }

    @Test func `a day that is absent no longer waits, and one that waits is no longer absent`() {
        var days = MissingDays()
        let old = day.advanced(by: -100)
        days.record(old, confirmed: true, today: day.advanced(by: -1))
        #expect(days.notYet.isEmpty)
        days.record(old, confirmed: true, today: day)
        #expect(days.absent.isEmpty == false)
        days.record(old, confirmed: false, today: day)
        #expect(days.absent.isEmpty)
    }
}
