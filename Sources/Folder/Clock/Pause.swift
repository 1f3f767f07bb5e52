/// Waits for a duration, whatever the wall clock says; the time a machine is suspended does not count.
///
/// `Task.sleep` would start libdispatch instead (``OwnThread``). A thread sleeps without a descriptor, so a process
/// that has no descriptor left can still wait.
public struct Pause: Sendable {
    public init() {}

    /// Throws only `CancellationError`, at once when the task is cancelled.
    public func wait(for duration: Duration) async throws {
        try Task.checkCancellation()
        if duration <= .zero { return }
        let isCancelled = Monitor(false)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                OwnThread.start("pause") {
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
