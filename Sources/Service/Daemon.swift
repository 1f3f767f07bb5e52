internal import Archive
internal import Days
package import Folder
package import Gallery
internal import MirrorTree
internal import NASA
internal import Refresh
package import Settings

/// The service: the tick and the hint side by side, for years. This page is its whole life, from the start to the end;
/// `Daemon+Status.swift` has what it tells of itself.
package struct Daemon: Sendable {
    package let passes: Passes
    package let galleryUpdater: GalleryUpdater
    package let checkup: Checkup
    package let board: StatusBoard
    package let manager: ServiceManager
    package let watchdog: Watchdog?
    package let runtime: Folder
    /// The folder of the socket for stars.
    package let stars: Folder
    /// Signals that ask for a sync at once.
    package let wishes: AsyncStream<CInt>
    package let log: Log
    let counts = CountRequests()
    /// The pass over favorites/ that is due.
    let due = ScanQueue()
    package let mounts: MountWatch
    /// Rung to have a watch armed again that could not be armed.
    let rearm = Bell()
    /// Rung when the first pass over favorites/ is over.
    let firstScan = Bell()
    let local = LocalTime.system
    let began = Timestamp.now

    package init(
        passes: Passes, galleryUpdater: GalleryUpdater, checkup: Checkup, board: StatusBoard,
        manager: ServiceManager,
        watchdog: Watchdog?, runtime: Folder, stars: Folder, wishes: AsyncStream<CInt>, log: Log, mounts: MountWatch
    ) {
        self.passes = passes
        self.galleryUpdater = galleryUpdater
        self.checkup = checkup
        self.board = board
        self.manager = manager
        self.watchdog = watchdog
        self.runtime = runtime
        self.stars = stars
        self.wishes = wishes
        self.log = log
        self.mounts = mounts
    }

    var archive: Archive { passes.archive }

    // MARK: - Start and end

    /// The whole process. The first task that ends, ends it: all are cancelled and awaited.
    package func run() async throws -> ExitCode {
        try await withThrowingTaskGroup(of: ExitCode.self) { group in
            group.addTask { await obeySignals() }
            group.addTask { try await runTicks() }
            group.addTask { try await keepFavorites() }
            group.addTask { try await updateGallery() }
            group.addTask { try await checkForDamage() }
            group.addTask { try await renewWords() }
            group.addTask { try await answerCommands() }
            group.addTask { try await takeStars() }
            group.addTask { try await publishStatus() }
            group.addTask { try await countForOthers() }
            if let watchdog {
                group.addTask {
                    try await watchdog.run(beside: checkMounts)
                    return .fine
                }
            }
            let first = await group.nextResult() ?? .success(.fine)
            // From here on it ends: nothing may hold it up for long.
            StopLimit.begin(ExitCode(of: first))
            manager.tell(.stopping)
            group.cancelAll()
            while await group.nextResult() != nil {}
            return try first.get()
        }
    }

    /// Returns at a signal that asks the process to end; SIGUSR1 asks for a sync.
    private func obeySignals() async -> ExitCode {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in wishes { passes.ask() } }
            for await _ in Signals.stream(Signals.ending) { break }
            group.cancelAll()
        }
        return .fine
    }

    // MARK: - Ticks

    /// Runs the tick; the log and the status hear its events.
    private func runTicks() async throws -> ExitCode {
        let words = EventWords(log: log, options: "")
        let troubles = Troubles()
        let tick = Tick(
            passes: passes, log: log, wait: { try await wait(until: $0) },
            planned: { next in board.update { $0.next = next } })
        return try await archive.events.heard { event in
            if let line = words.line(for: event) { log.info(line) }
            switch event {
            case .trouble(.sentence(let sentence)) where !troubles.meet(sentence): break
            default: words.report(event)
            }
            if case .passEnded = event { troubles.endRound() }
            board.update(event)
        } during: {
            try await tick.run()
            return .fine
        }
    }

    /// Sleeps until that time, until the clock is set, or until the bell has the schedule reckoned anew.
    private func wait(until time: Timestamp) async throws {
        try await passes.bell.wait {
            let wake = try await WallClockTimer().wait(until: time.seconds)
            if case .clockChanged = wake { passes.clock.distrust() }
        }
    }

    // MARK: - Hints

    /// Runs the hint, and fetches the days that favorites lack.
    private func keepFavorites() async throws -> ExitCode {
        let isReady = Monitor(false)
        var keeper = FavoritesKeeper(archive: archive, log: log) { days in
            do {
                if let stopped = try await passes.fetch(.favorites(days)).stopped {
                    log.warning("\(stopped)")
                }
            } catch is CancellationError {
                // The next start fetches them.
            } catch {
                log.warning("\(error)")
            }
        }
        keeper.heartbeat = passes.heartbeat
        keeper.rearm = rearm
        keeper.due = due
        keeper.told = { [manager, board, firstScan] result in
            board.update(result)
            let wasReady = isReady.withLock { isReady in
                defer { isReady = true }
                return isReady
            }
            guard !wasReady else { return }
            manager.tell(.ready)
            board.update { $0.isReady = true }
            firstScan.ring()
        }
        keeper.watching = { board.update($0) }
        try await keeper.run()
        return .fine
    }

    /// Mounts are checked with each ping of the watchdog and each request for the status, since inotify tells of none.
    /// After a change, a pass finds out whether the root is still the one that was opened, and what a year has gained
    /// or lost.
    @Sendable func checkMounts() {
        if mounts.hasChanged() { due.add(isThorough: true) }
    }

    // MARK: - What follows both

    /// Thumbnails and pages follow the tick and the hint. To find what is overdue takes the archive's thread, which the first
    /// pass over favorites/ has first: systemd waits for that.
    private func updateGallery() async throws -> ExitCode {
        try await firstScan.wait()
        var galleryUpdater = galleryUpdater
        galleryUpdater.standing = { [board] troubles in
            if board.facts.gallery != troubles { board.update { $0.gallery = troubles } }
        }
        try await galleryUpdater.follow(.missing) { try await Bell().wait() }
        return .fine
    }

    private func checkForDamage() async throws -> ExitCode {
        try await checkup.run()
        return .fine
    }

    private func renewWords() async throws -> ExitCode {
        try await WordsRenewal(passes: passes, log: log).run()
        try await Bell().wait()
        return .fine
    }

    // MARK: - Orders

    private func answerCommands() async throws -> ExitCode {
        let holder = OrderHandler.Holder.daemon(status: { await status() }, remember: { await checkup.record($0) })
        let socket = ControlSocket(folder: runtime) { request, say in
            let handler = OrderHandler(
                passes: passes, galleryUpdater: galleryUpdater, say: say, request: request, holder: holder)
            do {
                return try await handler.carryOut()
            } catch {
                let failure = Failure(error)
                say(.complaint(failure.sentence))
                return failure.exitCode
            }
        }
        try await socket.run()
        return .fine
    }

    private func takeStars() async throws -> ExitCode {
        try await StarSocket(folder: stars, mirror: archive.tree.identity.id) { await passes.carryOut($0) }.run()
        return .fine
    }
}
