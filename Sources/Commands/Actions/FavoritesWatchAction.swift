internal import Archive
internal import Gallery
internal import MirrorTree
internal import Refresh
internal import Service
internal import Settings

/// Keeps favorites in the foreground until a signal ends it.
struct FavoritesWatchAction: Action {
    func run(_ call: Call) async throws -> ExitCode {
        try await call.session().watchFavorites()
    }
}

extension Session {
    fileprivate func watchFavorites() async throws -> ExitCode {
        let archive = try await openArchive()
        let looks = try looks(archive)
        let showcase = showcase(looks)
        let ending = try await display(whenInterrupted: nil) { [log] say in
            let keeper = FavoritesKeeper(archive: archive, log: log) { days in
                do {
                    let summary = try await looks.fetch(.favorites(days))
                    for (_, reason) in summary.pending { log.notice(reason) }
                    if let stopped = summary.stopped { log.warning("\(stopped)") }
                } catch {
                    log.warning("\(error)")
                }
            }
            return try await archive.events.heard {
                say(.event($0))
            } during: {
                try await showcase.follow(.missing) {
                    try await keeper.run()
                    return .fine
                }
            }
        }
        return ending == .interrupted ? .fine : ending
    }
}
