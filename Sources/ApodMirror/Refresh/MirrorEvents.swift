internal import Folder

/// Where events are sent, and all who listen.
final class MirrorEvents: Sendable {
    private struct State {
        var listeners: [Int: @Sendable (MirrorEvent) -> Void] = [:]
        var lastNumber = 0
    }

    private let state = Monitor(State())

    /// Calls with everything that is sent while the body runs, in the order and on the thread it is sent.
    func heard<Result>(
        by listener: @escaping @Sendable (MirrorEvent) -> Void, during body: () async throws -> Result
    ) async rethrows -> Result {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.listeners[state.lastNumber] = listener
            return state.lastNumber
        }
        defer { _ = state.withLock { $0.listeners.removeValue(forKey: number) } }
        return try await body()
    }

    func send(_ event: MirrorEvent) {
        // Not under the lock: a listener may take its time.
        for listener in state.withLock({ $0.listeners }).values { listener(event) }
    }
}
