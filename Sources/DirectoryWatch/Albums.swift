internal import Folder
internal import Glibc

/// The folder and its albums, as far as one instance watches them.
struct Albums {
    private let place: Place
    /// Devices and inodes. An inode names a folder only until that is deleted; the instance ends then, and this too.
    private var watched: Set<FileStatus.Identity> = []

    init(place: Place) {
        self.place = place
    }

    /// Watches what is not watched yet. Each folder is watched before it is listed: what comes later is an event.
    mutating func watch(with inotify: Inotify, in root: Folder) throws(WatchError) {
        var device: UInt64?
        var unvisited = [place.folder]
        while let path = unvisited.popLast() {
            guard let (folder, identity) = try reach(path, { () throws(FolderError) in try open(path, in: root) }),
                // A mount inside is not entered.
                identity.device == device ?? identity.device
            else { continue }
            device = identity.device
            if watched.insert(identity).inserted { _ = try inotify.watch(folder, for: Inotify.changes) }
            unvisited += try reach(path) { () throws(FolderError) in try albums(in: folder, path) } ?? []
        }
    }

    private func open(
        _ path: FilePath, in root: Folder
    ) throws(FolderError) -> (Folder, FileStatus.Identity)? {
        guard let folder = try root.folder(path) else { return nil }
        return (folder, try folder.status().identity)
    }

    private func albums(in folder: Folder, _ path: FilePath) throws(FolderError) -> [FilePath] {
        try folder.entries()
            .filter { $0.kind == .folder && $0.name.bytes.first != UInt8(ascii: ".") }
            .map { path.appending($0.name) }
    }

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
