internal import CInotifyTools
internal import Folder
internal import Glibc

/// The folder and its albums, as far as one instance watches them.
///
/// What comes or goes costs the same however many albums there are. One that moves makes the paths below it wrong;
/// the instance ends then, and this too.
struct Albums {
    private struct Album {
        let path: FilePath
        let identity: FileStatus.Identity
    }

    private let place: Place
    /// By the number that events carry. The kernel never gives a number twice.
    private var albums: [CInt: Album] = [:]
    /// Where a watched inode was last seen. It names a folder only until that is deleted, and may be another's already
    /// while the event which says so is still to come: then it is looked for again.
    private var lastSeen: [FileStatus.Identity: FilePath] = [:]
    private var unvisited: [FilePath]
    /// Albums that were deleted: the library keeps what it knew of them.
    private(set) var deletions = 0

    init(place: Place) {
        self.place = place
        unvisited = [place.folder]
    }

    /// A folder came into an album, or an album went.
    mutating func note(_ event: Inotify.Event) {
        guard let album = albums[event.watch] else { return }
        if event.mask & UInt32(IN_IGNORED) != 0 {
            albums[event.watch] = nil
            deletions += 1
            if let path = lastSeen.removeValue(forKey: album.identity) { unvisited.append(path) }
        } else if Self.isAlbum(event.name) {
            unvisited.append(album.path.appending(event.name))
        }
    }

    /// Watches what is not watched yet. Each folder is watched before it is listed: what comes later is an event.
    mutating func watch(with inotify: inout Inotify, in root: Folder) throws(WatchError) {
        while let path = unvisited.popLast() {
            guard let (folder, identity) = try reach(path, { () throws(FolderError) in try open(path, in: root) })
            else { continue }
            let isWatched = lastSeen.updateValue(path, forKey: identity) != nil
            if isWatched { continue }
            albums[try inotify.watch(folder, for: Inotify.changes)] = Album(path: path, identity: identity)
            unvisited += try reach(path) { () throws(FolderError) in try below(folder, path) } ?? []
        }
    }

    /// A mount inside is not entered, and not even opened: one whose server is gone would never answer.
    private func open(
        _ path: FilePath, in root: Folder
    ) throws(FolderError) -> (Folder, FileStatus.Identity)? {
        guard let top = try root.folder(place.folder) else { return nil }
        let below = FilePath(bytes: Array(path.bytes.dropFirst(place.folder.bytes.count + 1)))
        guard let folder = below.bytes.isEmpty ? top : try top.folderOnThisMount(below) else { return nil }
        return (folder, try folder.status().identity)
    }

    private func below(_ folder: Folder, _ path: FilePath) throws(FolderError) -> [FilePath] {
        try folder.entries().filter { $0.kind == .folder && Self.isAlbum($0.name) }.map { path.appending($0.name) }
    }

    private static func isAlbum(_ name: FilePath) -> Bool { name.bytes.first != UInt8(ascii: ".") }

    /// `nil` for what is gone, a link or a file by now, and for an album that cannot be read: those the scan names.
    /// What would leave the watch blind as a whole is an error.
    private func reach<Result>(
        _ path: FilePath, _ body: () throws(FolderError) -> Result?
    ) throws(WatchError) -> Result? {
        do throws(FolderError) {
            return try body()
        } catch {
            guard case .system(_, _, let code) = error, code != ENOENT else { return nil }
            if path == place.folder || [EMFILE, ENFILE, ENOMEM].contains(code) { throw .folder(error) }
            return nil
        }
    }
}
