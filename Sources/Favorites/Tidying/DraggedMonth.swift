internal import Days
internal import Folder
internal import MirrorTree
internal import Settings

/// Brings a whole month that was dragged into `favorites/` back to its place, with its metadata and its page. An album
/// of links to all its pictures takes its place.
///
/// All users of a shared mirror may make and rename folders in `favorites/`, so a month comes back as a whole only if
/// none but the mirror's owner can have written into it. Otherwise it stays an album, whose pictures are judged singly.
///
/// The album is made under a hidden name and exchanged for the month, so that no picture is ever without a name. The
/// month is judged in ``waitingRoom``, where no other user can exchange it, before it gets its place. After a crash in
/// between, the next start finds the month there or under the hidden name, and goes on.
struct DraggedMonth {
    let favorites: Folder
    let tree: Tree

    private var root: Folder { tree.root }

    /// Returns whether the month is in its place again. A copy, whose month still stands there, is left alone, and so
    /// is a month that a user has renamed to another.
    func bringBack(_ path: FilePath) throws -> Bool {
        let name = path.name.description
        guard let above = try favorites.album(path.album), try root.folder(Tree.monthPath(name)) == nil,
            let month = try above.folderOnThisMount(path.name), ownersMonth(in: month) == name
        else { return false }
        let hidden = Leftover.name(for: path.name)
        let album = try above.makeFolder(hidden)
        for entry in try month.entries() where entry.kind == .file {
            guard let day = Listing.day(of: entry.name), day.month == name else { continue }
            _ = try FavoriteLink.make(entry.name, to: day, file: entry.name, in: album, album: path)
        }
        try album.sync()
        guard try above.exchange(visible: path.name, hidden: hidden) else {
            // A disk may refuse to exchange names: a month without an album is then better than a mirror without it.
            return try place(path.name, name, from: above)
        }
        return try place(hidden, name, from: above)
    }

    /// Finishes a return that was cut short, from what it has left: the month, or the album that was to take its place.
    func finish(_ path: FilePath) throws -> Bool {
        guard let above = try favorites.album(path.album), let folder = try above.folderOnThisMount(path.name) else {
            return false
        }
        let entries = try folder.entries()
        guard let month = ownersMonth(in: folder), FavoritesSurvey.isMonth(FilePath(month), holding: entries),
            try root.folder(Tree.monthPath(month)) == nil
        else {
            // An album of nothing but links is removed: they are made again.
            guard entries.allSatisfy({ $0.kind == .symlink }) else { return false }
            for entry in entries { try folder.remove(entry.name) }
            return above.removeEmptyFolder(path.name)
        }
        return try place(path.name, month, from: above)
    }

    /// Moves the months that a start finds in the waiting room to where they belong.
    func finishWaiting() throws {
        for entry in try root.folder(Self.waitingRoom)?.entries() ?? [] {
            _ = try settle(entry.name)
        }
    }

    // MARK: - The place of a month

    /// A folder that only the mirror's owner can enter.
    private static let waitingRoom = Tree.own.appending("returning")

    private func place(_ name: FilePath, _ month: String, from above: Folder) throws -> Bool {
        let waiting = try root.makeFolder(Self.waitingRoom)
        guard try above.move(name, to: FilePath(month), in: waiting) else { return false }
        try above.sync()
        return try settle(FilePath(month))
    }

    /// Moves the month from the waiting room to its place, and returns whether it is there. Anything else goes back.
    private func settle(_ name: FilePath) throws -> Bool {
        let waiting = try root.makeFolder(Self.waitingRoom)
        let path = Tree.monthPath(name.description)
        if let folder = try waiting.everybodysFolder(name), ownersMonth(in: folder) == name.description,
            try root.folder(path) == nil
        {
            let year = try root.makeFolder(path.album)
            if try waiting.move(name, to: name, in: year) {
                try year.sync()
                return true
            }
        }
        if try waiting.move(name, to: favorites.freeName(name), in: favorites) { try favorites.sync() }
        return false
    }

    /// The month that a folder is, if only the mirror's owner and root can have put anything into it. `nil` for a
    /// folder that cannot be read: another user may have closed it.
    private func ownersMonth(in folder: Folder) -> String? {
        (try? isOwnersAlone(folder)) == true ? (try? month(in: folder)) ?? nil : nil
    }

    /// The month that all days in the folder are of; `nil` where they are of several, or there are none.
    private func month(in folder: Folder) throws -> String? {
        let names = try folder.entries() + (folder.folderOnThisMount("metadata")?.entries() ?? [])
        let months = Set(names.compactMap { PictureName.day(of: $0.name)?.month })
        return months.count == 1 ? months.first : nil
    }

    // MARK: - Whose it is

    /// Whether only the mirror's owner and root can have put anything into the folder.
    private func isOwnersAlone(_ folder: Folder) throws -> Bool {
        try isOwnersAlone(folder, MonthTrust(root), depth: 0)
    }

    private func isOwnersAlone(_ folder: Folder, _ trust: MonthTrust, depth: Int) throws -> Bool {
        // A month has folders two deep: metadata/superseded/.
        guard depth <= 2, trust.holds(for: try folder.writeAccess(), inside: try folder.writeAccessInside()) else {
            return false
        }
        for entry in try folder.entries() {
            switch entry.kind {
            case .symlink: continue
            case .other: return false
            case .folder:
                guard let below = try folder.folderOnThisMount(entry.name),
                    try isOwnersAlone(below, trust, depth: depth + 1)
                else { return false }
            case .file:
                guard let file = try folder.open(entry.name), trust.holds(for: try file.writeAccess()) else {
                    return false
                }
            }
        }
        return true
    }
}

/// The rule that says which folders and files only the mirror's owner and root can have written.
private struct MonthTrust {
    private let owners: Owners?
    private let groupOfOne: UInt32?
    /// Whether every user may write into the mirror itself, as on disks without users: a month needs no protection.
    private let isMirrorOpen: Bool

    init(_ root: Folder) throws {
        owners = root.owners
        groupOfOne = UserAccount.ofProcess()?.groupOfOne
        isMirrorOpen = Self.isOpen(try root.writeAccess(), try root.writeAccessInside(), groupOfOne)
    }

    /// - Parameter inside: The users who may write to files that are made in a folder.
    func holds(for access: WriteAccess, inside: WriteAccess? = nil) -> Bool {
        owners?.users.contains(access.owner) != false && (isMirrorOpen || !Self.isOpen(access, inside, groupOfOne))
    }

    /// Whether another user than the owner may write there.
    private static func isOpen(_ access: WriteAccess, _ inside: WriteAccess?, _ groupOfOne: UInt32?) -> Bool {
        let trust = FolderTrust(user: access.owner, groupOfOne: groupOfOne)
        return trust.stranger(access, isLast: true) != nil || trust.stranger(inside: inside) != nil
    }
}
