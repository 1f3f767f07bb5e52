package import Days
internal import Folder
internal import Words

/// The content of `.apod-mirror/verify.json`: how far the daemon's own check for damage has come, and what it or
/// `verify` found last that has not been mended.
package struct CheckupState: Codable, Equatable, Sendable {
    /// When the last check came to its end, or when the mirror was first kept.
    package var ended: Timestamp
    /// The newest day that is still to be checked; `nil` while no check is under way.
    package var next: Day?
    /// The damaged days, with a sentence each.
    package var damaged: [String: String] = [:]

    package init(ended: Timestamp, next: Day? = nil, damaged: [String: String] = [:]) {
        self.ended = ended
        self.next = next
        self.damaged = damaged
    }

    package mutating func note(_ damaged: [Day: String]) {
        self.damaged = Dictionary(uniqueKeysWithValues: damaged.map { ("\($0.key)", $0.value) })
    }

    /// When the next check begins.
    package func due(_ interval: Int, now: Timestamp) -> Timestamp {
        if next != nil { return now }
        // An end in the future was noted while the clock was wrong.
        return min(ended, now) + interval
    }

    /// The damage, in a few sentences at most.
    package var troubles: [String] {
        if damaged.count <= 3 { return damaged.sorted { $0.key > $1.key }.map(\.value) }
        return [
            "\(Quantity.plural(damaged.count, "day")) are damaged: apod-mirror verify names them."
        ]
    }
}

extension Tree {
    package var checkupState: CheckupState? {
        get throws { try note(CheckupState.self, "verify.json") }
    }
}
