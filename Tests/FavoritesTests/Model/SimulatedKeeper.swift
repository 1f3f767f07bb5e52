import Days
import Folder

@testable import Favorites
@testable import MirrorTree

/// The process dies here; what it had not done, it has not done.
struct Killed: Error {}

/// Carries out the real ``Reconciliation`` over a simulated disk, with a moment between any two changes in which the
/// process may die or somebody may do something.
final class SimulatedKeeper: FavoritesStorage {
    let disk: SimulatedDisk
    /// Called between any two changes; throws ``Killed``.
    var moment: () throws -> Void = {}
    /// Told of what each pass found.
    var didScan: (FavoritesScan) -> Void = { _ in }
    /// Told of every generation that became durable.
    var didWrite: (FavoritesRecord, SimulatedFolder) -> Void = { _, _ in }

    /// How well the keeper is told of what happens in the folder.
    var watch: SimulatedWatch

    private var memory = Reconciliation.Memory.calm
    private var isRecordInLine = false
    private var lastWritten: FavoritesRecord?
    /// What is known of the folder that was scanned last, and of which one.
    private var known: (folder: SimulatedFolder, links: [FilePath: Day])?
    /// When all names are to be looked at, although nothing may happen until then.
    private var due: Int64?
    /// Of this pass: the folder that was scanned and its marker, wherever they are by now.
    private var folder = SimulatedFolder()
    private var held: SimulatedMarker?
    /// How much of what users did in the folder the scan has seen, and in which albums.
    private var changesListed = 0
    private var albumsListed: Set<FilePath>?

    init(_ disk: SimulatedDisk, watch: SimulatedWatch = SimulatedWatch()) {
        self.disk = disk
        self.watch = watch
    }

    /// What the process knew is gone.
    func restart() {
        memory = .calm
        isRecordInLine = false
        lastWritten = nil
        known = nil
        due = nil
    }

    /// Whether a removal in the folder counts.
    var isFolderTrusted: Bool {
        let marker = disk.folder.marker?.look
        return Trust(markers: (marker, marker), stored: disk.stored, kept: disk.kept) != .none
    }

    /// One pass over the names that the watch tells of, or over all where that is due; returns when the next is due.
    ///
    /// - Parameter removed: What the process itself has just removed.
    @discardableResult
    func pass(overAll: Bool = false, removed: [Day: Set<FilePath>] = [:]) throws -> Duration? {
        folder = disk.folder
        held = folder.marker
        let before = held?.look
        // A timer may be slower than an event.
        let isDue = due.map { disk.time >= $0 } ?? false && !watch.isAhead()
        let isTrusted = Trust(markers: (before, before), stored: disk.stored, kept: disk.kept) != .none
        let names = watch.names(in: folder)
        var former: [FilePath: Day?]?
        var links: [FilePath: Day]
        var (listsAll, isSnapshot) = (false, false)
        if let names, let known, known.folder === folder, isTrusted, !overAll, !isDue {
            (links, former) = (known.links, [:])
            for name in names.inOrder {
                try moment()
                former?.updateValue(links[name], forKey: name)
                links[name] = folder.links[name]
            }
        } else {
            let version = folder.version
            links = try list()
            (listsAll, isSnapshot) = (true, folder.version == version)
            if let known, known.folder === folder, isTrusted {
                former = [:]
                for path in Set(known.links.keys).union(links.keys) where known.links[path] != links[path] {
                    former?.updateValue(known.links[path], forKey: path)
                }
            }
        }
        known = nil
        changesListed = folder.unsynced.count
        albumsListed = listsAll ? nil : former.map { Set($0.keys.map(\.album)) }
        let scan = FavoritesScan(links: links)
        didScan(scan)
        let reconciliation = Reconciliation(
            of: .init(
                scan: scan, isSnapshot: isSnapshot, former: isRecordInLine ? former : nil, stored: disk.stored,
                kept: disk.kept,
                markers: (before, held === folder.marker ? held?.look : folder.marker?.look),
                lastWritten: lastWritten, now: Timestamp(seconds: disk.time),
                elapsed: .seconds(disk.time), removed: removed), after: memory, title: { "Picture of \($0)" })
        try reconciliation.persist(on: self, after: disk.stored)
        memory = reconciliation.memory
        isRecordInLine = reconciliation.changed != nil
        known = (folder, links)
        due = reconciliation.scanAgain.map { disk.time + $0.components.seconds }
        return reconciliation.scanAgain
    }

    /// All names, in two halves between which something may happen.
    private func list() throws -> [FilePath: Day] {
        var links: [FilePath: Day] = [:]
        let paths = Set(folder.links.keys).inOrder
        for path in paths.prefix(paths.count / 2) { links[path] = folder.links[path] }
        try moment()
        let rest = Set(folder.links.keys).inOrder.drop { path in
            paths.prefix(paths.count / 2).last.map { !$0.bytes.lexicographicallyPrecedes(path.bytes) } ?? false
        }
        for path in rest { links[path] = folder.links[path] }
        return links
    }

    /// Of a look at a few names only the albums that they lie in: of a link that came from another, the old name may be
    /// back after a power cut, and the new one is there.
    func flush() throws {
        try moment()
        folder.makeDurable(changesListed) { albumsListed?.contains($0) ?? true }
    }

    func keep(_ days: Set<Day>) throws {
        try moment()
    }

    func setAsideDamaged() throws {
        try moment()
        disk.stored = .missing
    }

    func giveBack(_ favorites: [Favorite]) throws {
        for favorite in favorites {
            let links = favorite.links.isEmpty ? [FilePath("\(favorite.date)")] : favorite.links.inOrder
            for link in links {
                try moment()
                let place = folder.links[link] == nil ? link : FilePath("\(favorite.date) again")
                folder.change([place: favorite.date])
            }
        }
        try moment()
        folder.unsynced = []
    }

    func replaceMarker() throws {
        try moment()
        folder.marker?.hardLinks -= 1
        folder.marker?.ctime = disk.tick()
        folder.marker = disk.newMarker()
        held = folder.marker
    }

    func write(_ record: FavoritesRecord) throws -> String {
        try moment()
        let sum = SimulatedDisk.sum(of: record)
        disk.stored = .readable(record, sha256: sum)
        lastWritten = record
        didWrite(record, folder)
        return sum
    }

    func marker() throws -> Marker? {
        held?.look
    }

    func writeMarker(_ sum: String) throws {
        try moment()
        held?.sum = sum
        held?.ctime = disk.tick()
        try moment()
        if let held { held.durable = (held.sum, held.ctime) }
    }

    func write(_ kept: KeptFavorites, isDurable: Bool) throws {
        try moment()
        disk.kept = kept
    }
}
