import Days
import Folder

@testable import Archive
@testable import Favorites
@testable import MirrorTree
@testable import Store

/// What tests have the parts of an archive do, each by itself.
extension Archive {
    var listing: Listing { store.listing }

    var troubles: [String] { store.troubles }

    func list() throws -> Listing { try store.list() }

    func hide(_ day: Day) throws {
        try store.hide(day)
        try today.update()
    }

    func unhide(_ day: Day) throws { try store.unhide(day) }

    func returnPruned() throws { try pruner.returnPruned() }

    func updateToday() throws { try today.update() }

    func reconcileFavorites() throws -> FavoritesReport { try favorites.run() }

    /// Returns the days that the vault has whole then, and of which no month speaks of another picture.
    func keepInVault(_ days: some Collection<Day> & Sendable) throws -> Set<Day> {
        try favorites.vault.keep(days)
        guard let vault = try Vault(in: tree) else { return [] }
        return Set(
            days.filter { day in
                guard let kept = vault.keptDay(day), vault.holds(kept) else { return false }
                let current = (try? tree.metadata(day))?.mirror.picture?.sha256
                return current == nil || current == kept.picture.sha256
            })
    }

    /// Has a picture settle that came more than a week ago: nothing is noted of it.
    func settle(_ day: Day) throws { try notes.change { $0.days[day] = nil } }

    func restoreFromVault(_ days: some Collection<Day> & Sendable) throws -> Set<Day> {
        try store.bringBack(favorites.vault.missing(of: days)).returned
    }

    func separateVault() throws {
        while try favorites.vault.separate(within: .zero) {}
    }

    /// - Parameters:
    ///   - removed: Days that were removed at that time, and are known to be.
    ///   - days: How many days later the vault is swept.
    func sweepVault(
        of removed: some Sequence<Day>, removedAt time: Timestamp = .now, after days: Int = 30
    ) throws {
        var record = FavoritesRecord()
        for day in removed {
            record.removed[day] = Favorite(date: day, added: time, removed: time, links: [])
        }
        try favorites.vault.sweep(record, now: .now + days * 86_400)
    }

    func vaultState(of day: Day) throws -> FavoriteHealth.Vault { try tree.vaultState(of: day) }

    func tag(_ favorites: [Day: [String]]) {
        for (day, albums) in favorites { tag(day, albums: albums) }
    }

    func tag(_ day: Day, albums: [String]?) {
        if let picture = store.openFile(of: day) { FavoriteTags.tag(picture, albums: albums) }
    }

    func identity() throws -> MirrorIdentity { try notes.identity() }

    func extendHistory(to start: Day) throws -> MirrorIdentity {
        try notes.extendHistory(to: start, oldest: nil)
        return try notes.identity()
    }

    func save(_ missing: MissingDays) throws { try notes.change { $0.missing = missing } }

    func save(_ disputes: Disputes) throws { try notes.change { $0.disputes = disputes } }

    func save(_ state: SourceState) throws { try notes.save(state) }

    func save(_ report: PassReport) throws {
        try notes.save(report)
        events.send(.passEnded)
    }

    var saver: Saver { get throws { try store.tree.saver() } }
}

extension Tree {
    func vaultState(of day: Day) throws -> FavoriteHealth.Vault { try Vault(in: self)?.state(of: day) ?? .missing }

    /// The fault of a favorite's second copy, compared byte for byte.
    func checkVault(_ day: Day) -> String? { check(day, in: .vault).map { "\($0)" } }
}
