import Folder
import Synchronization
import Testing

@testable import DirectoryWatch

/// The consumer of a watch: counts hints, and looks at the folder with each. A test that fails drops it, which ends
/// the watch, so that the next one has its turn.
final class Watching: Sendable {
    /// What the consumer's task holds.
    private final class Notes: Sendable {
        let count = Atomic<Int>(0)
        let lastSeen = Monitor<[String]>([])
        let changes = Monitor(Changes())
        let outcome = Outcome()
    }

    private let notes: Notes
    private let consumer: Task<Void, Never>
    /// The watch's thread, once the watch is armed.
    private let reader = Monitor<String?>(nil)

    init(_ root: MirrorRoot, _ watch: DirectoryWatch? = nil) {
        let watch = watch ?? root.watch()
        let notes = Notes()
        self.notes = notes
        consumer = Task(executorPreference: ownThreads) {
            await notes.outcome.record {
                for try await changes in watch {
                    notes.changes.withLock { $0.add(changes) }
                    notes.lastSeen.withLock { $0 = root.favorites }
                    notes.count.add(1, ordering: .sequentiallyConsistent)
                }
            }
        }
    }

    deinit {
        consumer.cancel()
    }

    /// A watch that is armed and has said so.
    static func armed(_ root: MirrorRoot, _ watch: DirectoryWatch? = nil) async throws -> Watching {
        let watching = Watching(root, watch)
        try await watching.await("arming") { watching.hints > 0 }
        try await watching.settle()
        return watching
    }

    var hints: Int { notes.count.load(ordering: .sequentiallyConsistent) }

    /// What lay in the folder at the last hint.
    var favorites: [String] { notes.lastSeen.withLock { $0 } }

    /// What the hints have named since the last call.
    func takeChanges() -> Changes {
        notes.changes.withLock { changes in
            defer { changes = Changes() }
            return changes
        }
    }

    /// Awaits that the reader has handled everything, and gives the consumer the time to take the last hint.
    func settle() async throws {
        let reader = try await self.thread()
        var known = -1
        while known != hints {
            known = hints
            try await self.await("the reader's rest") { Readers.isAsleep(reader) }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// The watch's thread: the one that sleeps in the library, for nobody else has it while this watch is armed.
    func thread() async throws -> String {
        if let known = reader.withLock({ $0 }) { return known }
        var found: String?
        try await self.await("the reader's first rest") {
            found = try Readers.asleep()
            return found != nil
        }
        let thread = try #require(found)
        reader.withLock { $0 = thread }
        return thread
    }

    /// Awaits a hint for what is done now.
    func hint(
        after change: String, _ sourceLocation: SourceLocation = #_sourceLocation, _ act: () throws -> Void
    ) async throws {
        try await settle()
        let before = hints
        try act()
        do {
            try await self.await("a hint after \(change)") { hints > before }
        } catch {
            Issue.record(error, sourceLocation: sourceLocation)
            throw error
        }
    }

    /// Ends the iteration and awaits the consumer, but not the reader.
    func cancel() async throws {
        consumer.cancel()
        try await eventually("the consumer's end") { try notes.outcome.isSuccess }
    }

    /// Ends the watch; returns how many hints it gave, the one at its arming included.
    @discardableResult
    func end() async throws -> Int {
        let reader = try await self.thread()
        try await cancel()
        try await eventually("the reader's end") { !Readers.isAlive(reader) }
        return hints
    }

    /// The error the watch ends with.
    func failure() async throws -> WatchError? {
        do {
            try await eventually("the watch's end") { try notes.outcome.isSuccess }
            return nil
        } catch let error as WatchError {
            return error
        }
    }

    /// Awaits a fact of a watch that goes on: when it ended instead, its error says more than the fact's absence.
    private func await(_ what: String, _ isSo: () throws -> Bool) async throws {
        try await eventually(what) {
            if try notes.outcome.isSuccess { throw NeverHappened(description: "The watch ended before \(what).") }
            return try isSo()
        }
    }
}
