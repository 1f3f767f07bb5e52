package import Days
package import MirrorTree

extension Reconciliation {
    /// Carries the steps out.
    ///
    /// - Parameter stored: `favorites.json` as it lay there.
    func persist(on storage: some FavoritesStorage, after stored: StoredFavorites) throws {
        // The flush comes even where nothing is written: a link that was removed and made again between two scans is
        // recorded already, and a power cut that takes it would leave what reads as a removal.
        try storage.flush()
        try Self.carryOut(steps, on: storage, after: stored)
    }

    /// Carries the steps out one after another. Between any two of them, and within each, the machine may stop.
    static func carryOut(_ steps: [Step], on storage: some FavoritesStorage, after stored: StoredFavorites) throws {
        var last: (record: FavoritesRecord, sum: String)?
        if case .readable(let record, let sum) = stored { last = (record, sum) }
        for step in steps {
            switch step {
            case .keep(let days): try storage.keep(days)
            case .setAsideDamaged: try storage.setAsideDamaged()
            case .giveBack(let favorites): try storage.giveBack(favorites)
            case .replaceMarker: try storage.replaceMarker()
            case .copy(var kept):
                // The copy gets the marker's present state, as the record will: the same text serves for both.
                if kept.marker != nil { kept.record.marker = try storage.marker()?.state }
                try storage.write(kept, isDurable: false)
            case .write(var record, let isTrusted):
                record.marker = isTrusted ? try storage.marker()?.state : nil
                last = (record, try storage.write(record))
            case .mark:
                if let last { try mark(last.record, last.sum, on: storage) }
            }
        }
    }

    private static func mark(_ record: FavoritesRecord, _ sum: String, on storage: some FavoritesStorage) throws {
        try storage.writeMarker(sum)
        guard let marker = try storage.marker(), marker.hardLinks == 1 else {
            // A copy of the folder was made out of hard links meanwhile. It may have missed a link that was just
            // dropped, so neither of the two may pass for the folder that favorites.json speaks of.
            return try storage.writeMarker("")
        }
        try storage.write(KeptFavorites(sha256: sum, marker: marker.state, record: record), isDurable: true)
    }
}

/// The folder on which the steps of a ``Reconciliation`` are carried out: the real one, or a simulation in tests.
package protocol FavoritesStorage {
    /// Makes the contents of the folder durable as they were listed, before any file records them.
    func flush() throws
    func keep(_ days: Set<Day>) throws
    func setAsideDamaged() throws
    func giveBack(_ favorites: [Favorite]) throws
    /// Puts a new, empty marker in the place of whatever is there; from here on ``marker()`` means the new one.
    func replaceMarker() throws
    /// Writes `favorites.json`, makes it durable and returns its SHA-256.
    func write(_ record: FavoritesRecord) throws -> String
    /// The marker that was there before the folder was listed, wherever it may be now.
    func marker() throws -> Marker?
    /// Rewrites the marker in place, and makes that durable.
    func writeMarker(_ sum: String) throws
    /// - Parameter isDurable: Whether a power cut leaves this copy or the former one, each whole; where not, it may leave
    ///   none.
    func write(_ kept: KeptFavorites, isDurable: Bool) throws
}
