internal import Days
internal import Folder
internal import MirrorTree
internal import Store

extension FavoritesPass {
    func tidy(
        _ scan: FavoritesScan, _ favorites: Folder, _ facts: MirrorFacts, _ report: inout FavoritesReport
    ) throws {
        memory.untidy = memory.untidy.filter { scan.links[$0.key] != nil }
        let rested = memory.resting.rested(
            among: scan.entries, isFirst: memory.lastThorough == nil, for: rules.rest, at: rules.elapsed())
        if let wait = rested.next { report.requestPass(after: wait) }
        let due = rested.entries.filter { memory.untidy[$0.path]?.entry != $0 }
        if due.count > Self.atOnce { report.requestPass(after: .zero) }
        var tidying = Tidying(
            favorites, tree.root, facts, try store.tree.saver(), albums: scan.albums, untidy: memory.untidy)
        try tidying.tidy(due.prefix(Self.atOnce))
        memory.untidy = tidying.untidy
        store.list(Set(tidying.returned.map(\.month)))
        let returned = tidying.returned.sorted()
        // A picture that rested was not in its month yet when the vault was given the new favorite's.
        memory.toTend.formUnion(returned)
        if !returned.isEmpty { events.send(.changed(returned, .putBack)) }
        memory.unannounced.remember(returned: returned, at: rules.elapsed())
        memory.unannounced.remember(tidied: tidying.changed, at: rules.elapsed())
        report.untidy = memory.untidy.values.compactMap(\.trouble).sorted()
        report.troubles += share(favorites, scan.albums.keys)
        if scan.refused.values.contains(.inUse) { report.requestPass(after: Self.leaseTime) }
    }

    /// The most entries that a pass tidies, and days that it tends: thousands that are dropped at once are all
    /// persisted before the last of them is tidied.
    static let atOnce = 500

    /// The wait before a leased file is tried again: the kernel breaks a lease 45 s after an open, without an event.
    private static let leaseTime = Duration.seconds(10)

    /// Opens albums to the group that may add favorites; returns a sentence for each that could not be opened.
    private func share(_ favorites: Folder, _ albums: some Sequence<FilePath>) -> [String] {
        guard let group = rules.shareGroup else { return [] }
        var troubles: [String] = []
        for album in albums {
            do {
                try favorites.album(album)?.share(withGroup: group)
            } catch {
                troubles.append("\(error) Its owner must belong to the group that share_group names.")
            }
        }
        return troubles
    }
}

// MARK: - Announcing

extension FavoritesPass {
    /// Repeats events for windows that may have been reading their folders. Thunar drops a name that comes meanwhile,
    /// such as a picture that is back in its month: it reads the month for each picture that is dragged out. It keeps a
    /// name that goes, such as a tidying's hidden one; it reads an album anew when the album itself changes.
    func announce(_ favorites: Folder, _ report: inout FavoritesReport) {
        guard !memory.unannounced.isEmpty else { return }
        let wait = memory.unannounced.since + Self.readingTime - rules.elapsed()
        guard wait <= .zero else { return report.requestPass(after: wait) }
        let part = memory.unannounced.take(Self.atOnce)
        for day in part.returned { store.openFile(of: day)?.announce() }
        for album in part.tidied { try? favorites.album(album)?.announce() }
        if !memory.unannounced.isEmpty { report.requestPass(after: .zero) }
    }

    /// The time that a window may take to read its folder, also on a slow disk.
    private static let readingTime = Duration.seconds(2)
}

/// Changes of which windows are told once more, when those that were reading their folders meanwhile are done.
struct Unannounced {
    /// Days whose pictures came back to their months.
    private(set) var returned: Set<Day> = []
    /// The last albums in which something was tidied.
    private(set) var tidied: [FilePath] = []
    /// When the last of these changes happened.
    private(set) var since = Duration.zero

    var isEmpty: Bool { returned.isEmpty && tidied.isEmpty }

    mutating func remember(returned days: some Collection<Day>, at now: Duration) {
        if days.isEmpty { return }
        returned.formUnion(days)
        since = now
    }

    mutating func remember(tidied albums: [FilePath], at now: Duration) {
        if albums.isEmpty { return }
        tidied = (tidied.filter { !albums.contains($0) } + albums).suffix(Self.openWindows)
        since = now
    }

    /// Users hardly have more windows open. An announced album is flushed once more, which takes long for thousands.
    private static let openWindows = 16

    /// Removes and returns `count` days at most, and all albums.
    mutating func take(_ count: Int) -> (returned: Set<Day>, tidied: [FilePath]) {
        let part = (returned: Set(returned.prefix(count)), tidied: tidied)
        returned.subtract(part.returned)
        tidied = []
        return part
    }
}

// MARK: - Resting

/// Pictures that came into `favorites/` less than ``FavoritesRules/rest`` ago, and when a pass first saw each.
struct RestingPictures {
    private var since: [FavoritesEntry: Duration] = [:]

    var days: Set<Day> { Set(since.keys.map(\.day)) }

    /// Returns the entries that are to be tidied now, and the wait until the rest of the next picture is over.
    ///
    /// - Parameter isFirst: Whether the scan was the first one: a picture that it found may have lain there for long, so it
    ///   does not rest.
    mutating func rested(
        among found: [FavoritesEntry], isFirst: Bool, for time: Duration, at now: Duration
    ) -> (entries: [FavoritesEntry], next: Duration?) {
        let former = since
        since = [:]
        let entries = found.filter { entry in
            guard case .picture = entry.form, let came = former[entry] ?? (isFirst ? nil : now), now - came < time
            else {
                return true
            }
            since[entry] = came
            return false
        }
        return (entries, since.values.min().map { $0 + time - now })
    }
}
