public import Days
internal import Folder
internal import Transfer

/// The time at NASA: this machine's clock, until an answer of NASA's shows that it is wrong.
///
/// A board without a battery starts with a clock that is years off. Then no day beyond the server's own date may be
/// asked for, and no day be given up because it seems old.
public final class NASAClock: Sendable {
    private struct State {
        /// The seconds that this machine's clock is behind; 0 within the tolerance.
        var offset = 0
        /// The times at which an answer last confirmed the clock, by this machine's clock and by a monotonic one.
        var checked: (local: Timestamp, elapsed: Int64)?
        /// The offset of an answer that contradicts the one before; it is believed when another answer confirms it.
        var rumour: Int?
        /// The newest day of the mirror; an answer older than that does not tell the present time.
        var newest: Day?

        /// Forgets the offset when the two clocks drifted apart, because this machine's was set.
        mutating func forgetIfSet(_ local: Timestamp, _ elapsed: Int64) {
            guard let checked else { return }
            let drift = (local.seconds - checked.local.seconds) - (elapsed - checked.elapsed)
            if drift.magnitude > UInt64(tolerance) { forget() }
        }

        mutating func forget() {
            self = State(newest: newest)
        }

        /// Whether to believe an offset. A clock that was right and has not been set since still is, so the server's is
        /// wrong or stands still. A wrong offset may come from a wrong answer, so another one replaces it when it comes
        /// twice.
        mutating func believes(_ offset: Int) -> Bool {
            let isAlike = { (other: Int) in (offset - other).magnitude <= UInt(tolerance) }
            if checked == nil || isAlike(0) || isAlike(self.offset) { return true }
            if self.offset == 0 { return false }
            defer { rumour = offset }
            return rumour.map(isAlike) ?? false
        }
    }

    private let local: @Sendable () -> Timestamp
    /// The seconds of a monotonic clock.
    private let elapsed: @Sendable () -> Int64
    private let state = Monitor(State())

    public convenience init() {
        self.init(local: { .now })
    }

    init(
        local: @escaping @Sendable () -> Timestamp,
        elapsed: @escaping @Sendable () -> Int64 = { ContinuousClock.secondsElapsed }
    ) {
        self.local = local
        self.elapsed = elapsed
    }

    /// The seconds of difference that raise no doubt: answers lie in caches, and clocks drift.
    private static let tolerance = 10 * 60
    /// The days within which NASA has always published something.
    private static let longestSilence = 120
    /// The seconds for which a checked clock is trusted, unless it is set meanwhile.
    private static let trust = 48 * 3_600

    public var now: Timestamp {
        let (local, elapsed) = (local(), elapsed())
        return local
            + state.withLock { state in
                state.forgetIfSet(local, elapsed)
                return state.offset
            }
    }

    public var today: Day {
        LocalTime.eastern.day(at: now)
    }

    /// The seconds that this machine's clock is wrong, positive when it is behind; `nil` within the tolerance.
    public var difference: Int? {
        state.withLock { $0.offset == 0 ? nil : $0.offset }
    }

    /// A time of NASA's as this machine's clock would show it.
    public func local(_ time: Timestamp) -> Timestamp {
        time + -state.withLock { $0.offset }
    }

    /// Whether the clock must be checked before any day is asked for.
    public var isUnchecked: Bool {
        let (local, elapsed) = (local(), elapsed())
        return state.withLock { state in
            state.forgetIfSet(local, elapsed)
            return state.checked.map { local > $0.local + Self.trust } ?? true
        }
    }

    /// Whether a day may only seem old because the clock is wrong.
    public var isInDoubt: Bool { isUnchecked || difference != nil }

    public func adjust(newest: Day?) {
        state.withLock { $0.newest = newest }
    }

    /// Sets the clock by the time at which an answer was made.
    ///
    /// - Parameters:
    ///   - newest: the newest day in the answer; the answer is no older than that day.
    ///   - isLatest: whether that is the newest day there is; then the answer is not much younger either.
    func adjust(_ headers: Headers, newest: Day? = nil, isLatest: Bool = false) {
        guard let made = headers.date else { return }
        let (local, elapsed) = (local(), elapsed())
        let server = Int64(made) + Int64(min(headers["age"].flatMap { Int($0) }.map { max(0, $0) } ?? 0, Self.trust))
        let offset = Int(server - local.seconds)
        let day = LocalTime.eastern.day(at: Timestamp(seconds: server))
        state.withLock { state in
            state.forgetIfSet(local, elapsed)
            if let known = [newest, state.newest].compactMap(\.self).max(), day < known { return }
            if let newest, isLatest ? newest.distance(to: day) > Self.longestSilence : state.checked == nil {
                // Old days say nothing of the present time, unless they agree with this machine's clock.
                guard offset.magnitude <= UInt(Self.tolerance) else { return }
            }
            guard state.believes(offset) else { return }
            state.offset = offset.magnitude > UInt(Self.tolerance) ? offset : 0
            state.checked = (local, elapsed)
            state.rumour = nil
        }
    }

    /// Forgets the clock's offset, because this machine's clock was set.
    public func distrust() {
        state.withLock { $0.forget() }
    }
}

extension ContinuousClock {
    private static let began = ContinuousClock().now

    /// The seconds since the first call in this process; the time a machine is suspended counts.
    fileprivate static var secondsElapsed: Int64 { began.duration(to: ContinuousClock().now).components.seconds }
}
