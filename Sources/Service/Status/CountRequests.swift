internal import Folder

/// Has the tree counted for those who ask how things are. A disk may take its time for that: nobody waits longer than they
/// want to.
final class CountRequests: Sendable {
    private let waiting = Monitor<[Bell]>([])
    private let asked = Bell()

    /// Counts for all who have asked, again and again, until the task is cancelled.
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

    /// Returns when all has been counted that was there when this was called, or when the time is up.
    func wait(atMost time: Duration) async {
        let done = Bell()
        waiting.withLock { $0.append(done) }
        asked.ring()
        _ = try? await done.wait(or: { try await Pause().wait(for: time) })
    }
}
