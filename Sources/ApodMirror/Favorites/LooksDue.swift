internal import Folder

/// The looks that are due, for the one who makes them: as many as come while one is made are one.
struct LooksDue: Sendable {
    private let due = Monitor<FavoritesLook?>(nil)
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    init() {
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func add(_ look: FavoritesLook) {
        due.withLock { $0 = $0?.with(look) ?? look }
        signal.yield()
    }

    /// Until the task is cancelled, one at a time.
    func each(_ make: (FavoritesLook) async throws -> Void) async rethrows {
        for await _ in signals {
            let look = due.withLock { due in
                defer { due = nil }
                return due
            }
            if let look { try await make(look) }
        }
    }
}
