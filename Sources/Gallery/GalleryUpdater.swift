package import Archive
package import Days
internal import Folder
internal import MirrorTree
package import Settings
internal import Store

/// Keeps up to date what users look at: thumbnails, Today's picture where it has to be made, pages and sidecars.
///
/// The gallery updater follows the mirror's events. A picture gets its thumbnails first and its place in the pages
/// then; pages that many days share are written once a second at most. All of it can be made again, so nothing waits
/// for it.
package struct GalleryUpdater: Sendable {
    package let archive: Archive
    /// `nil` where no thumbnails are made.
    package let maker: ThumbnailMaker?
    /// `nil` where no pages are written.
    package let gallery: GalleryWriter?
    /// `nil` where no sidecars are written.
    package var sidecars: SidecarWriter?
    package var heartbeat = Heartbeat()
    package let log: Log
    /// Receives what keeps pages from being written, whenever that is something else; whether the disk is full is told by
    /// its free bytes.
    package var standing: (@Sendable (_ troubles: [String]) -> Void)?
    /// Receives each failure in place of the log, and whether the disk was full.
    package var complain: (@Sendable (_ sentence: String, _ isDiskFull: Bool) -> Void)?
    /// Fetches pictures again that could not be decoded.
    package let fetchAgain: @Sendable (Set<Day>) async throws -> Void
    /// The wait before a picture whose decoder was interrupted is tried again. Twice that is within the hour.
    var interval = Duration.seconds(25 * 60)
    /// Limits decoding to one batch at a time, also when a command has everything made beside the daemon's own work.
    private let slot = Slots(1)

    package init(
        archive: Archive, maker: ThumbnailMaker?, gallery: GalleryWriter?, sidecars: SidecarWriter? = nil,
        heartbeat: Heartbeat = Heartbeat(), log: Log,
        complain: (@Sendable (_ sentence: String, _ isDiskFull: Bool) -> Void)? = nil,
        fetchAgain: @escaping @Sendable (Set<Day>) async throws -> Void,
        interval: Duration = Duration.seconds(25 * 60)
    ) {
        self.archive = archive
        self.maker = maker
        self.gallery = gallery
        self.sidecars = sidecars
        self.heartbeat = heartbeat
        self.log = log
        self.complain = complain
        self.fetchAgain = fetchAgain
        self.interval = interval
    }

    package enum Extent: Sendable {
        /// New events, and pages that an earlier run left out of date.
        case news
        /// The news, and all missing thumbnails.
        case missing
        /// All pages and thumbnails anew.
        case everything
    }

    /// Follows events while the body runs, and finishes the work that they caused.
    package func follow<Result>(_ extent: Extent, during body: () async throws -> Result) async throws -> Result {
        let queue = GalleryQueue()
        return try await archive.events.heard {
            queue.handle($0)
        } during: {
            // Overdue pages are found before the first one is written: a new page hides that others are old.
            try await begin(extent, queue)
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await makeThumbnails(queue) }
                group.addTask { try await writePages(queue) }
                group.addTask { try await fetchDamaged(queue) }
                // The three tasks end only once the queue is closed, or this task is cancelled.
                let result = try await tryingAgain(queue, during: body)
                queue.close()
                try await group.waitForAll()
                return result
            }
        }
    }

    private func begin(_ extent: Extent, _ queue: GalleryQueue) async throws {
        if let gallery {
            try await troubled(queue.pageTroubles) {
                let listing = await archive.perform { $0.store.listing }
                queue.enqueue(
                    pages: extent == .everything ? DuePages(everythingIn: listing) : try await gallery.overdue(listing))
            }
        }
        if let sidecars {
            try await troubled(queue.pageTroubles) {
                let listing = await archive.perform { $0.store.listing }
                queue.enqueue(pages: DuePages(months: try await sidecars.overdue(listing)))
            }
        }
        guard let maker else { return }
        try await troubled(queue.pictureTroubles) {
            switch extent {
            case .news: break
            case .missing: queue.enqueue(thumbnails: try await maker.missing())
            case .everything:
                let days = try await archive.perform { try $0.thumbnails.all() }
                archive.events.send(.step(.thumbnails(days.count)))
                queue.enqueue(thumbnails: days)
            }
        }
    }

    // MARK: Pictures

    private func makeThumbnails(_ queue: GalleryQueue) async throws {
        defer { queue.finishThumbnails() }
        // Whether some thumbnail could not be made, and may be made another time.
        var isBehind = false
        let done = Monitor<Int64>(0)
        while let pictures = try await queue.pictures() {
            try await heartbeat.step("The thumbnails", progress: { done.withLock { $0 } }) {
                try await troubled(queue.pictureTroubles) {
                    try await archive.perform { try pictures.gone.sorted().forEach($0.thumbnails.folder.forget) }
                }
                guard let maker else { return }
                if pictures.isAfterRefresh, isBehind {
                    isBehind = false
                    try await troubled(queue.pictureTroubles) { queue.enqueue(thumbnails: try await maker.missing()) }
                } else if !pictures.back.isEmpty {
                    let months = Set(pictures.back.map(\.month))
                    try await troubled(queue.pictureTroubles) {
                        queue.enqueue(lacking: try await maker.missing(of: months))
                    }
                }
                guard try await isRootThere(queue.pictureTroubles) else {
                    isBehind = true
                    return
                }
                try await troubled(queue.pictureTroubles) {
                    try await slot.inside {
                        try await make(pictures.days.sorted(by: >), maker, queue, &isBehind) {
                            done.withLock { $0 += 1 }
                        }
                        if pictures.isTodayDue { try await maker.makeToday() }
                    }
                }
                if pictures.isAfterRefresh { queue.pictureTroubles.endRound() }
            }
        }
    }

    private func make(
        _ days: [Day], _ maker: ThumbnailMaker, _ queue: GalleryQueue, _ isBehind: inout Bool, _ step: () -> Void
    ) async throws {
        guard !days.isEmpty else { return }
        let areLeft = try await maker.thumbnails(of: days) { thumbnails in
            var areLeft = false
            for await thumbnail in thumbnails {
                step()
                if let words = thumbnail.words {
                    let sentence = "The decoder said of the picture of \(thumbnail.day): \(words)"
                    if queue.pictureTroubles.meet(sentence) { log.warning(sentence) }
                }
                switch thumbnail.outcome {
                case .made: queue.enqueue(pages: DuePages(of: thumbnail.day))
                case .failed(.unreadable(_, isFirst: true)): queue.enqueue(again: thumbnail.day)
                case .failed(.interrupted(_, isTriedSoon: true)): queue.enqueue(interrupted: thumbnail.day)
                case .failed(.trouble): areLeft = true
                case .failed(.hopeless(let sentence, let isDiskFull)):
                    areLeft = true
                    report(sentence, isDiskFull, queue.pictureTroubles)
                case .failed: break
                }
                archive.events.send(.thumbnail(thumbnail.day, ThumbnailEvent(thumbnail.outcome)))
            }
            return areLeft
        }
        isBehind = isBehind || areLeft
    }

    private func fetchDamaged(_ queue: GalleryQueue) async throws {
        while let days = try await queue.again() {
            try await troubled(queue.pictureTroubles) { try await fetchAgain(days) }
            queue.finishFetchingAgain()
        }
    }

    /// Has interrupted pictures tried again as long as the body runs.
    private func tryingAgain<Result>(_ queue: GalleryQueue, during body: () async throws -> Result) async throws
        -> Result
    {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while true {
                    let days = try await queue.interrupted()
                    try await Pause().wait(for: interval)
                    queue.enqueue(thumbnails: days)
                }
            }
            let result = try await body()
            group.cancelAll()
            return result
        }
    }

    // MARK: Pages

    private func writePages(_ queue: GalleryQueue) async throws {
        // Pages that could not be written are tried again with the next that are due.
        var (failed, stood) = (DuePages(), [String]())
        while try await queue.arePagesDue() {
            // A short wait gathers changes into one write; a thumbnail mostly comes right after its picture.
            try await queue.rest(for: Self.gathering)
            // Pictures stored from now on may not be in these pages.
            let began = FileStatus.clock
            var due = queue.takePages()
            due.formUnion(failed)
            failed = gallery == nil && sidecars == nil ? DuePages() : due
            if !failed.isEmpty, try await isRootThere(queue.pageTroubles) {
                let facts = await archive.perform { GalleryWriter.Facts(of: $0, began: began) }
                let troubles: [any Error]
                (failed, troubles) = await write(due, facts)
                for trouble in troubles { report(trouble, queue.pageTroubles) }
                let standing = troubles.filter { !isDiskFull($0) }.map { "\($0)" }
                if standing != stood { self.standing?(standing) }
                stood = standing
                if let maker, gallery != nil {
                    // Pages show thumbnails that are there; missing ones are made again, also of new favorites.
                    try await troubled(queue.pictureTroubles) {
                        queue.enqueue(lacking: try await maker.missing(of: due.months.union(due.monthsOfFavorites)))
                    }
                }
                Memory.trim()
            }
            queue.pageTroubles.endRound()
            try await queue.rest(for: Self.apart)
        }
    }

    /// Brings pages and sidecars up to date; returns what is still due, and what kept it from being written.
    private func write(_ due: DuePages, _ facts: GalleryWriter.Facts) async -> (DuePages, [any Error]) {
        var (failed, troubles) = (DuePages(), [any Error]())
        if let gallery {
            let written = await heartbeat.step("The pages") { await gallery.write(due, facts) }
            (failed, troubles) = (written.failed, written.troubles)
        }
        if let sidecars {
            let months = due.months.union(due.monthsOfFavorites)
            let written = await heartbeat.step("The sidecars") { await sidecars.write(months, facts) }
            failed.add(months: written.failed)
            troubles += written.troubles
        }
        return (failed, troubles)
    }

    private static let gathering = Duration.milliseconds(250)
    private static let apart = Duration.milliseconds(750)

    /// A mirror that is being removed, or whose disk went away, is not made anew from here.
    private func isRootThere(_ troubles: Troubles) async throws -> Bool {
        var isThere = false
        try await troubled(troubles) {
            try archive.claim.check()
            isThere = true
        }
        return isThere
    }

    /// Reports an error, since trouble here must keep no picture from being stored.
    private func troubled(_ troubles: Troubles, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch {
            if error is CancellationError { throw error }
            report(error, troubles)
        }
    }

    private func report(_ error: any Error, _ troubles: Troubles) {
        report("\(error)", isDiskFull(error), troubles)
    }

    private func isDiskFull(_ error: any Error) -> Bool { (error as? FolderError)?.isDiskFull == true }

    private func report(_ sentence: String, _ isDiskFull: Bool, _ troubles: Troubles) {
        guard troubles.meet(sentence) else { return }
        if let complain { complain(sentence, isDiskFull) } else { log.warning(sentence) }
    }
}
