import Synchronization
import Testing

@testable import DirectoryWatch

/// The consumer of a watch: counts hints, and looks at the folder with each.
final class Watching: Sendable {
    private let count = Atomic<Int>(0)
    private let lastSeen = Mutex<[String]>([])
    private let task = Mutex<Task<Void, any Error>?>(nil)

    init(_ root: MirrorRoot, _ watch: DirectoryWatch? = nil) {
        let watch = watch ?? root.watch()
        // The consumer ends when it is cancelled, and holds this until then.
        let consumer = Task {
            for try await _ in watch {
                lastSeen.withLock { $0 = root.favorites }
                count.add(1, ordering: .sequentiallyConsistent)
            }
        }
        task.withLock { $0 = consumer }
    }

    /// A watch that is armed and has said so.
    static func armed(_ root: MirrorRoot, _ watch: DirectoryWatch? = nil) async throws -> Watching {
        let watching = Watching(root, watch)
        try await eventually("arming") { watching.hints > 0 }
        try await watching.settle()
        return watching
    }

    var hints: Int { count.load(ordering: .sequentiallyConsistent) }

    /// What lay in the folder at the last hint.
    var favorites: [String] { lastSeen.withLock { $0 } }

    /// Awaits that the reader has handled everything, and gives the consumer the time to take the last hint.
    func settle() async throws {
        var known = -1
        while known != hints {
            known = hints
            try await eventually("the reader's rest") { try sleepingReaders().count == 1 }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Awaits a hint for what is done now.
    func hint(
        after change: String, _ sourceLocation: SourceLocation = #_sourceLocation, _ act: () throws -> Void
    ) async throws {
        try await settle()
        let before = hints
        try act()
        do {
            try await eventually("a hint after \(change)", within: .seconds(20)) { hints > before }
        } catch {
            // Or the next test would wait for this watch's end.
            try? await cancel()
            Issue.record(error, sourceLocation: sourceLocation)
            throw error
        }
    }

    /// Ends the iteration and awaits the consumer, but not the reader.
    func cancel() async throws {
        let consumer = task.withLock { $0 }
        consumer?.cancel()
        try await consumer?.value
    }

    /// Ends the watch; returns how many hints it gave, the one at its arming included.
    @discardableResult
    func end() async throws -> Int {
        try await cancel()
        try await eventually("the reader's end") { try sleepingReaders().isEmpty }
        return hints
    }

    /// The error the watch ended with.
    func failure() async -> WatchError? {
        let consumer = task.withLock { $0 }
        do {
            try await consumer?.value
            return nil
        } catch {
            return error as? WatchError
        }
    }
}
