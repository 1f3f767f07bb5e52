extension Session {
    /// Keeps favorites in the foreground until a signal ends it.
    func watchFavorites() async throws -> ExitCode {
        let archive = try await openArchive()
        let key = try APIKey.load(configuration, surroundings)
        let (events, stream) = MirrorEvents.make()
        let refresher = Refresher(configuration, key: key, eastern: eastern, archive: archive, events: events)
        let display = SyncDisplay(output: output, log: log, style: isQuiet ? .quiet : .lines, options: sameOptions) {
            0
        }
        let keeper = FavoritesKeeper(archive: archive, log: log) { [log] days in
            do {
                let summary = try await refresher.refresh(RefreshRequest(only: days))
                for (_, reason) in summary.pending { log.notice(reason) }
                if let stopped = summary.stopped { log.warning("\(stopped)") }
            } catch {
                log.warning("\(error)")
            }
        }
        return try await withThrowingTaskGroup(of: ExitCode?.self) { group in
            group.addTask {
                for await _ in Signals.stream(Signals.ending) { return .fine }
                return nil
            }
            group.addTask {
                await display.follow(stream)
                return nil
            }
            group.addTask {
                try await keeper.run()
                return .fine
            }
            var ending: ExitCode?
            while ending == nil, let next = try await group.next() { ending = next }
            group.cancelAll()
            while let _ = try? await group.next() {}
            return ending ?? .fine
        }
    }
}
