internal import Days
internal import Folder
internal import Hashing
internal import MirrorTree
internal import Pages

/// The meaning of a regular file in `favorites/`.
enum FileMeaning: Sendable {
    case picture(Day)
    case shortcut(Day)
    /// A thumbnail of ours, by its name.
    case thumbnail(Day, ThumbnailSize)
    case other(Day)
    case today
    case refused(Refusal)
}

extension FileMeaning {
    /// The meaning of a file under the name `path` has, wherever it lies at the moment. Opens the file only where its
    /// inode or length is a mirrored picture's, or where it is small enough for a shortcut.
    init(
        of name: FilePath, as path: FilePath, _ status: FileStatus, in album: Folder, _ facts: MirrorFacts,
        _ reading: LinkReading
    ) throws(FolderError) {
        let candidates = facts.days(like: status)
        if !candidates.isEmpty, let file = try album.open(name) {
            let sum = try? SHA256.hash(file: file.descriptor)
            if let day = candidates.sorted().last(where: { facts.metadata($0)?.mirror.picture?.sha256 == sum }) {
                self = .picture(day)
                return
            }
        }
        if let (day, size) = Self.thumbnail(named: path, facts) {
            self = .thumbnail(day, size)
            return
        }
        let named = Self.day(named: path, facts)
        if status.bytes <= ShortcutFile.mostBytes, let bytes = try album.read(name),
            let shortcut = ShortcutFile(name: path.name, bytes: bytes)
        {
            self = Self.meaning(of: shortcut, at: path, named: named, reading)
        } else if let named, facts.refusal(of: named) == nil, facts.listing.days[named] != nil {
            self = .other(named)
        } else {
            self = .refused(.noPicture)
        }
    }

    /// The thumbnail that a name such as `2026-11-20.320.jpg` means, also with what file managers add to it.
    private static func thumbnail(named path: FilePath, _ facts: MirrorFacts) -> (Day, ThumbnailSize)? {
        let name = path.name
        guard let day = PictureName.day(of: name), facts.listing.isPresent(day) else { return nil }
        for size in ThumbnailSize.allCases {
            let beginning = "\(day).\(size.rawValue)"
            let rest = name.bytes.dropFirst(beginning.utf8.count)
            guard name.bytes.starts(with: beginning.utf8), rest.suffix(4).is(".jpg") else { continue }
            if NameDecoration.isDecoration(rest) { return (day, size) }
        }
        return nil
    }

    /// A bare date is no picture's name, unless a picture is named so: it may be a diary's.
    private static func day(named path: FilePath, _ facts: MirrorFacts) -> Day? {
        let name = EntryName(path)
        if let day = name.bareDate { return facts.file(day) == path.name ? day : nil }
        return name.day(titles: facts.titles)
    }

    private static func meaning(
        of shortcut: ShortcutFile, at path: FilePath, named: Day?, _ reading: LinkReading
    ) -> FileMeaning {
        switch reading.meaning(of: shortcut, at: path) {
        case .day(let day): .shortcut(day)
        case .today: .today
        case .named, .entry: named.map { .shortcut($0) } ?? .refused(.noPicture)
        // The shortcut leads elsewhere whatever it is called, and may be all that the owner has of that address.
        case .refused(let refusal): named.map { .other($0) } ?? .refused(refusal)
        }
    }
}

/// A cache of what regular files in `favorites/` mean, valid until the file or the mirror changes.
package struct FileMemory {
    private var known: [Found: FileMeaning] = [:]

    package init() {}

    struct Found: Hashable {
        var path: FilePath
        var status: FileStatus
    }

    /// Empties the cache, since the mirror has other pictures now.
    mutating func forget() {
        known = [:]
    }

    /// Only the files of this pass are worth remembering.
    mutating func keep(_ used: Set<Found>) {
        known = known.filter { used.contains($0.key) }
    }

    mutating func meaning(
        of path: FilePath, _ status: FileStatus, in album: Folder, _ facts: MirrorFacts, _ reading: LinkReading
    ) throws(FolderError) -> FileMeaning {
        let found = Found(path: path, status: status)
        if let meaning = known[found] { return meaning }
        let meaning = try FileMeaning(of: path.name, as: path, status, in: album, facts, reading)
        known[found] = meaning
        return meaning
    }
}
