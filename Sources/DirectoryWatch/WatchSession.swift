internal import Folder

/// One iteration, as its consumer and its thread share it.
final class WatchSession: Sendable {
    private struct State: Sendable {
        var isStopped = false
        /// Open as long as the watch is wanted: its closing is the event that wakes the thread.
        var control: Folder?
        var failure: WatchError?
        /// What the consumer has not taken yet.
        var changes = Changes()
    }

    private let state = Monitor(State())
    /// Whether a thread has the library. It has one instance a process, and is not thread-safe.
    private static let isTaken = Monitor(false)

    // MARK: For the consumer

    /// Wakes the thread wherever it waits, and lets it end. Closing a descriptor succeeds even when there is none left
    /// to open, and on a full or read-only disk.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.control = nil
            self.state.wakeAll()
        }
        // The thread may be waiting for its turn.
        Self.isTaken.withLock { _ in Self.isTaken.wakeAll() }
    }

    func takeFailure() -> WatchError? {
        state.withLock { state in
            defer { state.failure = nil }
            return state.failure
        }
    }

    /// All that was told since the last call; `nil` when that is nothing.
    func takeChanges() -> Changes? {
        state.withLock { state in
            defer { state.changes = Changes() }
            return state.changes.isNone ? nil : state.changes
        }
    }

    // MARK: For the thread

    func tell(_ changes: Changes) {
        state.withLock { $0.changes.add(changes) }
    }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    func fail(_ error: WatchError) {
        state.withLock { $0.failure = error }
    }

    /// Waits until no other watch has the library; `false` when this one was stopped before.
    func takeTurn() -> Bool {
        Self.isTaken.wait { isTaken in
            if isStopped { return false }
            if isTaken { return nil }
            isTaken = true
            return true
        }
    }

    func endTurn() {
        Self.isTaken.withLock { isTaken in
            isTaken = false
            // All, because the one may be just about to end.
            Self.isTaken.wakeAll()
        }
    }

    /// Gives the only reference to the folder that a stop closes.
    func hold(_ control: consuming Folder) {
        state.withLock { state in
            if !state.isStopped { state.control = control }
        }
    }

    /// Hands out the control folder unless this watch was stopped. A stop waits until the body has returned, so it
    /// never closes the folder while it is being watched, and a watch that is in place sees the closing.
    func withControl(_ body: (Folder) throws(WatchError) -> Void) throws(WatchError) -> Bool {
        try state.withLock { state throws(WatchError) in
            guard let control = state.control else { return false }
            try body(control)
            return true
        }
    }

    /// Sleeps for a while; `false` when it was woken to end.
    func sleeps(_ time: Duration) -> Bool {
        state.wait(atMost: time, until: { $0.isStopped ? true : nil }) == nil
    }
}
