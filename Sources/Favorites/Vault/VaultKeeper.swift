internal import Days
internal import Folder
internal import MirrorTree
internal import Store

/// Keeps every favorite's picture, JSON and record in the ``Vault``. ``DayStore/bringBack(_:)`` gives back from there what
/// a month has lost.
package final class VaultKeeper {
    let tree: Tree
    let store: DayStore
    var memory = VaultMemory()
    /// Bytes that copies leave free.
    let spare: Int64

    init(_ store: DayStore, leaving spare: Int64) {
        self.store = store
        self.spare = spare
        tree = store.tree
    }

    /// Brings the vault in line with these favorites' months.
    ///
    /// A day whose month has no whole picture, or no readable JSON, is left as the vault has it. Everything becomes durable
    /// with one flush at the end, so a thousand days cost little more than one. Throws when nothing can be written.
    func keep(_ days: some Collection<Day>) throws {
        guard let renewal = try renew(days) else { return }
        try renewal.vault.folder.sync()
        try finish(renewal)
    }

    /// Brings the favorites in line again of which a file in the vault is not what it was when they last were: no event tells
    /// of it.
    func keepChanged(_ favorites: DayMap<Favorite>) throws {
        let vault = try Vault(in: tree)
        let changed = memory.days.filter { day, known in
            favorites[day] != nil && vault?.statusHash(day, picture: known.picture) != known.inVault
        }
        try keep(changed.keys)
    }

    /// Does what ``keep(_:)`` does, but for the flush of the vault's folder: the caller makes it where one is due, and
    /// finishes the renewal that it gets then.
    func renew(_ days: some Collection<Day>) throws -> VaultRenewal? {
        if days.isEmpty { return nil }
        var renewal = VaultRenewal(
            Vault(folder: try tree.root.makeFolder(Tree.vault)), in: tree, try store.tree.saver())
        let wasSynced = memory.isSynced
        // The vault does not count as synced until the end: changes of a pass that fails are not durable.
        memory.isSynced = false
        for (_, days) in Dictionary(grouping: days, by: \.month) {
            // A month that is a link is refused: its days stay as the vault has them.
            let month = try? tree.root.folder(Tree.monthPath(days[0]))
            let metadata = try? month?.folder("metadata")
            for day in days { try bringInLine(day, month, metadata, &renewal) }
        }
        if renewal.hasWritten || !wasSynced { return renewal }
        memory.isSynced = true
        return nil
    }

    /// Finishes a renewal after the flush of the vault's folder.
    func finish(_ renewal: VaultRenewal) throws {
        try renewal.finish()
        memory.isSynced = true
    }

    private func bringInLine(
        _ day: Day, _ month: Folder?, _ metadata: Folder?, _ renewal: inout VaultRenewal
    ) throws {
        let vault = renewal.vault
        let known = memory.days.removeValue(forKey: day)
        let isAsKnown = known.map { vault.statusHash(day, picture: $0.picture) == $0.inVault } ?? true
        if let known, isAsKnown, (try? metadata?.status(KeptDay.jsonName(day))) == known.json {
            return memory.days[day] = known
        }
        do {
            guard let picture = try renewal.renew(day, month, metadata, comparingBytes: !isAsKnown) else { return }
            checkSharing(day, picture, vault)
            remember(day, picture, vault, metadata)
        } catch let error as FolderError where error.isDiskFull || error.isNotWritable {
            throw error
        } catch {
            // An obstacle to this day does not keep the others out of the vault.
        }
    }

    /// Remembers the files of a day that is in line with its month.
    func remember(_ day: Day, _ picture: FilePath, _ vault: Vault, _ metadata: Folder?) {
        guard let inVault = vault.statusHash(day, picture: picture),
            let json = try? metadata?.status(KeptDay.jsonName(day))
        else { return memory.days[day] = nil }
        memory.days[day] = VaultMemory.Kept(picture: picture, inVault: inVault, json: json)
    }

    /// The days that lack a file where it belongs, or were not in line with the vault.
    func missing(of days: some Collection<Day>) -> [Day] {
        days.filter { day in
            guard let picture = memory.days[day]?.picture else { return true }
            return [DayPlace.month.picture(picture, of: day), DayPlace.month.json(of: day)].contains {
                (try? tree.root.status($0))?.kind != .file
            }
        }
    }

    /// Removes from the vault the days whose removal can be undone no more, and former names of all others. A day of which
    /// the record says nothing stays: the record may be lost, and what it said with it.
    ///
    /// The JSON goes first, so that what is left never speaks of a picture that is gone. Not flushed: a name that
    /// comes back after a power cut goes with the next sweep.
    func sweep(_ record: FavoritesRecord, now: Timestamp) throws {
        guard let vault = try Vault(in: tree) else { return }
        var leaving: [FilePath] = []
        for (day, names) in try vault.names() {
            if let removal = record.removed[day], !removal.isRecentlyRemoved(now), vault.isSettled(names, by: removal) {
                leaving += names
                memory.days[day] = nil
                memory.copies[day] = nil
            } else if names.count > 2 {
                guard let inVault = vault.keptDay(day), vault.holds(inVault),
                    let picture = try vault.folder.spelling(of: inVault.file)
                else { continue }
                let record = inVault.metadata.mirror.record.map { _ in Vault.recordName(day) }
                leaving += names.filter { $0 != picture && $0 != KeptDay.jsonName(day) && $0 != record }
            }
        }
        _ = leaving.partition { !$0.description.hasSuffix(".json") }
        for name in leaving { try vault.folder.remove(name) }
        // Another day has come: what could not be copied is tried again.
        memory.copies = memory.copies.mapValues { _ in .linked }
    }
}

/// A running archive's memory of the vault, so that a pass without news costs a few status calls for each day.
struct VaultMemory {
    /// The state of a day when the vault was found in line with its month.
    struct Kept {
        var picture: FilePath
        /// The hash of the status of its files in the vault.
        var inVault: Int
        /// The status of its JSON in the month.
        var json: FileStatus
    }

    var days: [Day: Kept] = [:]
    /// Days whose files in the vault are not all of their own, as of their last check. A file that becomes the month's very
    /// file has another link count then, so that its day is checked again.
    var copies: [Day: CopyState] = [:]
    /// Whether all that stands in the vault is durable. A process that was killed may have left names that are not.
    var isSynced = false
}
