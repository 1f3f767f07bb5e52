internal import Days
internal import Folder
internal import Glibc
internal import MirrorTree
internal import Service

/// The progress of a pass: updated as replies arrive, read to draw the bar.
final class ProgressBoard: Sendable {
    private struct State {
        /// `nil` until the pass has its plan.
        var total: Int?
        var done = 0
        /// Whether thumbnails are counted instead of pictures.
        var countsThumbnails = false
        var title = ""
        /// The bytes of all downloads, finished or not.
        var received: Int64 = 0
        var seenBytes: Int64 = 0
        var bytes = RateEstimator()
        var pictures = RateEstimator()
    }

    private let began = ContinuousClock.now
    private let state = Monitor(State())

    private let pen = Monitor(())

    /// Serialises writes to the terminal, so that no line of the log lands behind a bar just drawn.
    func alone(_ write: () -> Void) {
        pen.withLock { _ in write() }
    }

    func update(_ reply: Reply) {
        switch reply {
        case .event(let event): update(event)
        case .received(let bytes): state.withLock { $0.received = bytes }
        // Lines of the answer come when the work is done, so they end the bar.
        case .line, .complaint: state.withLock { $0.total = nil }
        case .status, .ended: break
        }
    }

    private func update(_ event: MirrorEvent) {
        let now = elapsed
        state.withLock { state in
            switch event {
            case .step(.pictures(let count)):
                state.total = count
            case .step(.thumbnails(let count)):
                state.total = count
                state.countsThumbnails = true
            case .step(.pause(let seconds)):
                state.total = state.total ?? 0
                state.title = "NASA asks to wait for \(Quantity.plural(seconds, "second"))"
            case .stored(let metadata, let change):
                state.title = metadata.title
                guard case .picture(let replaced) = change else { break }
                if !replaced { state.done += 1 }
                state.pictures.record(1, at: now)
            case .absent:
                state.done += 1
            case .thumbnail(let day, _) where state.countsThumbnails:
                state.done += 1
                state.title = "\(day)"
                state.pictures.record(1, at: now)
            case .step(.entries), .changed, .taken, .thumbnail, .trouble, .passEnded:
                break
            }
        }
    }

    /// `nil` while there is nothing to count.
    func line() -> ProgressLine? {
        let now = elapsed
        return state.withLock { state -> ProgressLine? in
            guard let total = state.total else { return nil }
            state.bytes.record(Double(state.received - state.seenBytes), at: now)
            state.seenBytes = state.received
            let remaining = max(0, total - state.done)
            return ProgressLine(
                done: min(state.done, total), total: total, bytes: Int(state.received),
                rate: state.bytes.rate(at: now), left: state.pictures.left(for: Double(remaining), at: now),
                title: state.title)
        }
    }

    private var elapsed: Duration {
        began.duration(to: .now)
    }
}

/// An exponential average of how much comes per second: of bytes for the rate, of pictures for the time left.
///
/// Amount and time fade alike, so the first seconds are not drawn towards zero, and a pause lowers the rate. Times are
/// counted from the start.
struct RateEstimator: Sendable {
    /// The seconds after which a sample weighs about a third.
    private static let memory = 8.0
    private var amount = 0.0
    private var seconds = 0.0
    private var last = Duration.zero

    mutating func record(_ amount: Double, at time: Duration) {
        (self.amount, seconds) = faded(at: time)
        self.amount += amount
        last = max(last, time)
    }

    /// The amount per second; `nil` within the first half second, when any number would be a guess.
    func rate(at time: Duration) -> Double? {
        guard time >= .milliseconds(500) else { return nil }
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
        let kept = exp(-passed / Self.memory)
        return (amount * kept, seconds * kept + Self.memory * (1 - kept))
    }
}
