internal import Transfer

extension Session {
    /// One pass, shown while it runs and summed up at its end.
    func sync(since: Day?, until: Day?, create: Bool) async throws -> ExitCode {
        let today = today()
        let start = configuration.history.startDay(today: today)
        if create { try make(start: start) }
        let archive = try await openArchive()
        let identity = try await archive.extendHistory(to: start)
        var request = RefreshRequest(keep: configuration.keep)
        if since != nil || until != nil {
            let first = since ?? min(identity.start, until ?? today)
            request.days = first...max(first, until ?? today)
        }
        let summary: RefreshSummary
        switch try await refresh(archive, request) {
        case .ended(let ended):
            summary = ended
        case .interrupted:
            return stopped()
        }
        // Without a daemon nobody else sees to what favorites/ still waits for. What was wrong with it is told already.
        if summary.stopped == nil { _ = try? await Keeping.here(archive).settled(looks: Self.looksAtFavorites) }
        if !isQuiet {
            let listing = try await archive.list()
            let report = SyncReport(
                summary: summary, pending: waiting(archive.tree, listing).merging(summary.pending) { $1 },
                usage: try archive.tree.usage(listing), place: shown(configuration.mirror),
                options: sameOptions, start: identity.start, today: today)
            report.lines.forEach { output.line($0) }
        }
        return summary.stopped.map(told) ?? .fine
    }

    /// As many as an accident takes to be made good; whoever goes on dropping links does not hold up the sync.
    private static let looksAtFavorites = 8

    /// The last word of a pass that a signal ended.
    func stopped() -> ExitCode {
        output.complain("Stopped. What is stored stays, and the next sync goes on from here.")
        return .interrupted
    }

    /// The last word of a pass that something else ended.
    func told(_ error: any Error) -> ExitCode {
        let failure = Failure(error)
        output.complain(failure.sentence)
        return failure.exitCode
    }

    private func make(start: Day) throws {
        switch try RootCreation.create(configuration.mirror, start: start) {
        case .made where !isQuiet: output.line("Made a new mirror in \(shown(configuration.mirror)).")
        case .restored where !isQuiet:
            output.line("\(shown(configuration.mirror)) is a mirror again; its pictures were left as they are.")
        case .made, .restored, .unchanged: break
        }
    }

    enum Ending {
        case ended(RefreshSummary)
        case interrupted
    }

    /// Runs a pass with its display. A signal cancels it: downloads stop where they are and go on the next time.
    func refresh(_ archive: Archive, _ request: RefreshRequest) async throws -> Ending {
        let (events, stream) = MirrorEvents.make()
        let key = try APIKey.load(configuration, surroundings)
        let refresher = Refresher(configuration, key: key, eastern: eastern, archive: archive, events: events)
        let style: SyncDisplay.Style =
            isQuiet ? .quiet : output.errorTerminal.isTerminal && output.terminal.isTerminal ? .bar : .lines
        let display = SyncDisplay(output: output, log: log, style: style, options: sameOptions) {
            refresher.fetch.transfer.bytesReceived
        }
        return try await withThrowingTaskGroup(of: Ending?.self) { group in
            group.addTask {
                for await _ in Signals.stream(Signals.ending) { return .interrupted }
                return nil
            }
            group.addTask {
                await display.follow(stream)
                return nil
            }
            group.addTask {
                defer { events.finish() }
                return .ended(try await refresher.refresh(request))
            }
            var ending: Ending?
            while ending == nil, let next = try await group.next() { ending = next }
            group.cancelAll()
            // Everything is awaited: a download's last bytes are on disk before the process ends.
            while let _ = try? await group.next() {}
            guard let ending else { throw CancellationError() }
            return ending
        }
    }
}
