import Days
import TestSupport
import Testing

@testable import NASA

@Suite struct RequestLedgerTests {
    private let today: Day

    init() throws {
        today = try day("2026-11-20")
    }

    @Test func `an address is asked twice for a day, and not once more`() {
        var ledger = RequestLedger()
        ledger.allow(days: 10)
        let days: [Day?] = [nil, today, today.advanced(by: -1)]
        for day in days {
            #expect(!(day.map(ledger.hasRepeated) ?? false))
            let granted = ["a", "a", "a", "b"].map { ledger.ask("https://x/\($0)", for: day) }
            #expect(granted == [true, true, false, true])
        }
        #expect(ledger.hasRepeated(today))
        #expect(ledger.count == 9)
    }

    @Test(arguments: [0, 1, 23, 11_387])
    func `all together are four a day and fifty`(days: Int) {
        var ledger = RequestLedger()
        ledger.allow(days: days)
        for number in 0..<days * 4 + 50 {
            guard ledger.ask("https://x/\(number)", for: nil) else {
                Issue.record("number \(number) was refused")
                return
            }
        }
        let isGranted = ledger.ask("https://x/more", for: nil)
        #expect(!isGranted && ledger.isSpent)
    }

    @Test func `a pass that has asked all it may ends with a sentence`() {
        let watch = PassWatch()
        var granted = 0
        while watch.withLock({ $0.grantsPicture("https://x/\(granted)", for: today) }) { granted += 1 }
        #expect(granted == 50)
        #expect(watch.end == .spent(url: "https://x/50", requests: 50))
        #expect(watch.end?.description.contains("50 requests") == true)
        let others = watch.withLock {
            ($0.grantsEntries("https://x/list"), $0.grantsPicture("https://x/proof", for: today))
        }
        #expect(others == (false, false))
    }
}
