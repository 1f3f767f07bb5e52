internal import Favorites
internal import Folder

/// The pass over `favorites/` that is due, whoever asks for it: all who ask before it begins are answered by one.
package struct ScanQueue: Sendable {
    private let due = Monitor<Due?>(nil)
    private let bell = Bell()

    private struct Due {
        var isThorough: Bool
    }

    func add(isThorough: Bool = false) {
        due.withLock { $0 = Due(isThorough: $0?.isThorough == true || isThorough) }
        bell.ring()
    }

    /// Makes passes one by one until the task is cancelled. Each returns when the next one is due without being asked for.
    ///
    /// A pass that follows another waits three times as long as that one took, but for one that goes on with its work: so
    /// thousands of events are a few scans, and nobody waits for long.
    func each(_ make: (_ isThorough: Bool) async throws -> Duration?) async throws {
        var next: ContinuousClock.Instant?
        var rest = Duration.zero
        while true {
            try await wait(until: next)
            if rest > .zero { try await Pause().wait(for: rest) }
            let due = take()
            guard due != nil || next.map({ $0 <= .now }) == true else { continue }
            let began = ContinuousClock.now
            let later = try await make(due?.isThorough == true)
            rest = later == .zero ? .zero : min(began.duration(to: .now) * 3, Self.longestRest)
            next = later.map { .now + $0 }
        }
    }

    private static let longestRest = Duration.seconds(2)

    private func wait(until time: ContinuousClock.Instant?) async throws {
        guard let time else { return try await bell.wait() }
        let wait = ContinuousClock.now.duration(to: time)
        if wait > .zero { _ = try await bell.wait(or: { try await Pause().wait(for: wait) }) }
    }

    private func take() -> Due? {
        due.withLock { due in
            defer { due = nil }
            return due
        }
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
