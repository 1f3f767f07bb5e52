internal import Folder

/// The looks that are due, for the one who makes them: as many as come while one is made are one.
struct LooksDue: Sendable {
    private let due = Monitor<FavoritesLook?>(nil)
    private let bell = Bell()

    func add(_ look: FavoritesLook) {
        due.withLock { $0 = $0?.with(look) ?? look }
        bell.ring()
    }

    /// Until the task is cancelled, one at a time. Each says which is due next although nothing may be added until then, in
    /// place of what the one before said.
    func each(_ make: (FavoritesLook) async throws -> LaterLook?) async throws {
        var next: (time: ContinuousClock.Instant, look: FavoritesLook)?
        while true {
            try Task.checkCancellation()
            switch next.map({ ContinuousClock.now.duration(to: $0.time) }) {
            case nil: try await bell.wait()
            case .some(let wait) where wait > .zero: try await bell.wait(or: { try await Pause().wait(for: wait) })
            default: break
            }
            guard let look = take(next) else { continue }
            next = try await make(look).map { (.now + $0.after, $0.look) }
        }
    }

    private func take(_ next: (time: ContinuousClock.Instant, look: FavoritesLook)?) -> FavoritesLook? {
        let added = due.withLock { due in
            defer { due = nil }
            return due
        }
        guard let next, next.time <= .now else { return added }
        return added?.with(next.look) ?? next.look
    }
}
