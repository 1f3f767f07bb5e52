internal import Folder

/// Where events are sent, and all who listen.
package final class MirrorEvents: Sendable {
    package init() {}

    private struct State {
        var listeners: [Int: @Sendable (MirrorEvent) -> Void] = [:]
        var lastNumber = 0
        var sent: Int64 = 0
    }

    private let state = Monitor(State())

    /// Calls with everything that is sent while the body runs, in the order and on the thread it is sent.
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

    /// How many there were.
    package var sent: Int64 { state.withLock { $0.sent } }

    package func send(_ event: MirrorEvent) {
        // Not under the lock: a listener may take its time.
        let listeners = state.withLock { state in
            state.sent += 1
            return state.listeners
        }
        for listener in listeners.values { listener(event) }
    }
}
