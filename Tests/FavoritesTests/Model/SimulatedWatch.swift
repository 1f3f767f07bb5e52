import Folder

@testable import MirrorTestSupport

/// What tells the keeper which names changed. A real one tells of each, in order and at once; whatever rests on that is
/// tried with one that does not.
struct SimulatedWatch {
    /// In a hundred events: how many never come, come with a later pass or come twice, and how often the queue overflows.
    var lost = 0, late = 0, doubled = 0, overflows = 0
    var random = SeededGenerator(1)

    static func poor(seed: UInt64) -> SimulatedWatch {
        SimulatedWatch(lost: 40, late: 15, doubled: 10, overflows: 2, random: SeededGenerator(seed))
    }

    /// The names that are told of now, in no order; `nil` when it says that it lost some.
    mutating func names(in folder: SimulatedFolder) -> Set<FilePath>? {
        let events = folder.events
        folder.events = []
        var names: Set<FilePath> = []
        for name in events {
            if happens(overflows) { return nil }
            if happens(lost) { continue }
            let isLate = happens(late)
            if isLate || happens(doubled) { folder.events.append(name) }
            if !isLate { names.insert(name) }
        }
        return names
    }

    /// Whether an event makes a pass before the look that is due.
    mutating func isAhead() -> Bool { happens(late) }

    private mutating func happens(_ percent: Int) -> Bool {
        percent > 0 && Int.random(in: 0..<100, using: &random) < percent
    }
}
