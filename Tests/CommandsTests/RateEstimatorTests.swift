import Testing

@testable import Commands

@Suite struct RateEstimatorTests {
    @Test func `finds a steady rate at once and keeps it`() throws {
        var estimator = RateEstimator()
        for second in 1...60 {
            estimator.record(4_000_000, at: .seconds(second))
            let rate = try #require(estimator.rate(at: .seconds(second)))
            #expect(abs(rate - 4_000_000) < 300_000)
        }
    }

    @Test func `follows a change and sinks in a pause`() throws {
        var estimator = RateEstimator()
        for second in 1...30 { estimator.record(100, at: .seconds(second)) }
        for second in 31...70 { estimator.record(10, at: .seconds(second)) }
        let slow = try #require(estimator.rate(at: .seconds(70)))
        #expect((9.0...13.0).contains(slow))
        #expect(try #require(estimator.rate(at: .seconds(100))) < 0.5)
    }

    @Test func `does not guess`() {
        var estimator = RateEstimator()
        #expect(estimator.rate(at: .zero) == nil)
        #expect(estimator.left(for: 10, at: .seconds(15)) == nil)
        estimator.record(100, at: .milliseconds(100))
        #expect(estimator.rate(at: .milliseconds(200)) == nil)
    }

    @Test func `tells the time left`() throws {
        var estimator = RateEstimator()
        for second in 1...20 { estimator.record(1, at: .seconds(second)) }
        let left = try #require(estimator.left(for: 30, at: .seconds(20)))
        #expect((.seconds(27)...(.seconds(33))).contains(left))
    }

    @Test func `survives a clock that steps back`() throws {
        var estimator = RateEstimator()
        estimator.record(10, at: .seconds(10))
        estimator.record(10, at: .seconds(4))
        #expect(try #require(estimator.rate(at: .seconds(10))) > 0)
    }
}
