internal import Archive
internal import Belief
internal import Days
internal import Favorites
internal import Folder
internal import MirrorTree
internal import NASA
internal import Store

/// The facts that a pass reads before it plans.
struct MirrorSnapshot: Sendable {
    var identity: MirrorIdentity
    var listing: Listing
    /// The JSON of days without a file of the mirror's; a damaged JSON counts as missing.
    var withoutFile: [Day: Metadata]
    var doubtful: [Day: Doubts.Doubt]
    var notes: DayNotes
    /// Days that are planned however long ago they were.
    var favorites: Set<Day>
    /// Days whose fetched pictures wait for a commit to be finished.
    var unplaced: Set<Day>
    /// The error that kept `favorites/` from being scanned.
    var trouble: String?

    /// Scans `favorites/`, too: a favorite belongs to the plan from the moment it is dropped.
    init(of archive: isolated Archive) throws {
        let tree = archive.tree
        let recovery = try Recovery(archive.store)
        if archive.store.unfinished.isEmpty { try archive.store.list() } else { try recovery.goOn() }
        let odd = recovery.compareSums()
        unplaced = archive.store.unfinished.isEmpty ? [] : try recovery.intents()
        do {
            favorites = Set(try archive.favorites.run(over: .allNames).record.favorites.keys)
        } catch {
            favorites = (try? tree.favoritesRecord()).map { Set($0.favorites.keys) } ?? []
            trouble = "\(error)"
        }
        listing = archive.store.listing
        identity = try archive.notes.identity()
        withoutFile = tree.metadataWithoutFile(listing).merging(recovery.waiting(in: odd)) { $1 }
        try archive.notes.restoreDoubts()
        doubtful = try tree.doubtful(listing)
        notes = try tree.dayNotes
    }
}

extension DayNotes {
    /// The days that have not settled or came in other bytes, and that NASA was not asked about today, those first that
    /// wait longest.
    func provisional(on today: Day) -> [Day] {
        let noted = days.compactMap { day, noted -> (day: Day, asked: Timestamp)? in
            guard isNotedProvisional(day) || noted.picture?.other != nil else { return nil }
            let asked = [noted.words?.asked, noted.picture?.asked].compactMap(\.self).min()
            return asked.flatMap { $0.day < today ? (day, $0) : nil }
        }
        return noted.sorted { ($0.asked, $1.day) < ($1.asked, $0.day) }.map(\.day)
    }
}

/// A picture that the server certainly has, since the mirror got it from there. A request for it tells a server that
/// has failed as a whole from days that are bad by themselves.
struct Proof: Sendable {
    var day: Day
    var url: String
    /// The first bytes of the picture.
    var beginning: [UInt8]

    var kind: PictureAddress.Kind { PictureAddress.Kind(url) }
}

extension Incoming {
    /// Returns `nil` where the day has nothing that came from an address.
    func proof(of day: Day) throws -> Proof? {
        guard let metadata = try storedDay(day).metadata, let picture = metadata.mirror.picture, picture.kind != .page,
            let url = picture.url, let name = metadata.visibleName,
            let file = try open(day, name), case let beginning = try file.read(512, at: 0), !beginning.isEmpty
        else { return nil }
        return Proof(day: day, url: url, beginning: beginning)
    }
}
