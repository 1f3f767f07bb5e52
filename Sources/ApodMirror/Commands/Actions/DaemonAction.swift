internal import Folder

extension Session {
    /// The service, in the foreground until a signal ends it.
    func daemon() async throws -> ExitCode {
        do {
            let daemon = try await openDaemon()
            log.info("apod-mirror \(Version.current) keeps \(configuration.mirror).")
            let ending = try await daemon.run()
            log.info("Stopped.")
            return ending
        } catch let error as FolderError where error.isNotWritable {
            return complain(
                RootError.notWritable(
                    path: configuration.mirror, user: surroundings.user ?? "this user", reason: error.reason))
        } catch {
            return complain(error)
        }
    }

    private func complain(_ error: any Error) -> ExitCode {
        log.error("\(error)")
        return Failure(error).exitCode
    }

    private func openDaemon() async throws -> Daemon {
        let manager = ServiceManager(environment: surroundings.environment)
        let archive = try await openArchive()
        let (events, budget, heartbeat, board) = (MirrorEvents(), SourceBudget(), Heartbeat(), StatusBoard())
        let last = try await archive.sourceState().lastLook?.time
        board.note { $0.last = last }
        let runtime = RuntimeFolder(environment: surroundings.environment, mirror: archive.tree.identity)
        return Daemon(
            archive: archive,
            passes: try passes(archive, events, budget: budget, heartbeat: heartbeat, board: board), events: events,
            budget: budget, board: board, heartbeat: heartbeat, manager: manager,
            watchdog: Watchdog(manager, heartbeat, log, environment: surroundings.environment),
            runtime: try await runtime.make(for: archive, log),
            log: log)
    }
}
