internal import Favorites
internal import Folder

/// Pending scans of `favorites/`. Requests that arrive during a scan are merged into one.
package struct ScanQueue: Sendable {
    private let due = Monitor<ScanRequest?>(nil)
    private let bell = Bell()

    func add(_ request: ScanRequest) {
        due.withLock { $0 = $0?.with(request) ?? request }
        bell.ring()
    }

    /// Runs scans one by one until the task is cancelled. Each returns the next one that is due without a request.
    func each(_ make: (ScanRequest) async throws -> DelayedScan?) async throws {
        var planned: [PlannedScan] = []
        while true {
            try Task.checkCancellation()
            if let next = planned.map(\.time).min() {
                let wait = ContinuousClock.now.duration(to: next)
                if wait > .zero { try await bell.wait(or: { try await Pause().wait(for: wait) }) }
            } else {
                try await bell.wait()
            }
            let now = ContinuousClock.now
            let scans = [take()].compactMap(\.self) + planned.filter { $0.time <= now }.map(\.request)
            planned.removeAll { $0.time <= now }
            guard let first = scans.first else { continue }
            if let later = try await make(scans.dropFirst().reduce(first) { $0.with($1) }) {
                planned.plan(PlannedScan(time: .now + later.after, request: later.request))
            }
        }
    }

    private func take() -> ScanRequest? {
        due.withLock { due in
            defer { due = nil }
            return due
        }
    }
}

private struct PlannedScan {
    var time: ContinuousClock.Instant
    var request: ScanRequest
}

extension [PlannedScan] {
    /// Keeps one planned scan of all names and one of some. A later request never postpones a planned scan, so a steady
    /// stream of links cannot starve it.
    fileprivate mutating func plan(_ new: PlannedScan) {
        guard let index = firstIndex(where: { $0.request.listsAllNames == new.request.listsAllNames }) else {
            return append(new)
        }
        self[index] = PlannedScan(
            time: Swift.min(self[index].time, new.time), request: self[index].request.with(new.request))
    }
}

// MARK: - Room on a full disk

/// Waits for room on a full disk: asks the file system every few seconds, and writes nothing meanwhile.
struct RoomWatch: Sendable {
    /// Asks for the free bytes of the mirror's disk.
    let freeBytes: @Sendable () throws -> Int64
    /// The time between two requests for the free bytes.
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
