internal import Folder

/// Makes passes over `favorites/`: what lies there is persisted first and tidied second.
final class FavoritesReconciler {
    private let tree: Tree
    private let rules: FavoritesRules
    private let store: DayStore
    private let today: TodayFiles
    private let events: MirrorEvents
    let vault: VaultKeeper
    let tags: TagWriter
    /// What the last pass knew.
    private var memory = FavoritesMemory()
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
        today.willChange = { [unowned self] in _ = try? reconcile() }
    }

    /// What was persisted last, as far as this process knows.
    var record: FavoritesRecord? { memory.lastWritten }

    /// Complete and idempotent; the caller comes again when the result says so.
    func reconcile() throws -> FavoritesPass {
        for day in store.takeChanges() { memory.noteCommit(of: day) }
        // A mirror that is being removed, or whose disk went away, is not made anew from here.
        guard try tree.root.status(Tree.identityFile) != nil else { throw RootError.notMirror(path: tree.root.path) }
        let began = FileStatus.clock
        let favorites = try tree.root.makeFolder(Tree.favorites)
        let stored = try tree.storedFavorites(remembering: &memory.stored)
        let facts = MirrorFacts(
            tree, store.listing, today: rules.today(), record: stored.record, setAside: setAside)
        let reading = LinkReading(root: tree.root.path, aliases: rules.aliases)
        let disk = FavoritesDisk(favorites, root: tree.root, try store.saver, facts) { [vault] days in
            _ = try vault.keep(days)
        }
        let before = try disk.marker()
        var survey = try FavoritesSurvey(of: favorites, facts, reading, remembering: &memory.files)
        let leftovers = Leftovers(
            favorites: favorites, survey: survey, facts: facts, reading: reading, record: stored.record)
        let areSettled = leftovers.settle()
        if survey.nameUnnamed(in: favorites) || areSettled {
            survey = try FavoritesSurvey(of: favorites, facts, reading, remembering: &memory.files)
        }
        disk.unflushed = survey.changes.keys.filter { survey.changes[$0] != memory.flushed[$0] }
        let reconciliation = Reconciliation(
            of: Reconciliation.Findings(
                scan: survey.scan, stored: stored,
                kept: try tree.keptFavorites(remembering: &memory.kept),
                markers: (before, try disk.markerInPlace()), lastWritten: memory.lastWritten, now: .now,
                elapsed: rules.elapsed()),
            after: memory.reconciliation, title: facts.title)
        try disk.carryOut(reconciliation.steps, stored: stored)
        memory.flushed = survey.changes.filter { Self.isOver($0.value, at: began) }
        memory.reconciliation = reconciliation.memory
        let changed = reconciliation.record.differences(from: stored.record ?? FavoritesRecord())
        memory.lastWritten = reconciliation.record
        if !changed.isEmpty { events.send(.favorites(changed)) }

        var pass = FavoritesPass(
            record: reconciliation.record, lookAgain: reconciliation.lookAgain, refused: survey.refused,
            isComplete: survey.scan.isComplete)
        if survey.refused.values.contains(.inUse) { pass.lookAgain(after: Self.leaseTime) }
        if stored == .damaged {
            pass.troubles.append("\(FavoritesError.setAside(path: "\(tree.root.path)/\(FavoritesDisk.file)"))")
        }
        var tidying = Tidying(
            favorites, tree.root, facts, try store.saver, albums: survey.albums, stuck: memory.stuck)
        try tidying.tidy(survey.entries)
        memory.stuck = tidying.stuck
        for (day, file) in tidying.returned { store.noteFile(file, of: day) }
        pass.troubles += tidying.troubles + share(favorites, survey.albums.keys)
        try tend(&pass)
        do {
            // It may have been dragged in.
            try today.restore()
        } catch {
            pass.troubles.append("\(error)")
        }
        return pass
    }

    /// Of two changes in one tick of the clock the second would look like the first. The kernel's is fine; vfat knows every
    /// other second only.
    private static func isOver(_ change: Int64, at began: Int64) -> Bool {
        change < began - (change % 1_000_000_000 == 0 ? 2_100_000_000 : 100_000_000)
    }

    /// The kernel takes a lease away 45 s after somebody wants to open the file, and nobody hears of it.
    private static let leaseTime = Duration.seconds(10)

    /// Opens albums to the group that may add favorites; returns what could not be.
    private func share(_ favorites: Folder, _ albums: some Collection<FilePath>) -> [String] {
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

    /// Sees to it that every favorite has its picture, its place in the vault and its tags.
    private func tend(_ pass: inout FavoritesPass) throws {
        let days = Array(pass.record.favorites.keys)
        // Of days in a month that is closed nobody knows whether anything is missing.
        for day in days where !store.listing.isPresent(day) && store.listing.closedFolder(of: day) == nil {
            pass.wanted.insert(day)
        }
        try carryOn(&pass) { try restoreMissing(days, &$0) }
        try carryOn(&pass) { _ in _ = try vault.keep(days) }
        for day in pass.wanted {
            guard let metadata = try? tree.metadata(day), metadata.mirror.state == .hidden else { continue }
            try carryOn(&pass) { _ in try store.unhide(day) }
        }
        pass.sharesBytes = !vault.memory.shared.isEmpty
        pass.crowding = (try? vault.crowding()) ?? nil
        pass.wanted = pass.wanted.filter { !store.listing.isPresent($0) }
        tagFavorites(pass.record)
        let today = Timestamp.now.day
        if memory.swept != today, rules.mayForget() {
            // A removal can be undone for a while without asking NASA for anything.
            let recent = pass.record.removed.values.filter { $0.isRecent(.now) }.map(\.date)
            try vault.sweep(keeping: Set(days + recent))
            memory.swept = today
        }
    }

    /// A month that cannot be written to concerns its own days only: it is told, and keeps nothing else from being done.
    private func carryOn(_ pass: inout FavoritesPass, _ part: (inout FavoritesPass) throws -> Void) throws {
        do {
            try part(&pass)
        } catch let error as FolderError where error.isNotWritable {
            pass.troubles.append("\(error)")
        }
    }

    /// A favorite's picture that is missing comes back from the vault; while this process runs, only when it was
    /// missing two seconds ago: whoever is just removing a year is not to find files in their way.
    private func restoreMissing(_ days: [Day], _ pass: inout FavoritesPass) throws {
        // Of a month that is closed for now nobody knows what it lacks.
        let missing = Set(vault.missing(of: days.filter { store.listing.closedFolder(of: $0) == nil }))
        let now = rules.elapsed()
        var since = now
        if let former = memory.missing {
            if missing.isSubset(of: former.days) { since = former.since }
        } else {
            since = now - Reconciliation.apart
        }
        let isSure = now >= since + Reconciliation.apart
        // What is in no vault either is not asked for again and again.
        let isTried = memory.missing.map { $0.days == missing && $0.isTried } ?? false
        if isSure, !isTried {
            let restored = try vault.restore(missing)
            if !restored.isEmpty {
                memory.files.forget()
                events.send(.returned(restored.sorted()))
            }
        }
        memory.missing = (isSure ? Set(vault.missing(of: missing)) : missing, since, isSure)
        if !isSure, !missing.isEmpty {
            pass.lookAgain(after: since + Reconciliation.apart - now)
        }
    }

    private func tagFavorites(_ record: FavoritesRecord) {
        var tags: [Day: [String]] = [:]
        for favorite in record.favorites.values where store.listing.isPresent(favorite.date) {
            let albums = Set(favorite.links.map(\.album)).inOrder.filter { !$0.bytes.isEmpty }.map(\.description)
            tags[favorite.date] = albums
            if memory.tags[favorite.date] != albums { self.tags.tag(favorite.date, albums: albums) }
        }
        for day in memory.tags.keys where record.favorites[day] == nil { self.tags.tag(day, albums: nil) }
        memory.tags = tags
    }
}
