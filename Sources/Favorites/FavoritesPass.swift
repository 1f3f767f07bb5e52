package import Days
package import Folder
package import MirrorTree
package import Store

/// The pass from `favorites/` to `favorites.json`: scan and read, compare, persist, tidy, tend. The object lives on the
/// archive's thread and remembers from pass to pass what it has seen.
///
/// A pass reads the names that are requested. It reads all of them when nothing is known yet, whenever the folder may
/// be another than the one that was recorded, and before anything is forgotten (``Reconciliation``); once a day it also
/// checks everything that depends on them.
package final class FavoritesPass {
    let tree: Tree
    let rules: FavoritesRules
    let store: DayStore
    let today: TodayFiles
    let events: MirrorEvents
    package let vault: VaultKeeper
    let tags: TagWriter
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
        tags = TagWriter(store: store)
        today.willChange = { [unowned self] in _ = try? run(over: .allNames) }
    }

    /// The record as this process last persisted it.
    package var record: FavoritesRecord? { memory.lastWritten }
    /// Favorites without a picture as of the last pass, and days that the next pass brings into the vault.
    package var waiting: Set<Day> { memory.waiting.union(memory.toTend) }

    /// Runs a pass, which is idempotent; the caller runs another when the report asks for it.
    ///
    /// - Parameters:
    ///   - tending: Whether all days that are due are tended, and not only favorites whose links changed.
    ///   - removed: Links that this process has just removed itself.
    package func run(
        over request: ScanRequest, tending: Bool = true, removed: [Day: Set<FilePath>] = [:]
    ) throws -> FavoritesReport {
        // A mirror that is being removed, or whose disk went away, is not made anew from here.
        guard try tree.root.status(Tree.identityFile) != nil else { throw RootError.notMirror(path: tree.root.path) }
        let began = FileStatus.clock
        let favorites = try tree.root.makeEverybodysFolder(Tree.favorites)
        let (stored, kept, mended) = try storedRecord()
        let facts = MirrorFacts(tree, store.listing, today: rules.today(), record: stored.record, setAside: setAside)
        let disk = FavoritesDisk(favorites, tree.root, memory.takeFiles(), try tree.saver(), facts, vault)
        let marker = try disk.marker()
        // A process that wrote the record may also have changed links without an event.
        isFolderTrusted = Trust(markers: (marker, marker), stored: stored, kept: kept) != .none
        let isTrusted = disk.files.isOurs && isFolderTrusted

        // Scan and read.
        let otherDays = store.takeChanges().union(memory.waiting.filter(store.listing.isPresent))
        let survey = try scan(
            favorites, isTrusted ? request : request.with(.allNames), otherDays, facts, stored.record)

        // Compare.
        let comparison = Reconciliation(
            of: Reconciliation.Findings(
                scan: survey.inventory.scan, isSnapshot: survey.isSnapshot(),
                former: memory.isRecordInLine ? survey.former : nil, stored: stored, kept: kept,
                markers: (marker, try disk.markerInPlace()), lastWritten: memory.lastWritten, now: .now,
                elapsed: rules.elapsed(), removed: removed),
            after: memory.comparison, title: facts.title)

        // Persist.
        disk.unflushed = memory.unflushed(of: survey.changes)
        try comparison.persist(on: disk, after: stored)
        try disk.settle()
        memory.remember(comparison, disk.files, after: survey, at: began)
        var report = FavoritesReport(record: comparison.record, survey.inventory)
        if let wait = comparison.scanAgain { report.requestScan(.allNames, after: wait) }
        if stored == .damaged { report.troubles.append("\(FavoritesError.setAside(path: disk.path))") }
        if let mended { report.troubles.append("\(mended)") }
        let links = comparison.daysWithOtherLinks(than: stored.record)
        if !links.isEmpty { events.send(.changed(links, .favorites)) }

        // Tidy, and tend.
        try tidy(survey, favorites, facts, &report)
        if tending {
            try tend(days(after: survey, otherDays.union(links), comparison.record), survey.request, &report)
        } else {
            memory.toTend.formUnion(otherDays)
            try tend(Set(links), .nothing, &report)
        }
        announce(favorites, &report)
        try tendVault(after: request, tending: tending, &report)
        if !memory.toTidy.isEmpty || !memory.toTend.isEmpty { report.requestScan(.nothing, after: .zero) }
        if memory.rememberPages(among: report.refused.keys) { events.send(.taken(.page)) }
        memory.giveBack(survey.inventory)
        report.isOfAllNames = survey.listsAllNames
        return report
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

    var reading: LinkReading { LinkReading(root: tree.root.path, aliases: rules.aliases) }
}

// MARK: - Scanning

extension FavoritesPass {
    /// Brings months back to their places whose return was cut short.
    package func finishReturns() throws {
        try DraggedMonth(favorites: tree.root.makeEverybodysFolder(Tree.favorites), tree: tree).finishWaiting()
    }

    /// Reads the names that are due, and settles what a pass that was cut short has left.
    func scan(
        _ favorites: Folder, _ asked: ScanRequest, _ otherDays: Set<Day>, _ facts: MirrorFacts,
        _ record: FavoritesRecord?
    ) throws -> FavoritesSurvey {
        var request = memory.inventory == nil || memory.lastFullScan != Timestamp.now.day ? .everything : asked
        // An album that could not be read before may be readable now, and hold more than the names that are due.
        if memory.inventory?.unread.isEmpty == false { request = request.with(.allNames) }
        if !otherDays.isEmpty { memory.meanings.forget() }
        let again = request == .everything ? [] : names(of: otherDays, record)
        let leftovers = memory.inventory?.leftovers ?? []
        func read(_ request: ScanRequest) throws -> FavoritesSurvey {
            try FavoritesSurvey(
                of: favorites, request, after: memory.takeInventory(), again: again, facts, reading,
                remembering: &memory.meanings)
        }
        var survey = try read(request)
        // Only a scan of everything tells which entry stands beside a leftover.
        if !survey.inventory.leftovers.isSubset(of: leftovers) { survey = try read(.everything) }
        let areSettled =
            survey.request == .everything && !survey.inventory.leftovers.isEmpty
            && Leftovers(favorites: favorites, survey: survey, facts: facts, reading: reading, record: record).settle()
        let months = try survey.months.inOrder.filter { try isBroughtBack($0, favorites) }
        memory.unannounced.remember(tidied: months.map(\.album), at: rules.elapsed())
        if survey.nameUnnamed(in: favorites) || areSettled || !months.isEmpty { survey = try read(.everything) }
        return survey
    }

    /// Whether the month is back. It stays in an album that another user made or closed, and the pass goes on.
    private func isBroughtBack(_ month: FilePath, _ favorites: Folder) throws -> Bool {
        do {
            return try DraggedMonth(favorites: favorites, tree: tree).bringBack(month)
        } catch let error as FolderError where !error.isDiskFull && !tree.isOwn(error.path) {
            return false
        }
    }

    /// Names without an event that may mean something else now, or lead to a wrong place: the links of changed days,
    /// and entries that depend on which days the mirror has.
    private func names(of otherDays: Set<Day>, _ record: FavoritesRecord?) -> Set<FilePath> {
        if otherDays.isEmpty { return [] }
        return otherDays.reduce(into: memory.inventory?.dependents ?? []) { names, day in
            names.formUnion(record?.favorites[day]?.links ?? [])
        }
    }
}
