internal import Folder

/// Requests for a count of the tree, by those who ask for the status. A disk may take long for a count, so each request
/// has a time limit.
final class CountRequests: Sendable {
    private let waiting = Monitor<[Bell]>([])
    private let asked = Bell()

    /// Counts for all pending requests at once, again and again, until the task is cancelled.
    func serve(_ count: () async -> Void) async throws {
        while true {
            try await asked.wait()
            let bells = waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            if bells.isEmpty { continue }
            await count()
            for bell in bells { bell.ring() }
        }
    }

    /// Returns when a count that began after this call has ended, or when the time is up.
    func wait(atMost time: Duration) async {
        let done = Bell()
        waiting.withLock { $0.append(done) }
        asked.ring()
        _ = try? await done.wait(or: { try await Pause().wait(for: time) })
    }
}
