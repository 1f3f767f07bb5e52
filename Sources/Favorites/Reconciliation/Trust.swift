internal import MirrorTree

/// Whether a link that is missing in `favorites/` was removed by its owner, or only cannot be seen.
enum Trust: Equatable, Sendable {
    /// The folder is the one that `favorites.json` speaks of.
    case settled
    /// The folder is that one, and the last pass was cut short: the marker is brought up to date first.
    case interrupted
    /// The folder may be another: links count, their absence does not.
    case none
}

extension Trust {
    /// - Parameter markers: The marker before and after the folder was listed.
    init(markers: (before: Marker?, after: Marker?), stored: StoredFavorites, kept: KeptFavorites?) {
        guard let marker = markers.before, marker == markers.after, marker.hardLinks == 1, let kept,
            let former = kept.marker, case .readable(let record, let sha256) = stored
        else {
            self = .none
            return
        }
        let isCurrent = marker.sum == sha256
        if isCurrent, kept.sha256 == sha256, former == marker.state {
            self = .settled
        } else if isCurrent, kept.sha256 != sha256, record.marker == former {
            // The pass stopped between the marker and the note of how it was left.
            self = .interrupted
        } else if marker.sum == kept.sha256, marker.state == former, record.marker == former, record.says(kept.record) {
            // The pass stopped between favorites.json and the marker. The copy came before both, so an edit shows.
            self = .interrupted
        } else {
            self = .none
        }
    }
}
