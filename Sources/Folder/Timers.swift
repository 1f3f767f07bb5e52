internal import CLinux
internal import Glibc

/// Waits for a duration, whatever the wall clock says; the time a machine is suspended does not count.
///
/// `Task.sleep` would start libdispatch instead (``DedicatedThread``). A thread sleeps without a descriptor, so a
/// process that has no descriptor left can still wait.
public struct Pause: Sendable {
    public init() {}

    /// Throws only `CancellationError`, at once when the task is cancelled.
    public func wait(for duration: Duration) async throws {
        try Task.checkCancellation()
        if duration <= .zero { return }
        let isCancelled = Monitor(false)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                DedicatedThread.start("pause") {
                    let isOver = isCancelled.wait(atMost: duration) { $0 ? true : nil } == nil
                    continuation.resume(with: isOver ? .success(()) : .failure(CancellationError()))
                }
            }
        } onCancel: {
            isCancelled.withLock { cancelled in
                cancelled = true
                isCancelled.wakeAll()
            }
        }
    }
}

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

/// A wait for a kernel timer (timerfd): a thread sleeps in a read of the descriptor, and both are gone after the wait.
///
/// Cancelling the task makes the timer fire at once, so the thread wakes and closes the descriptor as always.
final class KernelTimer: Sendable {
    enum Wake {
        case reached, clockChanged
    }

    private struct State {
        /// Closed and cleared by the thread under the lock, so a descriptor found here is open.
        var descriptor: CInt?
        var isCancelled = false
    }

    private let state: Monitor<State>

    /// Throws `CancellationError`, or ``NoTimer`` where the system has none left.
    static func wait(by clock: CInt, for time: itimerspec, _ flags: CInt) async throws -> Wake {
        try Task.checkCancellation()
        let timer = try KernelTimer(clock, time, flags)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DedicatedThread.start("timer") { continuation.resume(with: timer.sleep()) }
            }
        } onCancel: {
            timer.cancel()
        }
    }

    private init(_ clock: CInt, _ time: itimerspec, _ flags: CInt) throws(NoTimer) {
        let descriptor = timerfd_create(clock, CInt(TFD_CLOEXEC))
        guard descriptor >= 0 else { throw NoTimer(code: errno) }
        var time = time
        timerfd_settime(descriptor, flags, &time, nil)
        state = Monitor(State(descriptor: descriptor))
    }

    private func cancel() {
        state.withLock { state in
            state.isCancelled = true
            guard let descriptor = state.descriptor else { return }
            var atOnce = itimerspec()
            atOnce.it_value.tv_nsec = 1
            timerfd_settime(descriptor, 0, &atOnce, nil)
        }
    }

    private func sleep() -> Result<Wake, any Error> {
        let descriptor = state.withLock { $0.descriptor } ?? -1
        var expirations: UInt64 = 0
        let count = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
        return state.withLock { state in
            close(descriptor)
            state.descriptor = nil
            if state.isCancelled { return .failure(CancellationError()) }
            // The thread gets no signals, so the one thing that ends a read early is the clock (ECANCELED).
            return .success(count < 0 ? .clockChanged : .reached)
        }
    }
}

public struct NoTimer: Error, Equatable, CustomStringConvertible {
    let code: Int32

    public var description: String { "Could not make a timer: \(FolderError.reason(code))." }
}
