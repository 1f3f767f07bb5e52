package import Days
package import Folder
package import MirrorTree

/// The days of a mirror: brings their changes into the tree, and knows what stands there.
package final class DayStore {
    package let tree: Tree
    let notes: MirrorNotes
    let events: MirrorEvents
    /// NASA's day.
    private let today: @Sendable () -> Day
    /// The files of the tree, kept up to date with every commit.
    package private(set) var listing = Listing()
    /// When all of the tree was listed last; `nil` before the first time.
    private var whole: Timestamp?
    /// Days that other files stand for since the last ``takeChanges()``.
    private var changed: Set<Day> = []
    /// Months whose sums named what is there.
    var soundSums: [String: SoundSums] = [:]
    /// Why work could not be finished, by month. Every pass tries it again.
    package var unfinished: [String: String] = [:]

    package init(_ tree: Tree, _ notes: MirrorNotes, _ events: MirrorEvents, today: @escaping @Sendable () -> Day) {
        (self.today, self.tree, self.notes, self.events) = (today, tree, notes, events)
    }

    /// Lists the tree as of now, with what another program or the owner changed since. Months in which no name came or
    /// went are listed again once a day.
    @discardableResult
    package func list() throws -> Listing {
        let (former, now) = (listing, Timestamp.now)
        var known = former
        if whole.map({ $0 <= now && now < $0 + 86_400 }) != true { (known, whole) = (Listing(), now) }
        listing = try Listing(of: tree.root, after: known, until: tree.lastDay(today()))
        if !former.days.isEmpty { changed.formUnion(listing.days.differences(to: former.days)) }
        return listing
    }

    /// Makes changes of different days durable together; returns one outcome per change, in their order.
    package func commit(_ changes: [DayChange]) -> [Result<Metadata, any Error>] {
        do { return try carryOut(changes) } catch { return changes.map { _ in .failure(error) } }
    }

    /// Throws what concerns all changes.
    func carryOut(_ changes: [DayChange]) throws -> [Result<Metadata, any Error>] {
        var commit = try Commit(changes: changes, tree: tree, saver: tree.saver())
        // The note is durable before the picture, so that no crash leaves a new picture that seems to have settled.
        try notes.note(changes.compactMap(\.replacement))
        try commit.run()
        let placed = commit.months.values.flatMap(\.steps)
        changed.formUnion(placed.map(\.metadata.date))
        list(Set(placed.map(\.metadata.date.month)))
        // A day is stored even where the note about its size cannot be written.
        try? notes.recordSizes(of: placed.filter(\.hasFile).map(\.metadata))
        for (month, error) in commit.unfinished { unfinished[month] = "\(error)" }
        return changes.indices.compactMap { commit.outcomes[$0] }
    }

    /// Lists months anew in which this process changed something. One that cannot be read stays as it was known.
    package func list(_ months: Set<String>) {
        let former = listing.days
        for month in months { try? listing.list(month: month, of: tree.root) }
        changed.formUnion(listing.days.differences(to: former))
    }

    /// The file that stands for a day; `nil` where none does.
    package func openFile(of day: Day) -> OpenFile? {
        let names = listing.days[day] ?? ListedDays.Names()
        guard let name = names.file(by: try? tree.metadata(day)) else { return nil }
        return try? tree.root.open(Tree.monthPath(day).appending(FilePath(name)))
    }

    /// Records that another file stands for the day than did before.
    package func markChanged(of day: Day) {
        changed.insert(day)
    }

    /// Returns the days that other files stand for since the last call.
    package func takeChanges() -> Set<Day> {
        defer { changed = [] }
        return changed
    }

    /// The folders that keep some of these days from being stored, and the days.
    package func closedFolders(to days: some Sequence<Day>) -> (folders: Set<ClosedFolder>, days: Set<Day>) {
        var folders: Set<ClosedFolder> = []
        var closed: Set<Day> = []
        for days in Dictionary(grouping: days, by: \.month).values {
            guard let folder = listing.closedFolder(of: days[0]) ?? closedToWriting(Tree.monthPath(days[0])) else {
                continue
            }
            folders.insert(folder)
            closed.formUnion(days)
        }
        return (folders, closed)
    }

    private func closedToWriting(_ month: FilePath) -> ClosedFolder? {
        for path in [month, month.appending("metadata")] {
            if let folder = try? tree.root.folder(path), let closed = ClosedFolder(writing: folder) { return closed }
        }
        return nil
    }

    /// Problems of single years and months that the mirror's owner has to see to.
    package var troubles: [String] {
        listing.troubles(in: tree.root.path) + unfinished.sorted { $0.key < $1.key }.map(\.value)
    }
}
