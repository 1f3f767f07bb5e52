internal import Days
internal import Folder
internal import MirrorTree

/// What one pass knows that the next must know, too. Nothing of it outlives the process.
struct FavoritesMemory {
    /// What lies in `favorites/` as far as is known; `nil` before the first pass, during each, and after one that did not
    /// come to its end: all of it is looked at again then.
    private(set) var inventory: FavoritesInventory?
    private(set) var comparison = Reconciliation.Memory.calm
    private(set) var lastWritten: FavoritesRecord?
    /// Whether what was recorded after the last pass is what lay there, but for what is in doubt. In an untrusted folder and
    /// in one that could not be read it may say more.
    private(set) var isRecordInLine = false
    var files = FavoritesFiles()
    /// What regular files were found to be: hashing a large one at every hint would be a waste.
    var meanings = FileMemory()
    /// What was found and is still to be tidied.
    var toTidy: [FavoritesEntry] = []
    /// Days of which something is other than it was, and that are still to be seen to.
    var toTend: Set<Day> = []
    /// Favorites in months where something came or went: their pictures may have.
    var toLookFor: Set<Day> = []
    var untidy: [FilePath: UntidyEntry] = [:]
    /// Links that were left in months, by month, each told in a sentence.
    var linksInMonths: [String: [String]] = [:]
    var takenThumbnails = TakenThumbnails()
    /// Pages of the gallery that were dragged in.
    private var pages: Set<FilePath> = []
    /// Favorites that have no file in the mirror.
    var waiting: Set<Day> = []
    /// Days whose pictures were missing from their months, since when, and whether the vault was asked for them; `nil`
    /// before the first look.
    var missing: (days: Set<Day>, since: Duration, isTried: Bool)?
    /// What windows are still to hear of once more.
    var unannounced = Unannounced()
    /// When each album that is known to be flushed had last changed.
    private var flushed: [FilePath: Int64] = [:]
    /// When favorites' months had last changed before they were looked at.
    private var months: [String: MonthStamp] = [:]
    /// The day on which everything was looked at last.
    var lookedThrough: Day?

    /// Nobody else holds it then, and it is changed in place.
    mutating func takeInventory() -> FavoritesInventory? {
        defer { inventory = nil }
        return inventory
    }

    /// Nobody else holds them then, and their text is changed in place.
    mutating func takeFiles() -> FavoritesFiles {
        defer { files = FavoritesFiles() }
        return files
    }

    mutating func giveBack(_ inventory: FavoritesInventory) {
        self.inventory = inventory
        if flushed.count > inventory.albums.count { flushed = flushed.filter { inventory.albums[$0.key] != nil } }
    }

    /// Those of the albums that changed since they were last flushed.
    func unflushed(of changes: [FilePath: Int64]) -> [FilePath] {
        changes.filter { $0.value != flushed[$0.key] }.map(\.key)
    }

    /// What was compared is persisted, and the albums that were looked into are flushed.
    mutating func note(
        _ comparison: Reconciliation, _ files: FavoritesFiles, after survey: FavoritesSurvey, at began: Int64
    ) {
        self.comparison = comparison.memory
        self.files = files
        lastWritten = comparison.record
        isRecordInLine = comparison.changed != nil && survey.inventory.unread.isEmpty
        for (album, change) in survey.changes { flushed[album] = FileStatus.isOver(change, at: began) ? change : nil }
    }

    /// Whether a page of the gallery was dragged in since the last pass.
    mutating func noteNewPages(among refused: some Sequence<FilePath>) -> Bool {
        let found = Set(refused.filter { $0.name == "index.html" })
        defer { pages = found }
        return !found.isSubset(of: pages)
    }

    /// Those of the months where a name came or went since they were last looked at, and how each of them is now as far
    /// as that can be told. The listing with which a process begins does not tell it: whoever moves a link from favorites/
    /// into a month while the first pass runs is seen here, and no later pass asks for that month.
    mutating func changedMonths(of asked: Set<String>, _ root: Folder) -> [(month: String, stamp: MonthStamp?)] {
        var changed: [(month: String, stamp: MonthStamp?)] = []
        for (year, asked) in Dictionary(grouping: asked, by: { $0.prefix(4) }) {
            let folder = (try? root.folder(FilePath(String(year)))) ?? nil
            for month in asked {
                let stamp = folder.flatMap { MonthStamp(of: FilePath(month), in: $0) }
                if stamp == nil || stamp != months[month] { changed.append((month, stamp)) }
                months[month] = stamp
            }
        }
        return changed
    }
}
