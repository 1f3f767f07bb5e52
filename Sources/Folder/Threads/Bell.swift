/// Wakes the one task that waits for the bell. A ring while no task waits is kept for the next; several are one.
public final class Bell: Sendable {
    private enum State {
        case silent
        case rung
        case awaited(CheckedContinuation<Void, any Error>)
    }

    private let state = Monitor(State.silent)

    public init() {}

    public func ring() {
        let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard case .awaited(let continuation) = state else {
                state = .rung
                return nil
            }
            state = .silent
            return continuation
        }
        waiting?.resume()
    }

    /// Waits until the bell rings or `other` ends, whichever comes first; returns whether it rang.
    @discardableResult
    public func wait(or other: @escaping @Sendable () async throws -> Void) async throws -> Bool {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await other()
                return false
            }
            group.addTask {
                try await self.wait()
                return true
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
    }

    /// Throws only `CancellationError`, at once when cancelled. One task at a time may wait.
    public func wait() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    switch state {
                    case .rung:
                        state = .silent
                        return .success(())
                    case .silent:
                        state = .awaited(continuation)
                        return nil
                    case .awaited: preconditionFailure("Two tasks wait for one bell.")
                    }
                }
                if let isOver { continuation.resume(with: isOver) }
            }
        } onCancel: {
            let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                guard case .awaited(let continuation) = state else { return nil }
                state = .silent
                return continuation
            }
            waiting?.resume(throwing: CancellationError())
        }
    }
}

/// A semaphore for tasks: `count` may be inside at a time, the others wait in the order they came.
///
/// A cancelled task still waits for its turn, which is short then: the tasks before it are being cancelled, too.
public final class Slots: Sendable {
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
