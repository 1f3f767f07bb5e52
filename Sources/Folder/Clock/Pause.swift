/// Waits for a while, whatever the wall clock says; a suspended machine's time does not count.
///
/// In place of `Task.sleep`, which would start libdispatch (``OwnThread``). A thread sleeps for it, without a descriptor: a
/// process that has none left can still wait.
public struct Pause: Sendable {
    public init() {}

    /// Throws only `CancellationError`, and that at once.
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
