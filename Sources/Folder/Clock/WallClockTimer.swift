internal import CLinux
@preconcurrency internal import Dispatch
internal import Glibc

/// Waits for a time of day, across suspends and through changes of the clock.
public struct WallClockTimer: Sendable {
    public enum Wake: Sendable {
        case reached
        /// Somebody set the clock: what "later" meant must be reckoned again.
        case clockChanged
    }

    public init() {}

    /// Returns at the time (seconds since 1970) or when the clock is set; throws only `CancellationError`.
    public func wait(until time: Int64) async throws -> Wake {
        try Task.checkCancellation()
        let descriptor = timerfd_create(CInt(CLOCK_REALTIME), CInt(TFD_CLOEXEC) | CInt(TFD_NONBLOCK))
        precondition(descriptor >= 0, "The system has no timer left for this program.")
        var setting = itimerspec()
        // Zero would disarm the timer instead of firing at once.
        setting.it_value.tv_sec = Int(max(1, time))
        let flags = CInt(TFD_TIMER_ABSTIME) | CInt(TFD_TIMER_CANCEL_ON_SET)
        timerfd_settime(descriptor, flags, &setting, nil)

        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
        let wakes = AsyncStream<Wake> { continuation in
            source.setEventHandler {
                var expirations: UInt64 = 0
                let count = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
                let code = errno
                if count < 0, code == EAGAIN { return }
                continuation.yield(count < 0 ? .clockChanged : .reached)
                continuation.finish()
            }
            source.setCancelHandler { close(descriptor) }
            continuation.onTermination = { _ in source.cancel() }
            source.activate()
        }
        for await wake in wakes { return wake }
        throw CancellationError()
    }
}
