package import Folder

/// A scan request: how much of `favorites/` a pass reads.
package enum ScanRequest: Equatable, Sendable {
    /// These paths below `favorites/`, and everything in those that are albums.
    case names(Set<FilePath>)
    /// Every name; links that are as they were known need no more work.
    case allNames
    /// Every name, and everything that depends on favorites, as if nothing were known.
    case everything

    /// No name; the pass still does what is due for another reason.
    package static let nothing = ScanRequest.names([])

    package var listsAllNames: Bool {
        if case .names = self { false } else { true }
    }

    /// The request that covers both.
    package func with(_ other: ScanRequest) -> ScanRequest {
        switch (self, other) {
        case (.everything, _), (_, .everything): .everything
        case (.allNames, _), (_, .allNames): .allNames
        case (.names(let names), .names(let others)): .names(names.union(others))
        }
    }
}

/// A scan that is due after a time, even without an event.
package struct DelayedScan: Equatable, Sendable {
    package var after: Duration
    package var request: ScanRequest

    package init(after: Duration, request: ScanRequest) {
        self.after = after
        self.request = request
    }

    /// The sooner of two scans, since the pass that runs first reports what else is due. They are merged only if due at
    /// the same time: else each batch of thousands that are tidied would scan all names.
    package func orSooner(_ other: DelayedScan?) -> DelayedScan {
        guard let other else { return self }
        if after == other.after { return DelayedScan(after: after, request: request.with(other.request)) }
        return after < other.after ? self : other
    }
}
