internal import MirrorTree

/// Whether what is missing in `favorites/` was removed by its owner, or only cannot be seen.
enum Trust: Equatable, Sendable {
    /// The folder is the one that `favorites.json` speaks of.
    case settled
    /// It is, and the last pass was cut short before it had said so: the marker is brought up to date first.
    case interrupted
    /// Nobody knows: links count, their absence does not.
    case none
}

extension Trust {
    /// - Parameter markers: as it was before and after the folder was listed.
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
            // Between the marker and the note of how it was left.
            self = .interrupted
        } else if marker.sum == kept.sha256, marker.state == former, record.marker == former, record.says(kept.record) {
            // Between favorites.json and the marker. The copy was written before both, so an edited one shows.
            self = .interrupted
        } else {
            self = .none
        }
    }
}
