package import Archive
package import Days
internal import Folder
internal import MirrorTree
package import Settings
internal import Store

/// Keeps up to date what users look at: thumbnails, Today's picture where it has to be made, pages and sidecars.
///
/// The gallery updater follows the mirror's events in one loop: thumbnails, pictures that must be fetched again, pages.
/// The first two may take long, so each has a child of its own, one at a time, and the loop goes on. Pages that many days
/// share are written once a second at most. All of it can be made again, so nothing waits for it.
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
    /// Receives what keeps pages from being written, whenever some were; whether the disk is full is told by its free bytes.
    package var standing: (@Sendable (_ troubles: [String]) -> Void)?
    /// Receives each failure in place of the log, and whether the disk was full.
    package var complain: (@Sendable (_ sentence: String, _ isDiskFull: Bool) -> Void)?
    /// Fetches pictures again that could not be decoded.
    package let fetchAgain: @Sendable (Set<Day>) async throws -> Void
    /// The wait before a picture is tried again whose decoder was interrupted or did not start. Twice that is within the
    /// hour.
    var interval = Duration.seconds(25 * 60)
    /// Limits decoding to one batch at a time, also when a command has everything made beside the daemon's own work.
    private let slot = Slots(1)

    package init(
        archive: Archive, maker: ThumbnailMaker?, gallery: GalleryWriter?, sidecars: SidecarWriter? = nil,
        heartbeat: Heartbeat = Heartbeat(), log: Log, fetchAgain: @escaping @Sendable (Set<Day>) async throws -> Void
    ) {
        (self.archive, self.maker, self.gallery, self.sidecars) = (archive, maker, gallery, sidecars)
        (self.heartbeat, self.log, self.fetchAgain) = (heartbeat, log, fetchAgain)
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
        return try await heard(by: queue) {
            // Overdue pages are found before the first one is written: a new page hides that others are old.
            try await findOverdue(extent, queue)
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await work(through: queue) }
                let result = try await body()
                queue.change { work, _ in work.isClosing = true }
                try await group.waitForAll()
                return result
            }
        }
    }

    /// Runs the body, and writes what its events changed of pages and sidecars. No thumbnails are made, and nothing that was
    /// out of date before is written, unless a new page would hide that.
    package func writeChanges<Result>(of body: () async throws -> Result) async throws -> Result {
        let queue = GalleryQueue()
        let result = try await heard(by: queue, body)
        if queue.pages.isOverviewDue || queue.pages.areMissingDue { try await findOverdue(.news, queue) }
        if !queue.pages.isEmpty { try await write(queue.pages, isAllKnown: false, queue) }
        return result
    }

    private func heard<Result>(by queue: GalleryQueue, _ body: () async throws -> Result) async throws -> Result {
        try await archive.events.heard { event in
            if case .passEnded = event { queue.pictureTroubles.endRound() }
            queue.change { $0.add(event, at: $1) }
        } during: {
            try await body()
        }
    }

    private func findOverdue(_ extent: Extent, _ queue: GalleryQueue) async throws {
        let (listing, isAll) = (await archive.perform { $0.store.listing }, extent == .everything)
        try await report(to: queue.pageTroubles) {
            guard let gallery else { return }
            let due = isAll ? DuePages(everythingIn: listing) : try await gallery.overdue(listing)
            queue.change { $0.add(due, at: $1) }
        }
        try await report(to: queue.pageTroubles) {
            guard let due = try await sidecars?.overdue(listing) else { return }
            queue.change { $0.add(DuePages(months: due), at: $1) }
        }
        guard let maker, extent != .news else { return }
        try await report(to: queue.pictureTroubles) {
            let days = isAll ? try await archive.perform { try $0.thumbnails.all() } : try await maker.missing()
            if isAll { archive.events.send(.step(.thumbnails(days.count))) }
            queue.change { work, _ in work.add(thumbnails: days) }
        }
    }

    private func work(through queue: GalleryQueue) async throws {
        // A child throws only when it is cancelled, and the loop is cancelled with it.
        try await withThrowingDiscardingTaskGroup { group in
            while true {
                let step = try await queue.next()
                switch step {
                case .thumbnails:
                    group.addTask {
                        var next = Optional(step)
                        while case .thumbnails(let days, let gone, let isTodayDue) = next {
                            try await makeThumbnails(of: days, gone, isTodayDue, queue)
                            next = queue.nextThumbnails()
                        }
                    }
                case .fetching(let days):
                    group.addTask {
                        try await report(to: queue.pictureTroubles) { try await fetchAgain(days) }
                        queue.change { work, _ in work.isFetching = false }
                    }
                case .pages(let due):
                    let failed = try await write(due, queue)
                    queue.change { $0.endPages(at: $1, failed: failed, until: $1 + interval) }
                case .end: return
                }
            }
        }
    }

    // MARK: Pictures

    private func makeThumbnails(
        of days: Set<Day>, _ gone: Set<Day>, _ isTodayDue: Bool, _ queue: GalleryQueue
    ) async throws {
        let done = StepCount()
        try await heartbeat.step("The thumbnails", progress: { done.value }) {
            try await report(to: queue.pictureTroubles) {
                try await archive.perform { try gone.sorted().forEach($0.thumbnails.folder.forget) }
            }
            guard let maker else { return }
            guard try await isRootThere(queue.pictureTroubles) else { return putOff(days, queue) }
            try await report(to: queue.pictureTroubles) {
                try await slot.inside {
                    try await maker.thumbnails(of: days.sorted(by: >)) { thumbnails in
                        for await thumbnail in thumbnails {
                            done.advance()
                            take(thumbnail, queue)
                        }
                    }
                    if isTodayDue { try await maker.makeToday() }
                }
            }
        }
    }

    /// Adds the work that a day's thumbnails leave, and tells what became of them.
    private func take(_ thumbnail: Thumbnail, _ queue: GalleryQueue) {
        let day = thumbnail.day
        if let words = thumbnail.words {
            let sentence = "The decoder said of the picture of \(day): \(words)"
            if queue.pictureTroubles.meet(sentence) { log.warning(sentence) }
        }
        switch thumbnail.outcome {
        case .made: queue.change { $0.add(DuePages(of: day), at: $1) }
        case .failed(.unreadable(_, isFirst: true)): queue.change { work, _ in work.again.insert(day) }
        case .failed(.interrupted(_, isTriedSoon: true)): queue.change { $0.later[day] = $1 + interval }
        case .failed(.trouble): queue.change { work, _ in work.afterPass.insert(day) }
        case .failed(.hopeless(let sentence, let isDiskFull)):
            putOff([day], queue)
            report(sentence, isDiskFull, to: queue.pictureTroubles)
        case .failed: break
        }
        archive.events.send(.thumbnail(day, ThumbnailEvent(thumbnail.outcome)))
    }

    private func putOff(_ days: Set<Day>, _ queue: GalleryQueue) {
        queue.change { $0.putOff(days, until: $1 + interval) }
    }

    // MARK: Pages

    /// Writes due pages and sidecars; returns those that could not be written.
    ///
    /// - Parameter isAllKnown: whether all that was out of date before is known, and thereby due.
    @discardableResult
    private func write(_ due: DuePages, isAllKnown: Bool = true, _ queue: GalleryQueue) async throws -> DuePages {
        defer { queue.pageTroubles.endRound() }
        guard try await isRootThere(queue.pageTroubles) else { return due }
        // Pictures stored from now on may not be in these pages.
        let began = FileStatus.clock
        let facts = await archive.perform { GalleryWriter.Facts(of: $0, began: began) }
        let months = due.months.union(due.monthsOfFavorites)
        let written = await heartbeat.step("The pages") { await gallery?.write(due, facts) }
        let beside = await heartbeat.step("The sidecars") { await sidecars?.write(months, facts, isAllKnown) }
        var failed = written?.failed ?? DuePages()
        failed.add(months: beside?.failed ?? [])
        let troubles = (written?.troubles ?? []) + (beside?.troubles ?? [])
        for trouble in troubles { report(trouble, to: queue.pageTroubles) }
        standing?(troubles.filter { !isDiskFull($0) }.map { "\($0)" })
        if let maker {
            // Pages show thumbnails that are there; missing ones are made again, also of days that came back.
            try await report(to: queue.pictureTroubles) {
                let days = try await maker.missing(of: months)
                queue.change { work, _ in work.add(lacking: days) }
            }
        }
        Memory.trim()
        return failed
    }

    // MARK: Troubles

    /// A mirror that is being removed, or whose disk went away, is not made anew from here.
    private func isRootThere(_ troubles: Troubles) async throws -> Bool {
        try await report(to: troubles) { try archive.claim.check() }
    }

    /// Reports an error of the body, since trouble here must keep no picture from being stored; returns whether there was
    /// none.
    @discardableResult
    private func report(to troubles: Troubles, _ body: () async throws -> Void) async throws -> Bool {
        do {
            try await body()
            return true
        } catch let error as CancellationError {
            throw error
        } catch {
            report(error, to: troubles)
            return false
        }
    }

    private func report(_ error: any Error, to troubles: Troubles) {
        report("\(error)", isDiskFull(error), to: troubles)
    }

    private func isDiskFull(_ error: any Error) -> Bool { (error as? FolderError)?.isDiskFull == true }

    private func report(_ sentence: String, _ isDiskFull: Bool, to troubles: Troubles) {
        guard troubles.meet(sentence) else { return }
        if let complain { complain(sentence, isDiskFull) } else { log.warning(sentence) }
    }
}
