internal import Archive
internal import Days
internal import Favorites
internal import Folder
internal import Gallery
internal import MirrorTree
internal import Refresh
internal import Service
internal import Settings
internal import Setup

/// Runs the service in the foreground until a signal ends it.
struct RunDaemon: Action {
    static let row = Command(
        name: "daemon", help: "keeps the mirror and its favorites up to date; the service",
        details: """
            Asks NASA until today's picture is in, then sleeps until tomorrow; watches favorites/ all the time. \
            It stays in the foreground and says what it does on standard error. SIGTERM ends it, SIGUSR1 syncs now.
            """,
        action: { _ in RunDaemon() })

    func run(_ call: Call) async throws -> ExitCode {
        // SIGUSR1 is caught first: until then it would end the process.
        let wishes = Signals.stream([Signals.syncNow])
        let session = try call.session()
        let absentRoot = AbsentRoot(session.configuration.mirror, environment: session.process.environment)
        var isOpen = false
        let ending = await reported(session) {
            let daemon = try await openDaemon(wishes, session)
            isOpen = true
            absentRoot?.forget()
            session.log.info("apod-mirror \(Version.current) keeps \(session.configuration.mirror).")
            let ending = try await daemon.run()
            session.log.info("Stopped.")
            return ending
        }
        if ending == .root, !isOpen { try await absentRoot?.wait() }
        return ending
    }

    /// Runs the daemon; its errors are said here, each in the words that help.
    private func reported(_ session: Session, _ run: () async throws -> ExitCode) async -> ExitCode {
        do {
            return try await run()
        } catch RootError.missing(let path) where isShownByRoot(path, session) {
            return complain(NotShown(mirror: path, user: session.process.user ?? "USER"), session)
        } catch {
            let end = PassEnd(error, at: .now)
            guard end.kind == .notWritable, let path = end.path, Tree.isOwn(path, of: session.configuration.mirror)
            else {
                return complain(error, session)
            }
            let user = session.process.user ?? "this user"
            return complain(
                RootError.notWritable(
                    path: session.configuration.mirror, user: user, reason: end.reason ?? "\(end)",
                    mending: SetUpService.commandLine(
                        mirror: session.configuration.mirror, user: session.process.isMachineService ? user : nil)),
                session)
        }
    }

    private func isShownByRoot(_ path: String, _ session: Session) -> Bool {
        session.process.isMachineService && (try? UnitPath(path)).map(ServicePlan.isHidden) == true
    }

    private func complain(_ error: any Error, _ session: Session) -> ExitCode {
        session.log.error("\(error)")
        return Failure(error).exitCode
    }

    private func openDaemon(_ wishes: AsyncStream<CInt>, _ session: Session) async throws -> Daemon {
        let manager = ServiceManager(environment: session.process.environment)
        let archive = try await session.openArchive(rest: FavoritesRules.movingTime)
        let board = StatusBoard { [root = archive.tree.root] in try? root.freeBytes() }
        let report = try await archive.perform { try $0.tree.passReport }
        board.update { $0.report = report }
        let runtime = RuntimeFolder(environment: session.process.environment, mirror: archive.tree.identity)
        let passes = try session.passes(archive, board: board)
        let folders = try await runtime.make(for: archive, session.log)
        return Daemon(
            passes: passes, galleryUpdater: session.galleryUpdater(passes),
            checkup: Checkup(passes, board, session.log), board: board,
            manager: manager,
            watchdog: Watchdog(manager, passes.heartbeat, session.log, environment: session.process.environment),
            runtime: folders.control, stars: folders.stars, wishes: wishes, log: session.log,
            mounts: MountWatch(around: archive.tree.root.path))
    }
}

/// Keeps favorites in the foreground until a signal ends it.
struct WatchFavorites: SessionAction {
    static let row = Command(
        name: "favorites watch", isHidden: true, help: "keeps favorites until a signal ends it",
        action: { _ in WatchFavorites() })

    func run(_ session: Session) async throws -> ExitCode {
        let archive = try await session.openArchive(rest: FavoritesRules.movingTime)
        let passes = try session.passes(archive)
        let galleryUpdater = session.galleryUpdater(passes)
        let ending = try await session.display(whenInterrupted: nil) { [log = session.log] say in
            let keeper = FavoritesKeeper(archive: archive, log: log) { days in
                do {
                    let report = try await passes.fetch(.favorites(days))
                    for (_, reason) in report.pending { session.log.notice(reason) }
                    if let stopped = report.stopped { session.log.warning("\(stopped)") }
                } catch {
                    session.log.warning("\(error)")
                }
            }
            return try await archive.events.heard {
                say(.event($0))
            } during: {
                try await galleryUpdater.follow(.missing) {
                    try await keeper.run()
                    return .fine
                }
            }
        }
        return ending == .interrupted ? .fine : ending
    }
}
