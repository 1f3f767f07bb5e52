internal import Folder

/// Sends events to all listeners.
package final class MirrorEvents: Sendable {
    package init() {}

    private struct State {
        var listeners: [Int: @Sendable (MirrorEvent) -> Void] = [:]
        var lastNumber = 0
        var sent: Int64 = 0
    }

    private let state = Monitor(State())

    /// Calls the listener with each event that is sent while the body runs, in order and on the sender's thread.
    package func heard<Result>(
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

    /// The number of events sent.
    package var sent: Int64 { state.withLock { $0.sent } }

    package func send(_ event: MirrorEvent) {
        // Listeners run outside the lock: each may take its time.
        let listeners = state.withLock { state in
            state.sent += 1
            return state.listeners
        }
        for listener in listeners.values { listener(event) }
    }
}
