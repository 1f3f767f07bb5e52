internal import Favorites
internal import Folder

/// Pending scans of `favorites/`. Requests that arrive during a scan are merged into one.
package struct LooksDue: Sendable {
    private let due = Monitor<FavoritesLook?>(nil)
    private let bell = Bell()

    func add(_ look: FavoritesLook) {
        due.withLock { $0 = $0?.with(look) ?? look }
        bell.ring()
    }

    /// Runs scans one by one until the task is cancelled. Each returns the next one that is due without a request.
    func each(_ make: (FavoritesLook) async throws -> LaterLook?) async throws {
        var planned: [PlannedLook] = []
        while true {
            try Task.checkCancellation()
            if let next = planned.map(\.time).min() {
                let wait = ContinuousClock.now.duration(to: next)
                if wait > .zero { try await bell.wait(or: { try await Pause().wait(for: wait) }) }
            } else {
                try await bell.wait()
            }
            let now = ContinuousClock.now
            let looks = [take()].compactMap(\.self) + planned.filter { $0.time <= now }.map(\.look)
            planned.removeAll { $0.time <= now }
            guard let first = looks.first else { continue }
            if let later = try await make(looks.dropFirst().reduce(first) { $0.with($1) }) {
                planned.plan(PlannedLook(time: .now + later.after, look: later.look))
            }
        }
    }

    private func take() -> FavoritesLook? {
        due.withLock { due in
            defer { due = nil }
            return due
        }
    }
}

private struct PlannedLook {
    var time: ContinuousClock.Instant
    var look: FavoritesLook
}

extension [PlannedLook] {
    /// Keeps one planned scan of all names and one of some. A later request never postpones a planned scan, so a steady
    /// stream of links cannot starve it.
    fileprivate mutating func plan(_ new: PlannedLook) {
        guard let index = firstIndex(where: { $0.look.listsAllNames == new.look.listsAllNames }) else {
            return append(new)
        }
        self[index] = PlannedLook(time: Swift.min(self[index].time, new.time), look: self[index].look.with(new.look))
    }
}

// MARK: - Room on a full disk

/// Waits for room on a full disk: asks the file system every few seconds, and writes nothing meanwhile.
struct RoomWatch: Sendable {
    /// Asks for the free bytes of the mirror's disk.
    let freeBytes: @Sendable () throws -> Int64
    /// How long to wait before each question.
    var pause = Duration.seconds(3)

    /// Returns when more is free than before, or after a minute: a quota does not show in the disk's free bytes.
    ///
    /// - Parameter before: The free bytes before the pass that failed, so that room made since then counts, too. `nil`
    ///   where the disk did not say.
    func wait(forMoreThan before: Int64?) async throws {
        for _ in 0..<20 {
            try await Pause().wait(for: pause)
            // A disk that does not say, such as one whose server is away, may say so later.
            if let before, let now = try? freeBytes(), now - before > Self.enough { return }
        }
    }

    private static let enough: Int64 = 64 * 1_024
}
