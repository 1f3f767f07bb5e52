internal import CLinux
internal import Glibc

/// Waits for a while, whatever the wall clock says; a suspended machine's time does not count.
///
/// In place of `Task.sleep`, which would start libdispatch (``OwnThread``).
public struct Pause: Sendable {
    public init() {}

    /// Throws only `CancellationError`, and that at once.
    public func wait(for duration: Duration) async throws {
        var length = itimerspec()
        let (seconds, attoseconds) = duration.components
        if duration > .zero {
            length.it_value.tv_sec = Int(seconds)
            length.it_value.tv_nsec = Int(attoseconds / 1_000_000_000)
        }
        // Zero would disarm the timer instead of firing at once.
        if length.it_value.tv_sec == 0 { length.it_value.tv_nsec = max(1, length.it_value.tv_nsec) }
        _ = try await KernelTimer.wait(by: CInt(CLOCK_MONOTONIC), for: length, 0)
    }
}
