package import Days
internal import Folder
internal import Hashing
package import MirrorTree

/// The mirror's facts that entries of `favorites/` are compared with; each is read when it is asked for, once a pass.
package final class MirrorFacts {
    let tree: Tree
    let listing: Listing
    private let today: Day
    private let record: FavoritesRecord?
    private let setAside: [Day: Metadata]
    /// A cache of a few days: the stories of ten thousand would take much memory.
    private var known: [Day: Metadata?] = [:]
    private static let few = 32
    private lazy var absent = (try? tree.missingDays)?.absent ?? [:]
    private(set) lazy var index = PictureIndex(self)

    /// - Parameter setAside: the JSON of days that a prune has just taken out of their months.
    package init(
        _ tree: Tree, _ listing: Listing, today: Day, record: FavoritesRecord? = nil, setAside: [Day: Metadata] = [:]
    ) {
        self.record = record
        self.setAside = setAside
        self.tree = tree
        self.listing = listing
        self.today = today
    }

    /// The day that Today.jpg and Today.json stand for.
    private(set) lazy var dayOfToday = (try? tree.root.read("Today.json")).flatMap { try? Metadata($0).date }

    /// The day that a link to Today is recorded for, if the link is older than what Today is now: a link that could not
    /// be made to lead to its own day still means that day.
    func recordedDay(ofTodayAt path: FilePath, in album: Folder) throws(FolderError) -> Day? {
        guard let link = try album.status(path.name), let today = try tree.root.status("Today.json"),
            link.modified < today.modified
        else { return nil }
        return record?.favorites.values.first { $0.links.contains(path) }?.date
    }

    func metadata(_ day: Day) -> Metadata? {
        if let metadata = setAside[day] { return metadata }
        if let known = known[day] { return known }
        if known.count == Self.few { known = [:] }
        let metadata = listing.days[day]?.hasMetadata == true ? try? tree.metadata(day) : nil
        known[day] = .some(metadata)
        return metadata
    }

    /// NASA's title, as far as the mirror has it.
    func title(_ day: Day) -> String? {
        metadata(day)?.title
    }

    /// The titles by which a name may call a day: the picture's own name and NASA's title.
    func titles(_ day: Day) -> [String] {
        let names = listing.days[day]?.files ?? []
        return names.compactMap { name in name.lastIndex(of: ".").map { String(name[..<$0]) } }
            + [title(day)].compactMap(\.self)
    }

    /// The visible name of the file that stands for the day; `nil` while there is none.
    func file(_ day: Day) -> FilePath? {
        guard let names = listing.days[day], names.hasMetadata, let first = names.files.first else { return nil }
        return FilePath(names.file(by: metadata(day)) ?? first)
    }

    /// Whether the file that stands for the day has that name.
    func isFile(_ name: ArraySlice<UInt8>, of day: Day) -> Bool {
        listing.days.isOnlyFile(name, of: day) || file(day)?.bytes.elementsEqual(name) == true
    }

    /// Whether a file has the very bytes of the day's picture.
    func isPicture(_ file: OpenFile, of day: Day) -> Bool {
        guard let sum = metadata(day)?.mirror.picture?.sha256 else { return false }
        return (try? SHA256.hash(file: file.descriptor)) == sum
    }

    /// Whether the day's picture stands in its month, whole.
    func hasPicture(of day: Day) throws(FolderError) -> Bool {
        guard let file = file(day), let picture = try tree.root.open(Tree.monthPath(day).appending(file)) else {
            return false
        }
        return isPicture(picture, of: day)
    }

    /// The reason why a day can be no favorite; `nil` where it can.
    package func refusal(of day: Day) -> Refusal? {
        if listing.days.hasMetadata(day) { return nil }
        if day > today { return .future(day) }
        guard day < .first || Day.withoutPicture.contains(day) || absent[day] != nil else { return nil }
        // The vault may have all that is left of the day.
        let isInVault = (try? tree.root.status(Tree.vault.appending("\(day).json"))) != nil
        return isInVault ? nil : .gap(day)
    }
}

/// An index of pictures by inode and length, made only when a regular file in `favorites/` asks for it.
struct PictureIndex {
    private var byIdentity: [FileStatus.Identity: Set<Day>] = [:]
    private var byLength: [Int64: Set<Day>] = [:]

    init(_ facts: MirrorFacts) {
        for month in facts.listing.months {
            let folder = try? facts.tree.root.folder(Tree.monthPath(month))
            for (day, names) in facts.listing.days[month: month] where names.hasMetadata {
                var length: Int64?
                for name in names.files {
                    guard let status = try? folder?.status(FilePath(name)) else { continue }
                    byIdentity[status.identity, default: []].insert(day)
                    byLength[status.bytes, default: []].insert(day)
                    length = status.bytes
                }
                // The picture may have been moved out of its month.
                if length == nil, let bytes = facts.metadata(day)?.mirror.picture?.bytes {
                    byLength[bytes, default: []].insert(day)
                }
            }
        }
    }

    /// Days whose picture is that very file, or is as long.
    func days(like status: FileStatus) -> Set<Day> {
        (byIdentity[status.identity] ?? []).union(byLength[status.bytes] ?? [])
    }
}
