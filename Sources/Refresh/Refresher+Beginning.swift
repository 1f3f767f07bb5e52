internal import Archive
internal import Belief
internal import Days
internal import Favorites
internal import Folder
internal import MirrorTree
internal import NASA
internal import Settings
internal import Store

/// The facts that a pass reads before it plans.
struct MirrorSnapshot: Sendable {
    var now: Timestamp
    var today: Day
    /// The days of the mirror's history that its owner keeps.
    var span: ClosedRange<Day>
    var listing: Listing
    /// The JSON of days without a file of the mirror's; a damaged JSON counts as missing.
    var withoutFile: [Day: Metadata] = [:]
    var doubtful: [Day: Doubts.Doubt] = [:]
    var notes = DayNotes()
    /// Days that are planned however long ago they were.
    var favorites: Set<Day> = []
    /// Days whose fetched pictures wait for a commit to be finished.
    var unplaced: Set<Day> = []
    /// The error that kept `favorites/` from being scanned.
    var trouble: String?

    func isPresent(_ day: Day) -> Bool { withoutFile[day] == nil && listing.isPresent(day) }

    /// Days whose doubtful picture is to be asked for again by now.
    var doubtfulDue: Set<Day> { Set(doubtful.filter { $0.value.isDue(at: now) }.keys) }
}

extension MirrorSnapshot {
    /// Scans `favorites/`, too: a favorite belongs to the plan from the moment it is dropped.
    init(of archive: isolated Archive, keep: Keep, now: Timestamp, today: Day) throws {
        (self.now, self.today) = (now, today)
        let tree = archive.tree
        let recovery = try Recovery(archive.store)
        if archive.store.unfinished.isEmpty { try archive.store.list() } else { try recovery.goOn() }
        let odd = recovery.compareSums()
        unplaced = archive.store.unfinished.isEmpty ? [] : try recovery.intents()
        do {
            favorites = Set(try archive.favorites.run().record.favorites.keys)
        } catch {
            favorites = (try? tree.favoritesRecord()).map { Set($0.favorites.keys) } ?? []
            trouble = "\(error)"
        }
        listing = archive.store.listing
        // Days that would be pruned at once are not fetched, also into an empty mirror.
        let start = keep.firstDay(
            since: min(try archive.notes.identity().start, today), newest: listing.presentDays.last ?? today)
        span = min(start, today)...today
        withoutFile = tree.metadataWithoutFile(listing).merging(recovery.waiting(in: odd)) { $1 }
        try archive.notes.restoreDoubts()
        doubtful = try tree.doubtful(listing)
        notes = try archive.notes.hold()
    }

    /// The sums of pictures near the days that are asked for, and whose they are.
    func sums(beside days: Set<Day>, _ tree: Tree) -> [String: Set<Day>] {
        let near = days.flatMap { [-Limits.twins, 0, Limits.twins].map($0.advanced) }
        var found: [String: Set<Day>] = [:]
        for month in Set(near.map(\.month)).intersection(listing.months) {
            let folder = try? tree.root.folder(Tree.monthPath(month).appending("metadata"))
            for (name, sum) in folder.flatMap({ try? MonthSums($0).stored() })?.sums ?? [:] {
                if let day = PictureName.day(of: FilePath(name)) { found[sum, default: []].insert(day) }
            }
        }
        return found
    }
}

extension DayNotes {
    /// The days that have not settled or came in other bytes, and that NASA was not asked about today, those first that
    /// wait longest.
    func provisional(on today: Day) -> [Day] {
        let noted = days.compactMap { day, noted -> (day: Day, asked: Timestamp)? in
            guard isNotedProvisional(day) || noted.picture?.other != nil else { return nil }
            let asked = [noted.words?.asked, noted.picture?.asked].compactMap(\.self).min()
            return asked.flatMap { $0.day < today ? (day, $0) : nil }
        }
        return noted.sorted { ($0.asked, $1.day) < ($1.asked, $0.day) }.map(\.day)
    }
}

