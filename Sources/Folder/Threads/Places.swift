/// A semaphore for tasks: `count` may be inside at a time, the others wait in the order they came.
///
/// A cancelled task still waits for its turn, which is short then: the tasks before it are being cancelled, too.
public final class Places: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Monitor<State>

    public init(_ count: Int) {
        state = Monitor(State(free: max(1, count)))
    }

    public func inside<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        await withCheckedContinuation { continuation in
            let mayEnter = state.withLock { state in
                guard state.free == 0 else {
                    state.free -= 1
                    return true
                }
                state.waiting.insert(continuation, at: 0)
                return false
            }
            if mayEnter { continuation.resume() }
        }
        defer {
            let next = state.withLock { state in
                if state.waiting.isEmpty { state.free += 1 }
                return state.waiting.popLast()
            }
            next?.resume()
        }
        return try await body()
    }
}
