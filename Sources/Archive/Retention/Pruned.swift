internal import Days
internal import Folder
internal import Glibc
internal import MirrorTree
internal import Store

/// `.apod-mirror/pruned/`: days on their way out. It looks like a month's folder, with the pictures, `metadata/`,
/// `metadata/published/` and `metadata/superseded/`, and holds days of any month: their names say which.
///
/// A day gets here in the reverse order of a commit, each step durable before the next: its sum goes, its JSON comes
/// here, then its picture, then its record and its former pictures. So the tree never names what is not there, and the
/// files here tell how far their day had come:
/// - JSON here, its picture here or still in its month: the day is whole and can go back (``bringBack(_:ofMonth:)``);
/// - JSON here and its picture nowhere: the owner took that, perhaps into `favorites/`, and the JSON tells what it is;
/// - a picture without JSON: the day was being removed for good, and goes.
///
/// Files of any other kind, which a user or another program put here, are left alone.
struct Pruned {
    static let path = Tree.own.appending("pruned")

    let root: Folder
    let saver: Saver
    let pictures: Folder
    let metadata: Folder
    let superseded: Folder
    let published: Folder

    init(_ tree: Tree) throws {
        (root, saver) = (tree.root, try tree.saver())
        pictures = try root.makeFolder(Self.path)
        metadata = try pictures.makeFolder("metadata")
        superseded = try metadata.makeFolder("superseded")
        published = try metadata.makeFolder(Tree.published)
    }

    struct PrunedFiles {
        var hasMetadata = false
        var pictures: [FilePath] = []
        var superseded: [FilePath] = []
        var hasRecord = false
    }

    func files() throws -> [Day: PrunedFiles] {
        var found: [Day: PrunedFiles] = [:]
        func add(_ folder: Folder, _ note: (inout PrunedFiles, FilePath) -> Void, _ day: (FilePath) -> Day?) throws {
            for entry in try folder.entries() where entry.kind == .file {
                if let day = day(entry.name) { note(&found[day, default: PrunedFiles()], entry.name) }
            }
        }
        try add(pictures, { $0.pictures.append($1) }, PictureName.day(of:))
        try add(superseded, { $0.superseded.append($1) }, PictureName.day(of:))
        try add(metadata, { files, _ in files.hasMetadata = true }, Tree.dayOfJSON(named:))
        try add(published, { files, _ in files.hasRecord = true }, Tree.dayOfJSON(named:))
        return found
    }

    /// Removes days for good, and all JSON before any picture: no JSON may be left that names a removed picture. The
    /// rest is not flushed: a picture that comes back after a power cut goes with the next start.
    func discard(_ days: [Day: PrunedFiles]) throws {
        for (day, files) in days where files.hasMetadata { try metadata.remove("\(day).json") }
        if days.values.contains(where: \.hasMetadata) { try metadata.sync() }
        for (day, files) in days {
            for name in files.pictures { try pictures.remove(name) }
            if files.hasRecord { try published.remove(Tree.recordName(day)) }
            for name in files.superseded { try superseded.remove(name) }
        }
    }

    /// Moves days of one month here: sums, JSON, pictures, records, former pictures, each durable before the next.
    /// Nothing is copied, so it needs no room, and a picture is one file under one name at every moment.
    func setAside(_ days: [DayFiles], ofMonth month: String) throws {
        guard let folder = try root.folder(Tree.monthPath(month)), let inMonth = try folder.folder("metadata")
        else { return }
        try forgetSums(days, inMonth)
        try inMonth.hand(days.map { "\($0.day).json" }, to: metadata)
        try folder.hand(days.compactMap(\.picture), to: pictures)
        let records = days.filter(\.hasRecord).map { Tree.recordName($0.day) }
        try inMonth.folder(Tree.published)?.hand(records, to: published)
        try inMonth.folder("superseded")?.hand(days.flatMap(\.superseded), to: superseded)
    }

    private func forgetSums(_ days: [DayFiles], _ metadata: Folder) throws {
        let both = try MonthSums.both(of: metadata)
        let names = days.flatMap {
            ["\(Tree.recordName($0.day))", $0.metadata.mirror.picture?.file].compactMap(\.self)
        }
        do {
            for sums in both {
                try sums.update(saver) { current in
                    for name in names { current.sums[name] = nil }
                }
                // The next file that is flushed may take this one's new name along and leave the folder's times behind, as
                // btrfs does. After a power cut the next start would know of nothing to mend.
                try metadata.sync()
            }
        } catch let error as FolderError where error.isDiskFull {
            // On a full disk the sums go, so that pictures can. Those of the days that stay come back.
            for sums in both { try sums.remove() }
            try metadata.sync()
        }
    }
}

extension Folder {
    /// Renames files into another folder, durable in both. A file that its owner took away meanwhile is left out.
    func hand(_ names: [FilePath], to folder: Folder) throws {
        if names.isEmpty { return }
        for name in names {
            do {
                try rename(name, to: name, in: folder)
            } catch {
                guard case .system(_, _, ENOENT) = error else { throw error }
            }
        }
        try folder.sync()
        try sync()
    }
}
