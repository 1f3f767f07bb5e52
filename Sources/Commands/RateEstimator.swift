import Glibc

/// An exponential average of how much comes per second: of bytes for the rate, of pictures for the time left.
///
/// Amount and time fade alike, so the first seconds are not drawn towards zero, and a pause lowers the rate. Times are
/// any clock's, counted from any start.
struct RateEstimator: Sendable {
    private let memory: Double
    private let start: Duration
    private var amount = 0.0
    private var seconds = 0.0
    private var last: Duration

    /// `memory` is the time after which a sample weighs about a third.
    init(start: Duration, memory: Duration = .seconds(8)) {
        self.start = start
        self.memory = max(0.001, memory / .seconds(1))
        last = start
    }

    mutating func record(_ amount: Double, at time: Duration) {
        (self.amount, seconds) = faded(at: time)
        self.amount += amount
        last = max(last, time)
    }

    /// The amount per second; `nil` within the first half second, when any number would be a guess.
    func rate(at time: Duration) -> Double? {
        guard time - start >= .milliseconds(500) else { return nil }
        let (amount, seconds) = faded(at: time)
        return seconds > 0 ? amount / seconds : nil
    }

    /// The time that so much more will take; `nil` without a rate above 0, and from a year on.
    func left(for amount: Double, at time: Duration) -> Duration? {
        guard let rate = rate(at: time), rate > 0 else { return nil }
        let seconds = amount / rate
        return seconds < 86_400 * 365 ? .seconds(seconds.rounded()) : nil
    }

    private func faded(at time: Duration) -> (amount: Double, seconds: Double) {
        let passed = max(0, (time - last) / .seconds(1))
        let kept = exp(-passed / memory)
        return (amount * kept, seconds * kept + memory * (1 - kept))
    }
}
