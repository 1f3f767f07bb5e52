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
    /// Told of every generation that got its name.
    var didWrite: (FavoritesRecord, SimulatedFolder) -> Void = { _, _ in }

    /// Told when the name of that generation is durable, too.
    var didFlush: () -> Void = {}

    private var memory = Reconciliation.Memory.calm
    private var lastWritten: FavoritesRecord?
    /// Of this pass: the folder that was scanned and its marker, wherever they are by now.
    private var folder = SimulatedFolder()
    private var held: SimulatedMarker?
    /// How much of what users did in the folder the scan has seen.
    private var changesListed = 0
    /// Whether the last pass left the folder to the next, because it had just changed.
    private var isWaiting = false

    init(_ disk: SimulatedDisk) { self.disk = disk }

    /// What the process knew is gone.
    func restart() {
        memory = .calm
        lastWritten = nil
    }

    /// Whether a removal in the folder counts.
    var isFolderTrusted: Bool {
        let marker = disk.folder.marker?.look
        return Trust(markers: (marker, marker), stored: disk.stored, kept: disk.kept) != .none
    }

    /// One pass; returns when the next is due.
    ///
    /// - Parameter removed: What the process itself has just removed.
    @discardableResult
    func pass(removed: [Day: Set<FilePath>] = [:]) throws -> Duration? {
        folder = disk.folder
        held = folder.marker
        changesListed = 0
        if Trust(markers: (held?.look, held?.look), stored: disk.stored, kept: disk.kept) == .interrupted {
            try Persistence.unfinished.persist(on: self, after: disk.stored)
        }
        let before = held?.look
        let version = folder.version
        let links = try list()
        changesListed = folder.unsynced.count
        // A change of a moment ago waits, once.
        isWaiting = !folder.unsynced.isEmpty && !isWaiting
        var scan = FavoritesScan()
        scan.links = links
        didScan(scan)
        let reconciliation = Reconciliation(
            of: .init(
                scan: scan, isSnapshot: folder.version == version, rest: isWaiting ? .milliseconds(100) : nil,
                stored: disk.stored, kept: disk.kept,
                markers: (before, held === folder.marker ? held?.look : folder.marker?.look),
                lastWritten: lastWritten, now: Timestamp(seconds: disk.time),
                elapsed: .seconds(disk.time), removed: removed), after: memory, title: { "Picture of \($0)" })
        try reconciliation.persistence.persist(on: self, after: disk.stored)
        memory = reconciliation.memory
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

    enum Staged {
        case record(SimulatedFile<StoredFavorites>)
        case copy(SimulatedFile<KeptFavorites>)
    }

    func stage(_ copy: KeptFavorites) throws -> Staged {
        .copy(SimulatedFile(copy, isFlushed: false))
    }

    func stage(_ record: FavoritesRecord) throws -> (Staged, sum: String) {
        let sum = SimulatedDisk.sum(of: record)
        return (.record(SimulatedFile(.readable(record, sha256: sum), isFlushed: false)), sum)
    }

    func flush(_ folders: [FilePath], keeping new: Set<Day>, beside files: [Staged]) throws {
        try moment()
        disk.vault.formUnion(new)
        try moment()
        disk.copyName.flush()
        folder.makeDurable(changesListed)
        disk.lastingVault = disk.vault
        for file in files {
            switch file {
            case .record(let file): file.isFlushed = true
            case .copy(let file): file.isFlushed = true
            }
        }
    }

    func place(_ staged: Staged) throws {
        try moment()
        switch staged {
        case .copy(let file): disk.copyName.place(file)
        case .record(let file):
            disk.recordName.place(file)
            guard case .readable(let record, _) = file.content else { return }
            lastWritten = record
            didWrite(record, folder)
        }
    }

    func flushNames() throws {
        try moment()
        disk.recordName.flush()
        disk.copyName.flush()
        didFlush()
    }

    func discard(_ file: Staged) {}

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

    func marker() throws -> Marker? {
        held?.look
    }

    func writeMarker(_ sum: String) throws {
        try moment()
        held?.sum = sum
        held?.ctime = disk.tick()
    }

    func flushMarker(beside copy: Staged?) throws {
        try moment()
        if let held { held.durable = (held.sum, held.ctime) }
        try moment()
        if case .copy(let file) = copy { file.isFlushed = true }
    }
}
