internal import Folder

/// The way from `favorites/` to the file that remembers it: scan and read, compare, persist, tidy, tend. It lives on the
/// archive's thread and knows from pass to pass what it has seen.
///
/// A pass looks at the names that it is told of. All of them are looked at when nothing is known yet, whenever the folder
/// may be another than the one that was recorded, and before anything is forgotten (``Reconciliation``); everything that
/// hangs on them, too, once a day.
final class FavoritesPass {
    let tree: Tree
    let rules: FavoritesRules
    let store: DayStore
    let today: TodayFiles
    let events: MirrorEvents
    let vault: VaultKeeper
    let tags: TagWriter
    var memory = FavoritesMemory()
    /// Days that a prune has set aside and that may yet come back.
    var setAside: [Day: Metadata] = [:]

    init(_ tree: Tree, _ rules: FavoritesRules, _ store: DayStore, _ today: TodayFiles, _ events: MirrorEvents) {
        self.tree = tree
        self.rules = rules
        self.store = store
        self.today = today
        self.events = events
        vault = VaultKeeper(store, leaving: rules.spareBytes)
        tags = TagWriter(store)
        today.willChange = { [unowned self] in _ = try? run(over: .allNames) }
    }

    /// What was persisted last, as far as this process knows.
    var record: FavoritesRecord? { memory.lastWritten }

    /// Idempotent; the caller comes again when the report says so.
    func run(over look: FavoritesLook) throws -> FavoritesReport {
        // A mirror that is being removed, or whose disk went away, is not made anew from here.
        guard try tree.root.status(Tree.identityFile) != nil else { throw RootError.notMirror(path: tree.root.path) }
        let began = FileStatus.clock
        let favorites = try tree.root.makeFolder(Tree.favorites)
        try memory.files.look(tree)
        let (stored, kept) = (memory.files.stored, memory.files.kept)
        let facts = MirrorFacts(tree, store.listing, today: rules.today(), record: stored.record, setAside: setAside)
        let disk = FavoritesDisk(favorites, tree.root, memory.takeFiles(), try store.saver, facts, vault)
        let marker = try disk.marker()
        // Whoever wrote the record may have done more that nobody told of.
        let isTrusted =
            disk.files.isOurs
            && Trust(markers: (marker, marker), stored: stored, kept: kept) != .none

        // Scan and read.
        let otherDays = store.takeChanges().union(memory.waiting.filter(store.listing.isPresent))
        let survey = try scan(
            favorites, isTrusted ? look : look.with(.allNames), otherDays, facts, stored.record)

        // Compare.
        let comparison = Reconciliation(
            of: Reconciliation.Findings(
                scan: survey.inventory.scan, isOfAllNames: survey.listsAllNames,
                former: memory.isRecordInLine ? survey.former : nil, stored: stored, kept: kept,
                markers: (marker, try disk.markerInPlace()), lastWritten: memory.lastWritten, now: .now,
                elapsed: rules.elapsed()),
            after: memory.comparison, title: facts.title)

        // Persist.
        disk.unflushed = memory.unflushed(of: survey.changes)
        disk.changed = comparison.changed.map { (since: stored.record, days: $0) }
        try comparison.persist(on: disk, after: stored)
        memory.note(comparison, disk.files, after: survey, at: began)
        var report = FavoritesReport(record: comparison.record, survey.inventory)
        if let wait = comparison.lookAgain { report.look(.allNames, after: wait) }
        if stored == .damaged { report.troubles.append("\(FavoritesError.setAside(path: disk.path))") }
        let links = comparison.daysWithOtherLinks(than: stored.record)
        if !links.isEmpty { events.send(.favorites(links)) }

        // Tidy, and tend.
        try tidy(survey, favorites, facts, &report)
        var days = survey.otherDays.union(otherDays)
        // Who takes a link away may have put it in its picture's place, and others in theirs.
        let months = survey.listsAllNames ? store.listing.months : Set(days.map(\.month))
        for month in memory.changedMonths(of: months, tree.root) {
            memory.linksInMonths[month] = (try? tree.linksLeft(inMonth: month, store.listing)) ?? []
            days.formUnion(Day.span(ofMonth: month).filter { comparison.record.favorites[$0] != nil })
        }
        days.formUnion(memory.toTend)
        memory.toTend = Set(days.dropFirst(Self.atOnce))
        days.subtract(memory.toTend)
        if survey.look == .everything {
            days.formUnion(comparison.record.favorites.keys)
            memory.toTend = []
        }
        try tend(days, survey.look, &report)
        if !memory.toTidy.isEmpty || !memory.toTend.isEmpty { report.look(.nothing, after: .zero) }
        report.untidy += memory.linksInMonths.values.joined().sorted()
        if memory.noteNewPages(among: report.refused.keys) { events.send(.pageTaken) }
        memory.giveBack(survey.inventory)
        report.isOfAllNames = survey.listsAllNames
        return report
    }

