internal import Folder

/// Where the steps of a ``Reconciliation`` are carried out: the real folder, or the simulated one of the tests.
protocol FavoritesGround {
    /// Makes durable what lies in the folder as it was listed, before anything says so.
    func flush() throws
    func keep(_ days: Set<Day>) throws
    func setAsideDamaged() throws
    func giveBack(_ favorites: [Favorite]) throws
    /// A new, empty marker takes the place of whatever is there; from here on it is the one that ``marker()`` means.
    func replaceMarker() throws
    /// Makes it durable and returns its SHA-256.
    func write(_ record: FavoritesRecord) throws -> String
    /// The marker that was there before the folder was listed, wherever it may be now.
    func marker() throws -> Marker?
    /// Rewrites it in place, and makes that durable.
    func writeMarker(_ sum: String) throws
    func write(_ kept: KeptFavorites, isDurable: Bool) throws
}

extension FavoritesGround {
    /// Carries the steps out, one after another. Between any two of them, and within each, the machine may stop.
    func carryOut(_ steps: [Reconciliation.Step], stored: StoredFavorites) throws {
        // Even where nothing is to be said: a link that was removed and made again between two looks is recorded
        // already, and a power cut that takes it would leave what reads as a removal.
        try flush()
        var last: (record: FavoritesRecord, sum: String)?
        if case .readable(let record, let sum) = stored { last = (record, sum) }
        for step in steps {
            switch step {
            case .keep(let days): try keep(days)
            case .setAsideDamaged: try setAsideDamaged()
            case .giveBack(let favorites): try giveBack(favorites)
            case .replaceMarker: try replaceMarker()
            case .copy(var kept):
                // As it is about to be written: the same text serves for both.
                if kept.marker != nil { kept.record.marker = try marker()?.state }
                try write(kept, isDurable: false)
            case .write(var record, let isTrusted):
                record.marker = isTrusted ? try marker()?.state : nil
                last = (record, try write(record))
            case .mark:
                if let last { try mark(last.record, last.sum) }
            }
        }
    }

    private func mark(_ record: FavoritesRecord, _ sum: String) throws {
        try writeMarker(sum)
        guard let marker = try marker(), marker.hardLinks == 1 else {
            // Somebody made a copy of the folder out of hard links meanwhile. It may have missed a link that was just
            // dropped, so neither of the two may pass for the folder that favorites.json speaks of.
            return try writeMarker("")
        }
        try write(KeptFavorites(sha256: sum, marker: marker.state, record: record), isDurable: true)
    }
}
