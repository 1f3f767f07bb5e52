import Folder
import Testing

@testable import NASA

@Suite struct HourlyRequestTests {
    @Test(
        "It is made at once, and again only about an hour after it was made last",
        arguments: [
            ([0], 1), ([0, 5, 10, 20, 40], 1), ([0, 5, 10, 20, 40, 60, 80], 2), ([0, 59, 118, 177], 4),
            ([0, 54, 56, 110, 112], 3),
        ])
    func pace(minutes: [Int], count: Int) {
        let start = ContinuousClock.now
        let passed = Monitor(0)
        let request = HourlyRequest { start.advanced(by: .seconds(passed.withLock { $0 } * 60)) }
        let made = minutes.count { minute in
            passed.withLock { $0 = minute }
            return request.mayBegin()
        }
        #expect(made == count)
    }
}
