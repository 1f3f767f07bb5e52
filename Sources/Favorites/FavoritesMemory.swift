internal import Days
internal import Folder
internal import MirrorTree

/// State that one pass leaves to the next. None of it outlives the process.
struct FavoritesMemory {
    private(set) var comparison = Reconciliation.Memory.calm
    private(set) var lastWritten: FavoritesRecord?
    var files = FavoritesFiles()
    var meanings = FileMemory()
    var resting = RestingPictures()
    var unannounced = Unannounced()
    /// Changed days that are still to be tended.
    var toTend: Set<Day> = []
    /// Favorites in months where a name came or went: their pictures may be missing.
    var toLookFor: Set<Day> = []
    var untidy: [FilePath: UntidyEntry] = [:]
    /// A sentence for each link that was left in a month, by month.
    var linksInMonths: [String: [String]] = [:]
    /// Pages of the gallery that were dragged in.
    private var pages: Set<FilePath> = []
    /// Favorites that have no file in the mirror.
    var waiting: Set<Day> = []
    /// Days whose pictures were missing from their months, since when, and whether the vault was asked for them; `nil`
    /// before the first check.
    var missing: (days: Set<Day>, since: Duration, isTried: Bool)?
    /// When each file of the vault was last looked at.
    var vaultCompared: Duration?
    /// The last change of each album that is known to be flushed.
    private var flushed: [FilePath: Int64] = [:]
    /// The stamp that each month had when it was last checked for names that came or went.
    private var months: [String: MonthStamp] = [:]
    /// The day of the last pass that tended all favorites; `nil` before the first.
    var lastThorough: Day?

    /// Moves the files out: a pass that fails leaves none, and the next one reads them.
    mutating func takeFiles() -> FavoritesFiles {
        defer { files = FavoritesFiles() }
        return files
    }

    /// The albums that changed since they were last flushed.
    func unflushed(of scan: FavoritesScan) -> [FilePath] {
        scan.albums.filter { $0.value.changed != flushed[$0.key] }.map(\.key)
    }

    /// Records that the comparison is persisted, and that the albums the scan read are flushed unless they wait for it.
    mutating func remember(_ comparison: Reconciliation, _ files: FavoritesFiles, after scan: FavoritesScan) {
        self.comparison = comparison.memory
        self.files = files
        lastWritten = comparison.record
        if comparison.persistence.folders != nil { flushed = scan.settledAlbums() }
    }

    /// Whether a page of the gallery was dragged in since the last pass.
    mutating func rememberPages(among refused: some Sequence<FilePath>) -> Bool {
        let found = Set(refused.filter { $0.name == "index.html" })
        defer { pages = found }
        return !found.isSubset(of: pages)
    }

    /// The months where a name may have come or gone since they were last checked. The stamps of the listing with which a
    /// process begins are not used: a link that a user moves from favorites/ into a month while the first pass runs would be
    /// missed, and no later pass asks for that month.
    mutating func changedMonths(of asked: Set<String>, _ root: Folder) -> [String] {
        var changed: [String] = []
        for (year, asked) in Dictionary(grouping: asked, by: { $0.prefix(4) }) {
            let folder = (try? root.folder(FilePath(String(year)))) ?? nil
            for month in asked {
                let stamp = folder.flatMap { try? MonthStamp(of: FilePath(month), in: $0) }
                if stamp == nil || stamp != months[month] { changed.append(month) }
                months[month] = stamp
            }
        }
        return changed
    }
}
