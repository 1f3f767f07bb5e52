internal import Synchronization

/// How far a pass has come: written as its events arrive, read by whoever draws.
final class ProgressBoard: Sendable {
    private struct State {
        /// `nil` until the pass has its plan.
        var total: Int?
        var done = 0
        var title = ""
        var seenBytes: Int64 = 0
        var bytes: RateEstimator
        var pictures: RateEstimator
    }

    private let began = ContinuousClock.now
    private let state = Mutex(State(bytes: RateEstimator(start: .zero), pictures: RateEstimator(start: .zero)))

    private let pen = Mutex(())

    /// Whoever writes to the terminal meanwhile does it alone: no line of the log lands behind a bar just drawn.
    func alone(_ write: () -> Void) {
        pen.withLock { _ in write() }
    }

    func note(_ event: MirrorEvent) {
        let now = elapsed
        state.withLock { state in
            switch event {
            case .planned(let pictures):
                state.total = pictures
            case .stored(let metadata, let replaced):
                if !replaced { state.done += 1 }
                state.title = metadata.title
                state.pictures.record(1, at: now)
            case .corrected(let metadata):
                state.title = metadata.title
            case .pending, .unpublished:
                state.done += 1
            case .asking, .disputed, .missing, .trouble:
                break
            }
        }
    }

    /// `nil` while there is nothing to count yet; `received` counts the bytes of all downloads, finished or not.
    func line(received: Int64) -> ProgressLine? {
        let now = elapsed
        return state.withLock { state -> ProgressLine? in
            guard let total = state.total else { return nil }
            state.bytes.record(Double(received - state.seenBytes), at: now)
            state.seenBytes = received
            let remaining = max(0, total - state.done)
            return ProgressLine(
                done: min(state.done, total), total: total, bytes: Int(received),
                rate: state.bytes.rate(at: now), left: state.pictures.left(for: Double(remaining), at: now),
                title: state.title)
        }
    }

    private var elapsed: Duration {
        began.duration(to: .now)
    }
}
