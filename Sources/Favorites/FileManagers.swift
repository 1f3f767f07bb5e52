internal import Days
internal import Folder
internal import MirrorTree
internal import Store

/// The needs of file managers, whose windows are open while a pass changes `favorites/` and the months. They follow the
/// kernel's events, and what they show for good depends on when these come and in which order:
///
/// * **A picture rests before it goes back.** Nautilus notes up to a second later what it has moved. It takes a picture that
///   is back in its month by then for the one that it moved away, and its window shows that picture no more.
///   ``RestingPictures`` wait for that, in processes that go on to make passes.
/// * **The visible name comes last.** After an exchange whose last event is a removal, the windows of Nautilus, Nemo and
///   PCManFM show no file until they are reloaded. ``Folder/exchange(visible:hidden:in:)`` has the order.
/// * **Changes are announced once more** when a window has surely read its folder. Thunar drops a name that comes while it
///   reads, such as a picture that is back in its month: it reads the month for each picture that is dragged out. It
///   keeps a name that goes meanwhile, such as a tidying's hidden one; it reads an album anew when the album itself
///   changes. ``Unannounced`` remembers both.
extension FavoritesPass {
    /// The entries that no file manager is busy with.
    func rested(_ scan: FavoritesScan, _ report: inout FavoritesReport) -> [FavoritesEntry] {
        // The pictures that the first scan finds may have lain there for long.
        let time = memory.lastThorough == nil ? .zero : rules.rest
        let wait = memory.resting.update(scan.entries, for: time, at: rules.elapsed())
        if let wait { report.requestPass(after: wait) }
        return scan.entries.filter { !memory.resting.contains($0) }
    }

    /// Repeats the events of changes that windows may have missed.
    func announce(_ favorites: Folder, _ report: inout FavoritesReport) {
        guard let since = memory.unannounced.since else { return }
        let wait = since + Unannounced.readingTime - rules.elapsed()
        guard wait <= .zero else { return report.requestPass(after: wait) }
        for day in memory.unannounced.returned { store.openFile(of: day)?.announce() }
        for album in memory.unannounced.tidied { try? favorites.album(album)?.announce() }
        memory.unannounced = Unannounced()
    }
}

/// Pictures that came into `favorites/` less than ``FavoritesRules/rest`` ago, and when a pass first saw each.
struct RestingPictures {
    private var since: [FavoritesEntry: Duration] = [:]

    var days: Set<Day> { Set(since.keys.map(\.day)) }

    func contains(_ entry: FavoritesEntry) -> Bool { since[entry] != nil }

    /// Takes note of the pictures that were found; returns the wait until the rest of the next one is over.
    mutating func update(_ found: [FavoritesEntry], for time: Duration, at now: Duration) -> Duration? {
        let former = since
        since = [:]
        for entry in found {
            guard case .picture = entry.form else { continue }
            let came = former[entry] ?? now
            if now - came < time { since[entry] = came }
        }
        return since.values.min().map { $0 + time - now }
    }
}

/// Changes of which windows are told once more.
struct Unannounced {
    /// Days whose pictures came back to their months.
    private(set) var returned: Set<Day> = []
    /// The last albums in which something was tidied.
    private(set) var tidied: [FilePath] = []
    /// When the last of these changes happened; `nil` where there is none.
    private(set) var since: Duration?

    mutating func remember(returned days: Set<Day> = [], tidied albums: [FilePath] = [], at now: Duration) {
        if days.isEmpty, albums.isEmpty { return }
        returned.formUnion(days)
        tidied = (tidied.filter { !albums.contains($0) } + albums).suffix(Self.openWindows)
        since = now
    }

    /// Users hardly have more windows open. An announced album is flushed once more, which takes long for thousands.
    private static let openWindows = 16

    /// The time that a window may take to read its folder, also on a slow disk.
    static let readingTime = Duration.seconds(2)
}
