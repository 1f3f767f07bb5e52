internal import Archive
internal import Days
internal import Favorites
internal import Folder
internal import Gallery
internal import MirrorTree
internal import Settings
internal import Store

/// A count of what is in the tree.
struct Census: Sendable {
    var days = MirrorStatus.Days()
    var newest: Day?
    var usage = Usage()
    var thumbnailBytes: Int64?
    var freeBytes: Int64 = 0
    var favorites = 0
    var vault = VaultCensus()
    /// The reason why some favorites share their bytes with the vault.
    var crowding: String?
    /// Sentences on folders of years and months that cannot be read, or in which pictures to come cannot be stored.
    var closed: [String] = []
    /// The troubles of days, as the next sync would know them.
    var troubles = DayTroubles()
    /// Days whose picture is to come.
    private var lacking: Set<Day> = []
}

extension Census {
    /// Counts the mirror as it is now, also where a user or another process changed it.
    init(of archive: isolated Archive, keep: Keep) throws {
        let record = try? archive.favorites.record ?? archive.tree.knownRecord()
        try self.init(
            archive.tree, archive.store.list(), record, waiting: archive.favorites.waiting,
            today: archive.rules.today(), keep: keep)
        let closed = archive.store.closedFolders(to: Array(lacking) + [archive.rules.today()])
        self.closed = Set(archive.store.troubles + closed.folders.map(\.description)).sorted()
        crowding = try? archive.favorites.vault.crowding()
    }

    /// Counts a listed tree. Of the pictures only the sizes are read.
    ///
    /// - Parameters:
    ///   - record: What is known of favorites; `nil` where nothing can be read.
    ///   - waiting: Favorites whose pictures are still on their way into mirror and vault.
    init(
        _ tree: Tree, _ listing: Listing, _ record: FavoritesRecord?, waiting: Set<Day> = [], today: Day, keep: Keep
    ) throws {
        favorites = record?.favorites.count ?? 0
        if let record { vault = try VaultCensus(tree, listing, record, except: waiting) }
        newest = listing.presentDays.last
        days.present = listing.presentDays.count
        days.records = tree.recordCount(listing)
        let notes = try tree.dayNotes
        days.provisional = listing.presentDays.count(where: notes.isNotedProvisional)
        let lacksFile = tree.metadataWithoutFile(listing)
        for (day, metadata) in lacksFile.sorted(by: { $0.key < $1.key }) {
            if metadata.mirror.state == .hidden {
                days.hidden.append("\(day)")
            } else if metadata.mirror.picture != nil {
                // The picture's file was removed by a user or another program.
                days.missing += 1
                lacking.insert(day)
            } else {
                lacking.insert(day)
                days.pending["\(day)"] = metadata.reasonToWait
            }
        }
        days.absent = notes.missing.absent.keys.sorted().map(\.description)
        days.disputed = notes.disputes.reasons.byDate
        days.refused = notes.disputes.refused.isEmpty ? nil : notes.disputes.refused.byDate
        days.doubtful = try tree.doubtful(listing).mapValues(\.sentence).byDate
        let history = try Tree.identity(in: tree.root)?.start ?? tree.identity.start
        let start = keep.firstDay(since: history, newest: newest)
        let missing = listing.missingDays(in: min(start, today)..<today, notes.missing)
        days.missing += missing.count
        lacking.formUnion(missing)
        for day in missing { days.pending["\(day)"] = notes.missing.reasons[day] }
        if listing.days[today] == nil, let reason = notes.missing.reasons[today] { days.pending["\(today)"] = reason }
        troubles = DayTroubles(waiting: lacksFile, notes, missing: missing, before: today)
        days.standIns = try tree.passReport?.standIns.filter(listing.isPresent).sorted()
        usage = try tree.usage(listing)
        thumbnailBytes = tree.thumbnailBytes
        freeBytes = try tree.root.freeBytes()
        closed = listing.troubles(in: tree.root.path)
    }
}

extension DayTroubles {
    /// The troubles of a mirror's days as they are now.
    init(of archive: isolated Archive, keep: Keep, today: Day) throws {
        let (tree, listing) = (archive.tree, archive.store.listing)
        let notes = try archive.notes.ofDays
        let start = keep.firstDay(since: try archive.notes.identity().start, newest: listing.presentDays.last)
        self.init(
            waiting: tree.metadataWithoutFile(listing), notes,
            missing: listing.missingDays(in: min(start, today)..<today, notes.missing), before: today)
        add(closed: archive.store.troubles)
    }

    /// - Parameters:
    ///   - waiting: the days without a file.
    ///   - missing: the days without a file or metadata.
    ///   - today: a day whose picture may still be late.
    init(waiting: [Day: Metadata], _ notes: DayNotes, missing: [Day], before today: Day) {
        self.init()
        var reasons = waiting.filter { $0 < today && $1.mirror.state != .hidden }
            .compactMapValues(\.mirror.pending?.reason)
        for day in missing { reasons[day] = notes.missing.reasons[day] }
        add(reasons, as: .missing)
        add(notes.disputes.refused, as: .disbelieved)
        add(notes.disputes.reasons, as: .disputed)
    }
}

extension [Day: String] {
    /// These reasons by the days as texts.
    fileprivate var byDate: [String: String] {
        [String: String](uniqueKeysWithValues: map { ("\($0.key)", $0.value) })
    }
}

extension Listing {
    /// Days that have no file in the tree, and no known reason for that.
    func missingDays(in days: Range<Day>, _ notes: MissingDays) -> [Day] {
        let known = Set(self.days.keys)
        return days.filter { day in
            !known.contains(day) && closedFolder(of: day) == nil && !notes.isKnown(day)
                && !Day.withoutPicture.contains(day)
        }
    }
}

// MARK: - Requests for a census

/// Requests for a count of the tree, by those who ask for the status. A disk may take long for a count, so each request
/// has a time limit.
final class CountRequests: Sendable {
    private let waiting = Monitor<[Bell]>([])
    private let asked = Bell()

    /// Counts for all pending requests at once, again and again, until the task is cancelled.
    func serve(_ count: () async -> Void) async throws {
        while true {
            try await asked.wait()
            let bells = waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            if bells.isEmpty { continue }
            await count()
            for bell in bells { bell.ring() }
        }
    }

    /// Returns when a count that began after this call has ended, or when the time is up.
    func wait(atMost time: Duration) async {
        let done = Bell()
        waiting.withLock { $0.append(done) }
        asked.ring()
        _ = try? await done.wait(or: { try await Pause().wait(for: time) })
    }
}