extension Refresher {
    /// Makes sure that the source may be asked, and that NASA's time is known.
    func reach(_ watch: PassWatch) async throws {
        guard source.isServer else { return }
        let now = clock()
        if let until = try await archive.perform({ try $0.tree.sourceState }).pause(of: source.address, at: now) {
            throw SourceError.rateLimited(url: source.address, seconds: Int(until.seconds - now.seconds))
        }
        guard let nasa else { return }
        nasa.adjust(newest: await archive.perform { $0.store.listing.days.withMetadata.last })
        if nasa.isUnchecked { try await source.greet(watch) }
    }

    /// Moves the mirror's first day back to where the settings or the user have it.
    func extendHistory(_ asked: History?) async throws {
        for history in [history, asked].compactMap(\.self) {
            let start = history.startDay(today: today())
            try await archive.perform { archive in
                try archive.notes.extendHistory(to: start, oldest: archive.store.listing.days.withMetadata.first)
            }
        }
    }

    func begin(_ scope: RefreshScope, _ watch: PassWatch) async throws -> Evidence {
        let now = clock()
        let today = today()
        let snapshot: @Sendable (isolated Archive) throws -> MirrorSnapshot = { [keep] archive in
            try MirrorSnapshot(of: archive, keep: keep, now: now, today: today)
        }
        var known = try await archive.perform(snapshot)
        // A JSON that was lost is made anew from what else is known of its day here, and NASA is not asked.
        if try await !archive.mend(Set(known.listing.days.withoutMetadata)).isEmpty {
            known = try await archive.perform(snapshot)
        }
        if let trouble = known.trouble { events.send(.trouble(.sentence(trouble))) }
        var plan = Plan.make(scope, known)
        // Days that could not be stored are not fetched, and days that only wait for their commit are not fetched
        // again.
        let days = plan.days
        let closed = await archive.perform { $0.store.closedFolders(to: days) }
        let spared = closed.days.union(known.unplaced)
        // Days of a folder that cannot be written to would be left for ever.
        plan.leavesProvisional = plan.leavesProvisional && plan.rereads.isDisjoint(with: spared)
        plan.missing.subtract(spared)
        plan.rereads.subtract(spared)
        let troubles = await archive.perform { $0.store.troubles } + closed.folders.map(\.description)
        for trouble in Set(troubles).sorted() { events.send(.trouble(.sentence(trouble))) }
        for day in plan.missing.sorted(by: >) where fetch.peers == nil && known.withoutFile[day]?.mirror.picture != nil
        {
            events.send(.trouble(.deleted(day)))
        }
        let facts = PassFacts(
            now: now, today: today, notes: known.notes, damaged: scope.damaged,
            present: plan.rereads.filter(known.listing.isPresent), accepted: scope.accepted,
            doubtful: Set(known.doubtful.keys).intersection(
                plan.rereads.intersection(known.doubtfulDue).union(scope.damaged)),
            proofs: Array(
                known.listing.presentDays.reversed().lazy.filter { !plan.missing.contains($0) }.prefix(Self.mostProofs)),
            settled: known.listing.presentDays.filter { !known.notes.isNotedProvisional($0) },
            sums: known.sums(beside: plan.days, archive.tree),
            round: scope.isThorough ? Plan.rotation(known.span, on: today) : nil,
            unfair: plan.rereads.subtracting(Plan.fair(known.span, on: today)))
        let (notYet, absent) = (known.notes.missing.notYet, Set(known.notes.missing.absent.keys))
        let expectation = PassExpectation(wanted: plan.missing, notYet: notYet, absent: absent)
        watch.withLock { $0.expect(expectation, days: plan.days.count, daysAway: known.notes.daysAway) }
        let rules = DayRules(
            facts: facts, source: source.name, base: source.address, choose: choice, collection: fetch.collection,
            peers: fetch.peers)
        return Evidence(
            plan: plan, facts: facts, rules: rules, watch: watch, block: source.blockLength,
            troubles: Set(troubles).sorted(), clock: clock)
    }

    /// The most proofs of a pass; each is used once.
    private static let mostProofs = 50
}
