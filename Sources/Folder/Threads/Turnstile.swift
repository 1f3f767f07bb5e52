/// Lets one through at a time, in the order they came.
public final class Turnstile: Sendable {
    private struct State {
        var isTaken = false
        /// In the order they came.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Monitor(State())

    public init() {}

    /// Runs the body when nobody else is in. A task that is cancelled still waits for its turn, which is short then: all
    /// before it are being cancelled, too.
    public func alone<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isTaken {
                    state.waiting.append(continuation)
                    return false
                }
                state.isTaken = true
                return true
            }
            if isFree { continuation.resume() }
        }
        defer {
            let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
                if state.waiting.isEmpty {
                    state.isTaken = false
                    return nil
                }
                return state.waiting.removeFirst()
            }
            next?.resume()
        }
        return try await body()
    }
}
