import Folder
import Foundation
import Synchronization
import Testing

@testable import DirectoryWatch

/// The consumer of a watch: counts hints, and looks at the folder with each. A test that fails drops it, which ends
/// the watch.
final class Watching: Sendable {
    /// What the consumer's task holds.
    private final class Notes: Sendable {
        let count = Atomic<Int>(0)
        let armings = Atomic<Int>(0)
        let lastSeen = Monitor<[String]>([])
        let outcome = Outcome()
    }

    let root: MirrorRoot
    private let notes: Notes
    private let consumer: Task<Void, Never>

    init(_ root: MirrorRoot, _ watch: DirectoryWatch? = nil) {
        let watch = watch ?? root.watch()
        let notes = Notes()
        self.root = root
        self.notes = notes
        consumer = Task(executorPreference: ownThreads) {
            await notes.outcome.record {
                do {
                    try await watch.run { hint in
                        notes.lastSeen.withLock { $0 = root.favorites }
                        notes.count.add(1, ordering: .sequentiallyConsistent)
                        if hint == .armed { notes.armings.add(1, ordering: .sequentiallyConsistent) }
                    }
                } catch {
                    if !Task.isCancelled { throw error }
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
        try await watching.await("arming") { watching.armings > 0 }
        try await watching.settle()
        return watching
    }

    var hints: Int { notes.count.load(ordering: .sequentiallyConsistent) }

    /// How often the watch was armed.
    var armings: Int { notes.armings.load(ordering: .sequentiallyConsistent) }

    /// What lay in the folder at the last hint.
    var favorites: [String] { notes.lastSeen.withLock { $0 } }

    /// Awaits that everything is handled: the process and the threads slept for longer than the process ever pauses.
    func settle() async throws {
        var last: [String]?
        var since = ContinuousClock.now
        try await self.await("a rest") {
            var now = try Readers.rest(of: Readers.all())
            if let process = root.processRest { now?.append("\(process) \(hints)") } else { now = nil }
            if now == nil || now != last { (last, since) = (now, .now) }
            return since.duration(to: .now) > .milliseconds(20)
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
            try await self.await("a hint after \(change)") { hints > before }
        } catch {
            Issue.record(error, sourceLocation: sourceLocation)
            throw error
        }
    }

    /// Ends the watch; returns how many hints it gave, the one at its arming included.
    @discardableResult
    func end() async throws -> Int {
        consumer.cancel()
        try await eventually("the consumer's end") { try notes.outcome.isSuccess }
        return hints
    }

    /// What the error says that the watch ends with.
    func failure() async throws -> String? {
        do {
            try await eventually("the watch's end") { try notes.outcome.isSuccess }
            return nil
        } catch let error as NeverHappened {
            throw error
        } catch {
            return "\(error)"
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
