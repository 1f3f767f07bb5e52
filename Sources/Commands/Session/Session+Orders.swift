internal import Archive
internal import Gallery
internal import MirrorTree
internal import NASA
internal import Refresh
internal import Service
internal import Settings

extension Session {
    /// Carries out an order: here if the mirror is free, else by the daemon that has it.
    func perform(_ order: Order) async throws -> ExitCode {
        let archive: Archive
        do {
            archive = try await openArchive()
        } catch RootError.locked {
            return try await DaemonClient(session: self).carryOut(order)
        }
        return try await carryOut(request(order, archive.tree), archive)
    }

    func request(_ order: Order, _ tree: Tree) -> ControlRequest {
        ControlRequest(
            order: order, mirror: tree.identity.id, place: place, options: sameOptions,
            settings: named, isQuiet: isQuiet, wantsProgress: style == .bar)
    }

    func carryOut(_ request: ControlRequest, _ archive: Archive) async throws -> ExitCode {
        try await display(whenInterrupted: Self.stopped) { say in
            let passes = try passes(archive)
            let handler = OrderHandler(
                passes: passes, galleryUpdater: galleryUpdater(passes), say: say, request: request, holder: .command)
            return try await handler.galleryUpdater.follow(request.order.extent) { try await handler.carryOut() }
        }
    }

    /// The passes over NASA, set up as the settings say.
    func passes(_ archive: Archive, board: StatusBoard? = nil) throws -> Passes {
        let budget = SourceBudget()
        var refresher = Refresher(
            configuration, key: try APIKey.load(configuration, process), nasa: nasa, archive: archive,
            budget: budget, sourceRemedy: sourceRemedy)
        if let program = ThumbnailProgram.path() {
            let decoder = Thumbnailer(program: program)
            refresher.showTheSame = { try await decoder.showTheSame($0, $1, $2) }
        }
        return Passes(
            archive: archive, refresher: refresher,
            schedule: Schedule(of: archive.tree.identity), clock: nasa,
            configuration: configuration, budget: budget, board: board)
    }

    private var style: SyncDisplay.Style {
        isQuiet ? .quiet : output.errorTerminal.isTerminal && output.terminal.isTerminal ? .bar : .lines
    }

    private static let stopped = "Stopped. What is stored stays, and the next sync goes on from here."

    /// Shows the replies of the work. A signal cancels the work: downloads stop where they are and go on the next time.
    func display(
        whenInterrupted lastWord: String?,
        _ work: @escaping @Sendable (_ say: @escaping @Sendable (Reply) -> Void) async throws -> ExitCode
    ) async throws -> ExitCode {
        let (replies, reply) = AsyncStream.makeStream(of: Reply.self)
        let display = SyncDisplay(
            output: output, words: EventWords(log: log, options: sameOptions), style: style,
            linesGoAside: reader == .programWithAnswer)
        return try await withTaskGroup(of: Ending.self) { group in
            group.addTask {
                for await _ in Signals.stream(Signals.ending) { return .interrupted }
                return .shown
            }
            group.addTask {
                await display.follow(replies)
                return .shown
            }
            group.addTask {
                defer { reply.finish() }
                do {
                    return .done(.success(try await work { reply.yield($0) }))
                } catch {
                    return .done(.failure(error))
                }
            }
            var result: Result<ExitCode, any Error> = .failure(CancellationError())
            // Everything is awaited: a download's last bytes are on disk before the process ends, and what was said on
            // the way is shown before the last word.
            for await ending in group {
                switch ending {
                case .interrupted:
                    result = .success(.interrupted)
                    StopLimit.begin(lastWord == nil ? .fine : .interrupted) {
                        if let lastWord { output.complain(lastWord) }
                    }
                    group.cancelAll()
                case .done(let outcome):
                    if (try? result.get()) != .interrupted { result = outcome }
                case .shown:
                    group.cancelAll()
                }
            }
            if let lastWord, (try? result.get()) == .interrupted { output.complain(lastWord) }
            return result
        }.get()
    }

    private enum Ending {
        case interrupted
        case done(Result<ExitCode, any Error>)
        case shown
    }
}

// MARK: - The gallery

extension Session {
    /// Makes the gallery updater with the parts that the settings enable.
    func galleryUpdater(_ passes: Passes) -> GalleryUpdater {
        let (archive, nasa) = (passes.archive, nasa)
        let maker = thumbnailProgram().map { program in
            ThumbnailMaker(
                archive: archive, program: program,
                fetch: { try await passes.refresher.fetch.poster($0)?.bytes }, clock: { nasa.now })
        }
        return GalleryUpdater(
            archive: archive, maker: maker, gallery: configuration.gallery ? GalleryWriter(archive.tree) : nil,
            sidecars: SidecarWriter(archive.tree, configuration.sidecars), heartbeat: passes.heartbeat, log: log,
            fetchAgain: { days in
                if let stopped = try await passes.fetch(.damaged(days)).stopped { throw stopped }
            })
    }

    private func thumbnailProgram() -> String? {
        guard configuration.thumbnails else { return nil }
        guard let program = ThumbnailProgram.path() else {
            log.warning("\(ThumbnailProgram.name) is not beside apod-mirror, so no thumbnails are made.")
            return nil
        }
        return program
    }
}
