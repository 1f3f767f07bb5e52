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

extension Session {
    /// Runs the service in the foreground until a signal ends it.
    ///
    /// - Parameter wishes: Signals that ask for a sync at once.
    func daemon(_ wishes: AsyncStream<CInt>) async throws -> ExitCode {
        let absentRoot = AbsentRoot(configuration.mirror, environment: process.environment)
        var isOpen = false
        let ending = await reported {
            let daemon = try await openDaemon(wishes)
            isOpen = true
            absentRoot?.forget()
            log.info("apod-mirror \(Version.current) keeps \(configuration.mirror).")
            let ending = try await daemon.run()
            log.info("Stopped.")
            return ending
        }
        if ending == .root, !isOpen { try await absentRoot?.wait() }
        return ending
    }

    /// Runs the daemon; its errors are said here, each in the words that help.
    private func reported(_ run: () async throws -> ExitCode) async -> ExitCode {
        do {
            return try await run()
        } catch RootError.missing(let path) where isShownByRoot(path) {
            return complain(NotShown(mirror: path, user: process.user ?? "USER"))
        } catch {
            let end = PassEnd(error, at: .now)
            guard end.kind == .notWritable, let path = end.path, Tree.isOwn(path, of: configuration.mirror) else {
                return complain(error)
            }
            let user = process.user ?? "this user"
            return complain(
                RootError.notWritable(
                    path: configuration.mirror, user: user, reason: end.reason ?? "\(end)",
                    mending: SetupRequest.commandLine(
                        mirror: configuration.mirror, user: process.isMachineService ? user : nil)))
        }
    }

    private func isShownByRoot(_ path: String) -> Bool {
        process.isMachineService && (try? UnitPath(path)).map(ServicePlan.isHidden) == true
    }

    private func complain(_ error: any Error) -> ExitCode {
        log.error("\(error)")
        return Failure(error).exitCode
    }

    private func openDaemon(_ wishes: AsyncStream<CInt>) async throws -> Daemon {
        let manager = ServiceManager(environment: process.environment)
        let archive = try await openArchive(rest: FavoritesRules.movingTime)
        let board = StatusBoard { [root = archive.tree.root] in try? root.freeBytes() }
        let report = try await archive.perform { try $0.tree.passReport }
        board.update { $0.report = report }
        let runtime = RuntimeFolder(environment: process.environment, mirror: archive.tree.identity)
        let passes = try passes(archive, board: board)
        let folders = try await runtime.make(for: archive, log)
        return Daemon(
            passes: passes, galleryUpdater: galleryUpdater(passes),
            checkup: Checkup(passes, board, log), board: board,
            manager: manager,
            watchdog: Watchdog(manager, passes.heartbeat, log, environment: process.environment),
            runtime: folders.control, stars: folders.stars, wishes: wishes, log: log,
            mounts: MountWatch(around: archive.tree.root.path))
    }
}

extension Session {
    /// Keeps favorites in the foreground until a signal ends it.
    func watchFavorites() async throws -> ExitCode {
        let archive = try await openArchive(rest: FavoritesRules.movingTime)
        let passes = try passes(archive)
        let galleryUpdater = galleryUpdater(passes)
        let ending = try await display(whenInterrupted: nil) { [log] say in
            let keeper = FavoritesKeeper(archive: archive, log: log) { days in
                do {
                    let report = try await passes.fetch(.favorites(days))
                    for (_, reason) in report.pending { log.notice(reason) }
                    if let stopped = report.stopped { log.warning("\(stopped)") }
                } catch {
                    log.warning("\(error)")
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
