import Folder

@testable import ApodMirror

/// The process dies here; what it had not done, it has not done.
struct Killed: Error {}

/// Carries out the real ``Reconciliation`` over a simulated disk, with a moment between any two changes in which the
/// process may die or somebody may do something.
final class SimulatedKeeper: FavoritesGround {
    let disk: SimulatedDisk
    /// Called between any two changes; throws ``Killed``.
    var moment: () throws -> Void = {}
    /// Told of what each pass found.
    var didScan: (FavoritesScan) -> Void = { _ in }
    /// Told of every generation that became durable.
    var didWrite: (FavoritesRecord) -> Void = { _ in }

    private var memory = Reconciliation.Memory.calm
    private var lastWritten: FavoritesRecord?
    /// Of this pass: the folder that was scanned and its marker, wherever they are by now.
    private var folder = SimulatedFolder()
    private var held: SimulatedMarker?
    /// How much of what users did in the folder the scan has seen.
    private var changesListed = 0

    init(_ disk: SimulatedDisk) {
        self.disk = disk
    }

    /// What the process knew is gone.
    func restart() {
        memory = .calm
        lastWritten = nil
    }

    /// One pass; returns when the next is due.
    @discardableResult
    func pass() throws -> Duration? {
        folder = disk.folder
        held = folder.marker
        let before = held?.look
        let paths = Set(folder.links.keys).inOrder
        var scan = FavoritesScan()
        for path in paths.prefix(paths.count / 2) { scan.links[path] = folder.links[path] }
        try moment()
        let rest = Set(folder.links.keys).inOrder.drop { path in
            paths.prefix(paths.count / 2).last.map { !$0.bytes.lexicographicallyPrecedes(path.bytes) } ?? false
        }
        for path in rest { scan.links[path] = folder.links[path] }
        changesListed = folder.unsynced.count
        didScan(scan)
        let reconciliation = Reconciliation(
            of: .init(
                scan: scan, stored: disk.stored, kept: disk.kept,
                markers: (before, held === folder.marker ? held?.look : folder.marker?.look),
                lastWritten: lastWritten, now: Timestamp(seconds: disk.time),
                elapsed: .seconds(disk.time)), after: memory, title: { "Picture of \($0)" })
        try carryOut(reconciliation.steps, stored: disk.stored)
        memory = reconciliation.memory
        return reconciliation.lookAgain
    }

    func flush() throws {
        try moment()
        folder.unsynced.removeFirst(changesListed)
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
        didWrite(record)
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
