internal import Folder

/// The pass over `favorites/` that is due, whoever asks for it: all who ask before it begins are answered by one.
package struct ScanQueue: Sendable {
    /// Whether a thorough pass is due; `nil` where none is.
    private let due = Monitor<Bool?>(nil)
    private let bell = Bell()

    func add(isThorough: Bool = false) {
        due.withLock { $0 = $0 == true || isThorough }
        bell.ring()
    }

    /// Makes passes one by one until the task is cancelled. Each returns how long it kept a processor busy, and when the next
    /// one is due without being asked for.
    func each(
        _ make: (_ isThorough: Bool) async throws -> (busy: Duration, later: Duration?)
    ) async throws {
        var next: ContinuousClock.Instant?
        var restsUntil = ContinuousClock.now
        while true {
            try Task.checkCancellation()
            if let next {
                let wait = ContinuousClock.now.duration(to: next)
                if wait > .zero { _ = try await bell.wait(or: { try await Pause().wait(for: wait) }) }
            } else {
                try await bell.wait()
            }
            try await Pause().wait(for: ContinuousClock.now.duration(to: restsUntil))
            let due = take()
            guard due != nil || next.map({ $0 <= .now }) == true else { continue }
            let (busy, later) = try await make(due == true)
            let ended = ContinuousClock.now
            restsUntil = ended + Self.rest(after: busy, later: later)
            next = later.map { ended + $0 }
        }
    }

    /// The time that a pass leaves to others: three times as long as it kept a processor busy, so that thousands of events
    /// are a few scans, but not so long that somebody waits. What it waited for a slow disk left the processor to others
    /// already. One that only goes on with its work follows at once.
    static func rest(after busy: Duration, later: Duration?) -> Duration {
        later == .zero ? .zero : min(busy * 3, .seconds(2))
    }

    private func take() -> Bool? {
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
