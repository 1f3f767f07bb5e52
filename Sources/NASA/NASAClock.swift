public import Days
internal import Folder

/// What time it is at NASA: this machine's clock, until an answer of NASA's says that it is wrong.
///
/// A board without a battery wakes up years off. Nothing may be asked for beyond the server's own date then, and nothing
/// be given up because it seems old.
public final class NASAClock: Sendable {
    fileprivate struct State {
        /// Seconds that this machine's clock is behind, as far as that matters.
        var offset = 0
        /// When an answer last told, by this machine's clock and by one that nobody sets.
        var checked: (local: Timestamp, elapsed: Int64)?
        /// What an answer said that contradicts the one before: believed when it is said again.
        var rumour: Int?
        /// The newest day that the mirror has: what is older is not the present.
        var newest: Day?
    }

    let eastern: EasternTime
    private let local: @Sendable () -> Timestamp
    /// Seconds of a clock that nobody sets.
    private let elapsed: @Sendable () -> Int64
    private let state = Monitor(State())

    public convenience init(eastern: EasternTime) {
        self.init(eastern: eastern, local: { .now })
    }

    init(
        eastern: EasternTime, local: @escaping @Sendable () -> Timestamp,
        elapsed: @escaping @Sendable () -> Int64 = { ContinuousClock.secondsElapsed }
    ) {
        self.eastern = eastern
        self.local = local
        self.elapsed = elapsed
    }

    /// Less is no doubt: answers lie in caches, and clocks drift.
    fileprivate static let tolerance = 10 * 60
    /// Days within which NASA has published something, whatever happened.
    private static let longestSilence = 120
    /// A clock that was right so long ago still is, unless somebody set it.
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
        eastern.day(at: Int(now.seconds))
    }

    /// How many seconds this machine's clock is wrong; positive when it is behind, `nil` when all is well.
    public var difference: Int? {
        state.withLock { $0.offset == 0 ? nil : $0.offset }
    }

    /// That time on this machine's clock.
    public func local(_ time: Timestamp) -> Timestamp {
        time + -state.withLock { $0.offset }
    }

    /// Whether the clock is to be compared before any day is asked for.
    public var isUnchecked: Bool {
        let (local, elapsed) = (local(), elapsed())
        return state.withLock { state in
            state.forgetIfSet(local, elapsed)
            return state.checked.map { local > $0.local + Self.trust } ?? true
        }
    }

    /// Whether what is old may only seem so.
    public var isInDoubt: Bool { isUnchecked || difference != nil }

    /// The newest day that the mirror has.
    public func note(newest: Day?) {
        state.withLock { $0.newest = newest }
    }

    /// Takes the time that an answer was made.
    ///
    /// - Parameters:
    ///   - newest: of the days it holds; it cannot be older than that.
    ///   - isLatest: whether that is the newest there is; then it cannot be much younger either.
    func note(_ headers: [String: String], newest: Day? = nil, isLatest: Bool = false) {
        guard let made = headers["date"].flatMap(HTTPDate.unixTime) else { return }
        let (local, elapsed) = (local(), elapsed())
        let server = Int64(made) + Int64(min(headers["age"].flatMap { Int($0) }.map { max(0, $0) } ?? 0, Self.trust))
        let offset = Int(server - local.seconds)
        let day = eastern.day(at: Int(server))
        state.withLock { state in
            state.forgetIfSet(local, elapsed)
            if let known = [newest, state.newest].compactMap(\.self).max(), day < known { return }
            if let newest, isLatest ? newest.distance(to: day) > Self.longestSilence : state.checked == nil {
                // Old days say nothing of the present, unless they agree with this machine's clock.
                guard offset.magnitude <= UInt(Self.tolerance) else { return }
            }
            guard state.believes(offset) else { return }
            state.offset = offset.magnitude > UInt(Self.tolerance) ? offset : 0
            state.checked = (local, elapsed)
            state.rumour = nil
        }
    }

    /// Somebody set this machine's clock: what was known of it holds no more.
    public func distrust() {
        state.withLock { $0.forget() }
    }
}

extension NASAClock.State {
    /// The two clocks went apart: somebody has set the one since.
    fileprivate mutating func forgetIfSet(_ local: Timestamp, _ elapsed: Int64) {
        guard let checked else { return }
        let drift = (local.seconds - checked.local.seconds) - (elapsed - checked.elapsed)
        if drift.magnitude > UInt64(NASAClock.tolerance) { forget() }
    }

    fileprivate mutating func forget() {
        self = NASAClock.State(newest: newest)
    }

    /// A clock that was right, and that nobody has set since, still is: it is the server's then that stands still, or is
    /// wrong. One that was wrong may have been told a wrong time before.
    fileprivate mutating func believes(_ offset: Int) -> Bool {
        let isAlike = { (other: Int) in (offset - other).magnitude <= UInt(NASAClock.tolerance) }
        if checked == nil || isAlike(0) || isAlike(self.offset) { return true }
        if self.offset == 0 { return false }
        defer { rumour = offset }
        return rumour.map(isAlike) ?? false
    }
}

extension ContinuousClock {
    private static let began = ContinuousClock().now

    /// Since some moment in the life of this process; a suspended machine's time counts.
    fileprivate static var secondsElapsed: Int64 { began.duration(to: ContinuousClock().now).components.seconds }
}
