internal import Days
internal import Folder
internal import Hashing
internal import MirrorTree

/// The meaning of an entry of `favorites/`, whoever asks for it.
enum EntryMeaning: Equatable, Sendable {
    case day(Day, FavoritesEntry.Form)
    /// The picture of today, whichever day that is.
    case today(FavoritesEntry.Form)
    /// The meaning of another entry, to which the link's target leads.
    case entry(FilePath, target: FilePath)
    case refused(Refusal)
}

/// Reads what entries mean. Nothing is followed: a link is read as text, and a file is opened only where it may be a
/// picture of the mirror or a shortcut.
struct EntryReading {
    let facts: MirrorFacts
    let reading: LinkReading

    /// The meaning of a link at `path`, wherever it lies at the moment.
    func meaning(ofLinkAt path: FilePath, to target: FilePath) -> EntryMeaning {
        switch reading.meaning(ofLinkAt: path, to: target) {
        case .day(let day): return .day(day, .link(to: target))
        case .today: return .today(.link(to: target))
        case .entry(let other): return .entry(other, target: target)
        case .named: return dayInName(of: path).map { .day($0, .link(to: target)) } ?? .refused(.noPicture)
        case .refused(let refusal): return .refused(refusal)
        }
    }

    /// The day of a link that has the form, the target and a name that the mirror itself gives; `nil` of any other. Nearly
    /// all of thousands are such.
    func day(ofTidyLinkAt path: FilePath, to target: FilePath) -> Day? {
        let name = target.bytes.lastIndex(of: UInt8(ascii: "/")).map { target.bytes[($0 + 1)...] }
        guard let name, let day = FavoriteLink.day(of: target, at: path), facts.isFile(name, of: day),
            path.name.bytes.elementsEqual(name) || !EntryName(path).isPlaceholder
        else { return nil }
        return day
    }

    /// The day that the name of a link says which leads to nothing that does.
    func dayInName(of path: FilePath) -> Day? { EntryName(path).day(titles: facts.titles) }

    /// The meaning of a file under the name `path` has, wherever it lies at the moment. Opens the file only where its
    /// inode or length is a mirrored picture's, or where it is small enough for a shortcut.
    func meaning(
        ofFile name: FilePath, as path: FilePath, _ status: FileStatus, in album: Folder
    ) throws(FolderError) -> EntryMeaning {
        let candidates = facts.index.days(like: status)
        if !candidates.isEmpty, let file = try album.open(name) {
            let sum = try? SHA256.hash(file: file.descriptor)
            if let day = candidates.sorted().last(where: { facts.metadata($0)?.mirror.picture?.sha256 == sum }) {
                return .day(day, .picture(status))
            }
        }
        let named = day(named: path)
        if status.bytes <= ShortcutFile.mostBytes, let bytes = try album.read(name),
            let shortcut = ShortcutFile(name: path.name, bytes: bytes)
        {
            return meaning(of: shortcut, at: path, status, named: named)
        }
        guard let named, facts.refusal(of: named) == nil, facts.listing.days[named] != nil else {
            return .refused(.noPicture)
        }
        return .day(named, .other)
    }

    private func meaning(
        of shortcut: ShortcutFile, at path: FilePath, _ status: FileStatus, named: Day?
    ) -> EntryMeaning {
        switch reading.meaning(of: shortcut, at: path) {
        case .day(let day): .day(day, .shortcut(status))
        case .today: .today(.shortcut(status))
        case .named, .entry: named.map { .day($0, .shortcut(status)) } ?? .refused(.noPicture)
        // The shortcut leads elsewhere whatever it is called, and may be all that the owner has of that address.
        case .refused(let refusal): named.map { .day($0, .other) } ?? .refused(refusal)
        }
    }

    /// A bare date is no picture's name, unless a picture is named so: it may be a diary's.
    private func day(named path: FilePath) -> Day? {
        let name = EntryName(path)
        if let day = name.bareDate { return facts.file(day) == path.name ? day : nil }
        return name.day(titles: facts.titles)
    }
}

/// The meanings of regular files as the last scan read them, valid until the file or the mirror changes: a picture of
/// 25 MB is not hashed at every event.
package struct FileMemory {
    private var known: [FilePath: (status: FileStatus, meaning: EntryMeaning)] = [:]
    private var seen: [FilePath: (status: FileStatus, meaning: EntryMeaning)] = [:]

    package init() {}

    /// Only the files of one scan are worth remembering.
    mutating func endScan() {
        known = seen
        seen = [:]
    }

    mutating func meaning(
        of path: FilePath, _ status: FileStatus, in album: Folder, _ reading: EntryReading
    ) throws(FolderError) -> EntryMeaning {
        let meaning: EntryMeaning
        if let former = known[path], former.status == status {
            meaning = former.meaning
        } else {
            meaning = try reading.meaning(ofFile: path.name, as: path, status, in: album)
        }
        seen[path] = (status, meaning)
        return meaning
    }
}
