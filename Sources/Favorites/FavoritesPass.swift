package import Days
package import Folder
package import MirrorTree
package import Store

/// The pass from `favorites/` to `favorites.json`: scan and read, compare, persist, tidy, tend. The object lives on the
/// archive's thread and remembers from pass to pass what it has seen (``FavoritesMemory``).
///
/// Each pass scans all names. The first one, and one a day, also looks at all that depends on favorites.
package final class FavoritesPass {
    let tree: Tree
    let rules: FavoritesRules
    let store: DayStore
    let today: TodayFiles
    let events: MirrorEvents
    package let vault: VaultKeeper
    var memory = FavoritesMemory()
    /// Days that a prune has set aside and that may yet come back.
    package var setAside: [Day: Metadata] = [:]
    /// Whether the last pass found the folder to be the recorded one, so that removals count.
    private(set) var isFolderTrusted = false

    package init(_ tree: Tree, _ rules: FavoritesRules, _ store: DayStore, _ today: TodayFiles, _ events: MirrorEvents)
    {
        self.tree = tree
        self.rules = rules
        self.store = store
        self.today = today
        self.events = events
        vault = VaultKeeper(store, leaving: rules.spareBytes)
        today.willChange = { [unowned self] in _ = try? run() }
    }

    /// The record as this process last persisted it.
    package var record: FavoritesRecord? { memory.lastWritten }
    /// Favorites without a picture as of the last pass, and days that the next pass brings into the vault.
    package var waiting: Set<Day> { memory.waiting.union(memory.toTend) }

    /// Runs a pass, which is idempotent; the caller runs another when the report asks for it.
    ///
    /// - Parameters:
    ///   - isThorough: Whether all favorites are tended, and not only those of which something changed.
    ///   - isTending: Whether all that is due is tended, and not only days whose links changed: somebody who only asks which
    ///     days are favorites does not wait for it.
    ///   - removed: Links that this process has just removed itself.
    package func run(
        isThorough: Bool = false, isTending: Bool = true, removed: [Day: Set<FilePath>] = [:]
    ) throws -> FavoritesReport {
        try pass(isThorough: isThorough, isTending: isTending, removed: removed).report
    }

    /// A pass, and what its scan found.
    func pass(
        isThorough: Bool = false, isTending: Bool = true, removed: [Day: Set<FilePath>] = [:]
    ) throws -> (report: FavoritesReport, scan: FavoritesScan) {
        // A mirror that is being removed, or whose disk went away, is not made anew from here.
        guard try tree.root.status(Tree.identityFile) != nil else { throw RootError.notMirror(path: tree.root.path) }
        let favorites = try tree.root.makeEverybodysFolder(Tree.favorites)
        let (stored, kept, mended) = try storedRecord()
        let reading = reading(by: stored.record)
        let disk = FavoritesDisk(favorites, tree.root, memory.takeFiles(), try tree.saver(), reading.facts, vault)
        let marker = try disk.marker()
        let trust = Trust(markers: (marker, marker), stored: stored, kept: kept)
        if trust == .interrupted {
            try Persistence.unfinished.persist(on: disk, after: stored)
            memory.files = disk.files
            return try pass(isThorough: isThorough, isTending: isTending, removed: removed)
        }
        isFolderTrusted = trust == .settled

        // Scan and read; once more where names were moved that lay there wrongly.
        let changedDays = store.takeChanges().union(memory.waiting.filter(store.listing.isPresent))
        if !changedDays.isEmpty { memory.meanings = FileMemory() }
        memory.toTend.formUnion(changedDays)
        var scan = try FavoritesSurvey(of: favorites, reading, remembering: &memory.meanings).scan
        if try finishCutShort(scan, favorites, reading) {
            scan = try FavoritesSurvey(of: favorites, reading, remembering: &memory.meanings).scan
        }

        // Compare.
        let comparison = Reconciliation(
            of: Reconciliation.Findings(
                scan: scan, isSnapshot: scan.isSnapshot(of: favorites), unflushed: memory.unflushed(of: scan),
                rest: scan.rest, changedDays: changedDays, stored: stored, kept: kept,
                markers: (marker, try disk.markerInPlace()), lastWritten: memory.lastWritten, now: .now,
                elapsed: rules.elapsed(), removed: removed),
            after: memory.comparison, title: reading.facts.title)

        // Persist.
        try comparison.persistence.persist(on: disk, after: stored)
        memory.remember(comparison, disk.files, after: scan)
        var report = FavoritesReport(record: comparison.record, scan)
        if let wait = comparison.scanAgain { report.requestPass(after: wait) }
        if stored == .damaged { report.troubles.append("\(FavoritesError.setAside(path: disk.path))") }
        if let mended { report.troubles.append("\(mended)") }
        let changed = comparison.daysWithOtherLinks(than: stored.record)
        memory.toTend.formUnion(changed)
        if !changed.isEmpty { events.send(.changed(changed, .favorites)) }

        // Tidy, and tend.
        let isThorough = isThorough || memory.lastThorough != Timestamp.now.day
        try tidy(scan, favorites, reading.facts, &report)
        let due = isTending ? daysToTend(isThorough: isThorough, &report) : Set(changed)
        try tend(due, isThorough: isTending && isThorough, &report)
        try tendVault(after: changed, isThorough: isThorough, isComparing: isTending, &report)
        announce(favorites, &report)
        if memory.rememberPages(among: report.refused.keys) { events.send(.taken(.page)) }
        return (report, scan)
    }

    /// `favorites.json` and the mirror's own copy of it. A single bit that flipped in the one is put right by the other,
    /// and told.
    private func storedRecord() throws -> (stored: StoredFavorites, kept: KeptFavorites?, mended: FavoritesError?) {
        let found = Result { try memory.files.read(tree) }
        // Thousands of favorites are compared only where the copy was read just now.
        if case .success(let files) = found, memory.files.copy.wasRead, case .readable(let record, _) = files.stored,
            files.kept?.record != record || files.kept?.sha256 != files.stored.sha256, try mendCopy()
        {
            let copy = try memory.files.readCopy(tree)
            return (files.stored, copy, .mendedCopy(path: tree.favoritesCopyPath))
        }
        if case .success(let files) = found, files.stored == .missing || files.stored.sha256 == files.kept?.sha256 {
            return (files.stored, files.kept, nil)
        }
        guard let whole = try tree.favoritesBeforeFlip(), let former = try tree.root.status(FavoritesRecord.file) else {
            let files = try found.get()
            return (files.stored, files.kept, nil)
        }
        try tree.saver().save(whole, as: FavoritesRecord.file, in: tree.root)
        // The file is as old as it was, so that the next flipped bit is told from an edit, too.
        try tree.root.open(FavoritesRecord.file)?.setWritten(former.written)
        let files = try memory.files.read(tree)
        return (files.stored, files.kept, .mended(path: "\(tree.root.path)/\(FavoritesRecord.file)"))
    }

    /// Puts right a single bit that flipped in the mirror's own copy, also one that changes nothing of what it says;
    /// returns whether there was one.
    @discardableResult
    package func mendCopy() throws -> Bool {
        guard let whole = try tree.keptFavoritesBeforeFlip() else { return false }
        try tree.saver().save(whole, as: FavoritesRecord.file, in: tree.root.makeFolder(Tree.own))
        return true
    }

    /// Reads entries beside what the mirror has now.
    func reading(by record: FavoritesRecord?) -> EntryReading {
        let facts = MirrorFacts(tree, store.listing, today: rules.today(), record: record, setAside: setAside)
        return EntryReading(facts: facts, reading: LinkReading(root: tree.root.path, aliases: rules.aliases))
    }

    // MARK: - Cut short

    /// Moves months to `favorites/`, from where the next pass brings them back, that waited elsewhere when a process of an
    /// earlier version was killed.
    package func finishReturns() throws {
        guard let own = try tree.root.folder(Tree.own), let waiting = try own.folder("returning") else { return }
        let favorites = try tree.root.makeEverybodysFolder(Tree.favorites)
        for entry in try waiting.entries() {
            _ = try waiting.move(entry.name, to: favorites.freeName(entry.name), in: favorites)
        }
        try favorites.sync()
        _ = own.removeEmptyFolder("returning")
    }

    /// Settles what a pass that was cut short has left, and brings months back that were dragged in; returns whether there
    /// was any of it.
    private func finishCutShort(_ scan: FavoritesScan, _ favorites: Folder, _ reading: EntryReading) throws -> Bool {
        // The members of a group that shares the mirror may have put anything into a month that lies there.
        let dragged = rules.shareGroup == nil ? DraggedMonth(favorites: favorites, root: tree.root) : nil
        let areSettled = Leftovers(favorites: favorites, scan: scan, reading: reading, months: dragged).settle()
        let months = try scan.months.inOrder.filter { try dragged?.bringBack($0) == true }
        memory.unannounced.remember(tidied: months.map(\.album), at: rules.elapsed())
        return areSettled || !months.isEmpty
    }
}
