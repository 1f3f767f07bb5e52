internal import Folder

/// The bound of a request that a source makes about once an hour, whatever passes there are meanwhile: that for today by
/// its own address, where a list leaves today out. Passes are minutes apart while NASA's picture is due.
///
/// The daemon's hourly passes are never exactly an hour apart, so the bound is a little shorter.
final class HourlyRequest: Sendable {
    private static let pause = Duration.seconds(55 * 60)

    private let now: @Sendable () -> ContinuousClock.Instant
    private let last = Monitor<ContinuousClock.Instant?>(nil)

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
    }

    /// Whether the request may be made now; counts it.
    func mayBegin() -> Bool {
        let now = now()
        return last.withLock { last in
            if let last, last.duration(to: now) < Self.pause { return false }
            last = now
            return true
        }
    }
}
