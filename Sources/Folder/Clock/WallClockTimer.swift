internal import CLinux
internal import Glibc

/// Waits for a time of day, across suspends and through changes of the clock.
public struct WallClockTimer: Sendable {
    public enum Wake: Sendable {
        case reached
        /// The system clock was set: a time reckoned from it must be reckoned again.
        case clockChanged
    }

    public init() {}

    /// Returns at the time (seconds since 1970) or when the clock is set. Throws `CancellationError`, or ``NoTimer``
    /// where the system has no timer left.
    public func wait(until time: Int64) async throws -> Wake {
        var end = itimerspec()
        // Zero would disarm the timer instead of firing at once.
        end.it_value.tv_sec = Int(max(1, time))
        let flags = CInt(TFD_TIMER_ABSTIME) | CInt(TFD_TIMER_CANCEL_ON_SET)
        switch try await KernelTimer.wait(by: CInt(CLOCK_REALTIME), for: end, flags) {
        case .reached: return .reached
        case .clockChanged: return .clockChanged
        }
    }
}
