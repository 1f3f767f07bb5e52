extension Session {
    /// Keeps favorites in the foreground until a signal ends it.
    func watchFavorites() async throws -> ExitCode {
        let archive = try await openArchive()
        let events = MirrorEvents()
        let passes = try passes(archive, events)
        let ending = try await display(whenInterrupted: nil) { [log] say in
            let keeper = FavoritesKeeper(archive: archive, log: log) { days in
                do {
                    let summary = try await passes.fetch(RefreshRequest(only: days))
                    for (_, reason) in summary.pending { log.notice(reason) }
                    if let stopped = summary.stopped { log.warning("\(stopped)") }
                } catch {
                    log.warning("\(error)")
                }
            }
            return try await events.heard {
                say(.event($0))
            } during: {
                try await keeper.run()
                return .fine
            }
        }
        return ending == .interrupted ? .fine : ending
    }
}
