package import Days
package import Folder
package import MirrorTree

/// The things that a pass makes durable, and in ``persist(on:after:)`` the order in which they become so.
struct Persistence: Equatable, Sendable {
    /// Albums that changed since they were last flushed; `nil` where there is nothing but them to make durable, and some
    /// still change: they wait until they have come to rest.
    var folders: [FilePath]? = []
    /// New favorites, for the vault.
    var new: Set<Day> = []
    /// The mirror's own copy of the new record, with the sum and the marker of the generation before.
    var copy: KeptFavorites?
    /// The new record; `nil` where `favorites.json` stays as it is.
    var record: FavoritesRecord?
    var setsDamagedAside = false
    /// Favorites that get a link, since they have none.
    var linkless: [Favorite] = []
    /// Whether a new, empty marker takes the place of whatever is there.
    var replacesMarker = false
    /// Whether the marker gets the sum of `favorites.json`, so that the folder is trusted.
    var isMarked = false

    /// The steps that a pass has left to do which was cut short after its record had got its name.
    static let unfinished = Persistence(isMarked: true)

    /// Between any two lines, and within each, the machine may stop. It is three flushes deep until a new favorite is
    /// durable.
    ///
    /// - Parameter stored: `favorites.json` as it lay there.
    func persist<Disk: FavoritesStorage>(on disk: Disk, after stored: StoredFavorites) throws {
        guard let folders else { return }
        // 1. None of these depends on another, so they are flushed side by side. Each alone, after a power cut, is a link
        // that is not recorded yet, a second copy that is swept, or a file in incoming/. The folders are flushed also where
        // nothing is recorded: a link that was removed and made again between two scans is recorded already, and a power cut
        // that takes it would leave what reads as a removal.
        var files: [Disk.Staged] = []
        /// The record with the SHA-256 of its file.
        var generation: (record: FavoritesRecord, sum: String)?
        if case .readable(let record, let sum) = stored { generation = (record, sum) }
        do {
            // A record in a trusted folder notes how the marker was before it gets the new sum. The copy holds the same text.
            let former = copy?.marker == nil ? nil : try disk.marker()?.state
            if var copy {
                copy.record.marker = former
                files.append(try disk.stage(copy))
            }
            if var record {
                record.marker = former
                let (file, sum) = try disk.stage(record)
                files.append(file)
                generation = (record, sum)
            }
            try disk.flush(folders, keeping: new, beside: files)
        } catch {
            files.forEach(disk.discard)
            throw error
        }

        // 2. The copy gets its name first: only so a pass that was killed in between can be told from an edit of
        // favorites.json. Damage to that file right after it was written, and to the folder, does not reach the copy.
        if setsDamagedAside { try disk.setAsideDamaged() }
        for file in files { try disk.place(file) }
        if !files.isEmpty || isMarked { try disk.flushNames() }

        if !linkless.isEmpty { try disk.giveBack(linkless) }
        if replacesMarker { try disk.replaceMarker() }
        guard isMarked, let generation else { return }

        // 3. A marker must never be durable with the sum of a file that may still be the former one. The copy once more, with
        // the marker as it is now, is flushed beside it and has no name yet.
        try disk.writeMarker(generation.sum)
        var last = KeptFavorites(sha256: generation.sum, marker: try disk.marker()?.state, record: generation.record)
        var file = try disk.stage(last)
        try disk.flushMarker(beside: file)

        // 4. The copy gets its name, which is flushed with step 1 of a later pass: a power cut before that is as a kill in
        // front of this step, which ``Trust/interrupted`` is about.
        guard let marker = try disk.marker(), marker.hardLinks == 1 else {
            // A copy of the folder was made out of hard links meanwhile. It may have missed a link that was just dropped, so
            // neither of the two may pass for the folder that favorites.json speaks of.
            disk.discard(file)
            try disk.writeMarker("")
            return try disk.flushMarker(beside: nil)
        }
        if marker.state != last.marker {
            // Some file systems date a file anew when it is flushed.
            last.marker = marker.state
            file = try disk.stage(last)
            try disk.flushMarker(beside: file)
        }
        try disk.place(file)
    }
}

/// The disk on which a pass is made durable: the real one, or a simulation in tests.
package protocol FavoritesStorage {
    /// A file in `incoming/` that has no name in the mirror yet.
    associatedtype Staged

    func stage(_ copy: KeptFavorites) throws -> Staged
    /// Returns the file and its SHA-256.
    func stage(_ record: FavoritesRecord) throws -> (Staged, sum: String)
    /// Puts new favorites, whose months have their pictures, into the vault. Makes them, the staged files and these albums, as
    /// they were listed, durable side by side, and with them the name of the copy that the former pass placed last.
    func flush(_ folders: [FilePath], keeping new: Set<Day>, beside files: [Staged]) throws
    /// Removes a staged file, as far as that works.
    func discard(_ file: Staged)
    func setAsideDamaged() throws
    /// Gives a staged file its name, which is not durable yet.
    func place(_ file: Staged) throws
    /// Makes the names of `favorites.json` and its copy durable.
    func flushNames() throws
    /// Makes links for favorites that have none.
    func giveBack(_ favorites: [Favorite]) throws
    /// Puts a new, empty marker in the place of whatever is there; from here on ``marker()`` means the new one.
    func replaceMarker() throws
    /// The marker that was there before the folder was listed, wherever it may be now.
    func marker() throws -> Marker?
    /// Rewrites the marker in place.
    func writeMarker(_ sum: String) throws
    /// Makes durable what was written into the marker, and side by side with it a staged copy; of a failure it may stay.
    func flushMarker(beside copy: Staged?) throws
}
