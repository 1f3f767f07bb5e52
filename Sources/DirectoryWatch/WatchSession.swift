internal import Folder

/// The state of one iteration, shared by its consumer and its thread.
final class WatchSession: Sendable {
    private struct State: Sendable {
        var isStopped = false
        /// The control folder, open as long as the watch is wanted: closing it is the event that wakes the thread.
        var control: Folder?
        var failure: WatchError?
        /// The changes that the consumer has not taken yet.
        var changes = Changes()
    }

    private let state = Monitor(State())
    /// Whether a thread uses the library, which has one instance a process and is not thread-safe.
    private static let isTaken = Monitor(false)

    // MARK: For the consumer

    /// Wakes the thread wherever it waits, and makes it end. Closing a descriptor succeeds even when the process can
    /// open no more, and on a full or read-only disk.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.control = nil
            self.state.wakeAll()
        }
        // The thread may be waiting for its turn, on the other monitor.
        Self.isTaken.withLock { _ in Self.isTaken.wakeAll() }
    }

    func takeFailure() -> WatchError? {
        state.withLock { state in
            defer { state.failure = nil }
            return state.failure
        }
    }

    /// All changes since the last call; `nil` when there are none.
    func takeChanges() -> Changes? {
        state.withLock { state in
            defer { state.changes = Changes() }
            return state.changes.isNone ? nil : state.changes
        }
    }

    // MARK: For the thread

    func report(_ changes: Changes) {
        state.withLock { $0.changes.add(changes) }
    }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    func fail(_ error: WatchError) {
        state.withLock { $0.failure = error }
    }

    /// Waits until no other watch uses the library; `false` when this one was stopped before.
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
            // All are woken, because a single one may be about to end.
            Self.isTaken.wakeAll()
        }
    }

    /// Takes the only reference to the control folder, which a stop closes.
    func hold(_ control: consuming Folder) {
        state.withLock { state in
            if !state.isStopped { state.control = control }
        }
    }

    /// Calls the body with the control folder unless this watch was stopped. A stop waits for the body, so it never
    /// closes the folder while the watch is being set up, and a watch that is set up sees the closing.
    func withControl(_ body: (Folder) throws(WatchError) -> Void) throws(WatchError) -> Bool {
        try state.withLock { state throws(WatchError) in
            guard let control = state.control else { return false }
            try body(control)
            return true
        }
    }

    /// Sleeps for the time; `false` when a stop ended it.
    func sleeps(_ time: Duration) -> Bool {
        state.wait(atMost: time, until: { $0.isStopped ? true : nil }) == nil
    }
}