    private var reading: LinkReading { LinkReading(root: tree.root.path, aliases: rules.aliases) }

    // MARK: - Scan

    /// Reads the names that are due, and settles what a pass that was cut short has left.
    private func scan(
        _ favorites: Folder, _ asked: FavoritesLook, _ otherDays: Set<Day>, _ facts: MirrorFacts,
        _ record: FavoritesRecord?
    ) throws -> FavoritesSurvey {
        var look = memory.inventory == nil || memory.lookedThrough != Timestamp.now.day ? .everything : asked
        // What could not be read then may be read now, and tell more than its own names.
        if memory.inventory?.unread.isEmpty == false { look = look.with(.allNames) }
        if !otherDays.isEmpty { memory.meanings.forget() }
        let again = look == .everything ? [] : names(of: otherDays, record)
        let leftovers = memory.inventory?.leftovers ?? []
        func read(_ look: FavoritesLook) throws -> FavoritesSurvey {
            try FavoritesSurvey(
                of: favorites, look, after: memory.takeInventory(), again: again, facts, reading,
                remembering: &memory.meanings)
        }
        var survey = try read(look)
        // What stands beside a leftover, only a look at everything tells.
        if !survey.inventory.leftovers.isSubset(of: leftovers) { survey = try read(.everything) }
        let areSettled =
            survey.look == .everything && !survey.inventory.leftovers.isEmpty
            && Leftovers(favorites: favorites, survey: survey, facts: facts, reading: reading, record: record).settle()
        let months = try survey.months.inOrder.filter {
            try DraggedMonth(favorites: favorites, root: tree.root).bringBack($0)
        }
        if survey.nameUnnamed(in: favorites) || areSettled || !months.isEmpty { survey = try read(.everything) }
        return survey
    }

    /// Names that nobody told of and that may mean something else, or lead elsewhere than they should: the links of days
    /// that are others by now, and what hangs on the days that the mirror has.
    private func names(of otherDays: Set<Day>, _ record: FavoritesRecord?) -> Set<FilePath> {
        if otherDays.isEmpty { return [] }
        return otherDays.reduce(into: memory.inventory?.dependents ?? []) { names, day in
            names.formUnion(record?.favorites[day]?.links ?? [])
        }
    }

    // MARK: - Tidy

    private func tidy(
        _ survey: FavoritesSurvey, _ favorites: Folder, _ facts: MirrorFacts, _ report: inout FavoritesReport
    ) throws {
        let inventory = survey.inventory
        memory.untidy = memory.untidy.filter { inventory.links[$0.key.recorded] != nil }
        let entries = (survey.look == .everything ? [] : memory.toTidy) + survey.entries
        memory.toTidy = Array(entries.dropFirst(Self.atOnce))
        var tidying = Tidying(
            favorites, tree.root, facts, try store.saver, albums: inventory.albums, untidy: memory.untidy)
        try tidying.tidy(entries.prefix(Self.atOnce).filter { inventory.links[$0.path.recorded] == $0.day })
        memory.untidy = tidying.untidy
        for (day, file) in tidying.returned { store.noteFile(file, of: day) }
        report.untidy = memory.untidy.values.compactMap(\.trouble).sorted()
        report.troubles += share(favorites, survey.listed)
        let inUse = inventory.refused.filter { $0.value == .inUse }.keys
        if !inUse.isEmpty { report.look(.names(Set(inUse)), after: Self.leaseTime) }
    }

    /// Of thousands that are dropped at once all are to be persisted before the last of them is tidied, and tended.
    private static let atOnce = 100

    /// The kernel takes a lease away 45 s after somebody wants to open the file, and nobody hears of it.
    private static let leaseTime = Duration.seconds(10)

    /// Opens albums to the group that may add favorites; returns what could not be.
    private func share(_ favorites: Folder, _ albums: Set<FilePath>) -> [String] {
        guard let group = rules.shareGroup else { return [] }
        var troubles: [String] = []
        for album in albums {
            do {
                try favorites.album(album)?.share(withGroup: group)
            } catch {
                troubles.append("\(error) Its owner must belong to the group that share_group names.")
            }
        }
        return troubles
    }
}
