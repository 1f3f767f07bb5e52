internal import Days
internal import Favorites
internal import Folder
package import MirrorTree
internal import Refresh

/// The state of the daemon's loops, as far as `status` shows it.
package final class StatusBoard: Sendable {
    package struct Facts: Sendable {
        /// Whether the tree is listed and the watch is armed, or cannot be.
        var isReady = false
        var next: Timestamp?
        /// The report of the last sync; `nil` before the first.
        package var report: PassReport?
        var census = Census()
        /// Grows with each change of what the census counts.
        var changes = 0
        /// The value of `changes` that the census covers.
        var counted = -1
        var countFailure: String?
        /// The failure of the last scan of favorites/.
        var favoritesFailure: PassEnd?
        /// The reason why favorites share their bytes with the vault.
        var crowding: String?
        /// The reason why changes of favorites/ are not seen.
        var blindness: String?
        /// The troubles that keep pages from being written.
        var gallery: [String] = []
        /// Damage that was found last, and is not mended yet.
        var damaged: [String] = []
        var running: MirrorStatus.Sync.Progress?
        var favorites = MirrorStatus.Favorites()
    }

    /// The most entries that are named: a user may drop thousands that mean nothing.
    private static let mostNamed = 100

    private let state = Monitor(Facts())
    /// The free bytes of the mirror's disk; `nil` when the disk does not say.
    private let freeBytes: @Sendable () -> Int64?
    /// Rung whenever there is something new.
    let bell = Bell()

    package init(freeBytes: @escaping @Sendable () -> Int64?) {
        self.freeBytes = freeBytes
    }

    var facts: Facts { state.withLock { $0 } }

    package func update(_ change: (inout Facts) -> Void) {
        state.withLock { change(&$0) }
        bell.ring()
    }

    func update(_ event: MirrorEvent) {
        // Events of thumbnails are many, and nothing that is counted.
        if case .thumbnail = event { return }
        update { facts in
            switch event {
            case .step(.pictures(let pictures)): facts.running?.pictures = pictures
            case .stored(_, .picture(replaced: false)), .absent: facts.running?.done += 1
            case .step, .stored, .changed, .taken, .thumbnail, .trouble, .passEnded: break
            }
            facts.changes += 1
        }
    }

    func update(_ watching: FavoritesWatching) {
        update { facts in
            facts.favorites.watch = watching == .byEvents ? "inotify" : "a scan every 15 seconds"
            facts.blindness = if case .blind(let reason) = watching { reason } else { nil }
        }
    }

    func update(_ result: Result<FavoritesReport, any Error>) {
        let report: FavoritesReport
        switch result {
        case .success(let done): report = done
        case .failure(let error):
            let failure = PassEnd(error, at: .now).leaving(freeBytes: freeBytes())
            return update { $0.favoritesFailure = failure }
        }
        let first = report.refused.keys.inOrder.prefix(Self.mostNamed)
        let refused = Dictionary(
            first.map { (printable("\($0)"), printable(report.refused[$0]?.reason ?? "")) }, uniquingKeysWith: { $1 })
        let troubles = report.troubles + report.untidy
        update { facts in
            facts.favoritesFailure = nil
            facts.favorites.refused = refused
            facts.favorites.refusedCount = report.refused.count
            facts.favorites.troubles = Array(troubles.prefix(Self.mostNamed))
            if troubles.count > Self.mostNamed {
                facts.favorites.troubles.append("And \(Quantity.count(troubles.count - Self.mostNamed)) more.")
            }
            facts.crowding = report.crowding
        }
    }

    func beginRefresh() {
        update { $0.running = .init(done: 0, pictures: 0) }
    }

    func update(_ report: PassReport) {
        update { facts in
            facts.running = nil
            facts.changes += 1
            facts.report = report
        }
    }

    /// Takes a census; changes that come meanwhile are to be counted again. A count rings no bell: it is no news by
    /// itself.
    func count(_ count: () async throws -> Census) async {
        let changes = facts.changes
        let result: Result<Census, any Error>
        do { result = .success(try await count()) } catch { result = .failure(error) }
        state.withLock { facts in
            facts.counted = changes
            switch result {
            case .success(let census):
                facts.census = census
                facts.crowding = census.crowding
                facts.countFailure = nil
            case .failure(let error):
                facts.countFailure = "\(error)"
            }
        }
    }
}
