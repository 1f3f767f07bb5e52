internal import CInotifyTools
internal import Folder
internal import Glibc

/// The folder and its albums, as far as one instance watches them: a tree of the numbers that events carry.
///
/// An album that moves takes with it what lies below, for only its own place in the tree is another; one that leaves is
/// let go. So what comes, moves or goes costs the same however many albums there are.
struct Albums {
    private struct Album {
        /// `nil` for the folder itself.
        var spot: Spot?
        let identity: FileStatus.Identity
    }

    /// A name in a watched folder.
    private struct Spot: Hashable {
        let above: CInt
        let name: FilePath
    }

    private let place: Place
    /// By the number that events carry. The kernel never gives a number twice.
    private var albums: [CInt: Album] = [:]
    /// Which number a watched inode has. It is that of an album only until that is deleted, and may be another's already
    /// while the event which says so is still to come: then it is looked for again.
    private var numbers: [FileStatus.Identity: CInt] = [:]
    /// Where albums came; `nil` for the folder itself.
    private var unvisited: [Spot?] = [nil]
    /// Albums that left their places and have come to no other yet.
    private var adrift: Set<CInt> = []
    /// Albums that are watched no more: the library keeps what it knew of them.
    private(set) var deletions = 0

    /// Whether something came or left since ``settle(with:in:)``.
    var isUnsettled: Bool { !unvisited.isEmpty || !adrift.isEmpty }

    private static let arrived = UInt32(IN_CREATE | IN_MOVED_TO)

    init(place: Place) {
        self.place = place
    }

    /// Takes note of what came and went; returns the path that the event is about, `nil` where nobody can see it.
    mutating func note(_ event: Inotify.Event) -> FilePath? {
        if event.mask & UInt32(IN_IGNORED) != 0 { return forget(event.watch) }
        guard !event.name.bytes.isEmpty else { return nil }
        if event.mask & UInt32(IN_ISDIR) != 0, Self.isAlbum(event.name) {
            let spot = Spot(above: event.watch, name: event.name)
            if event.mask & Self.arrived != 0 { unvisited.append(spot) }
            if event.mask & UInt32(IN_MOVED_FROM) != 0, let left = albums.first(where: { $0.value.spot == spot }) {
                adrift.insert(left.key)
            }
        }
        return path(of: event.watch).map { $0.bytes.isEmpty ? event.name : $0.appending(event.name) }
    }

    /// An album is watched no more; another may have its inode and its place.
    private mutating func forget(_ number: CInt) -> FilePath? {
        let path = path(of: number)
        guard let album = albums.removeValue(forKey: number) else { return nil }
        adrift.remove(number)
        deletions += 1
        if numbers[album.identity] == number {
            numbers[album.identity] = nil
            if let spot = album.spot { unvisited.append(spot) }
        }
        return path
    }

    /// Watches what is not watched yet, each folder before it is listed: what comes later is an event. Then lets go of
    /// what came to no other place. Returns the albums that are watched from now on: what they hold came unseen.
    mutating func settle(with inotify: inout Inotify, in root: Folder) throws(WatchError) -> [FilePath] {
        var watched: [FilePath] = []
        while let spot = unvisited.popLast() {
            guard let path = path(of: spot),
                let (folder, identity) = try reach(path, { () throws(FolderError) in try open(path, in: root) })
            else { continue }
            if let number = numbers[identity] {
                albums[number]?.spot = spot
                adrift.remove(number)
                continue
            }
            let number = try inotify.watch(folder, for: Inotify.changes)
            albums[number] = Album(spot: spot, identity: identity)
            numbers[identity] = number
            if spot != nil { watched.append(path) }
            unvisited += try reach(path) { () throws(FolderError) in try below(folder, number) } ?? []
        }
        if !adrift.isEmpty { letGo(inotify) }
        return watched
    }

    private mutating func letGo(_ inotify: Inotify) {
        for (number, album) in albums where path(of: number) == nil {
            inotify.unwatch(number)
            albums[number] = nil
            if numbers[album.identity] == number { numbers[album.identity] = nil }
            deletions += 1
        }
        adrift = []
    }

    // MARK: - Paths

    /// Below the folder, empty for itself; `nil` for what is adrift.
    private func path(of number: CInt) -> FilePath? {
        var names: [ArraySlice<UInt8>] = []
        var next = number
        while let album = albums[next], !adrift.contains(next) {
            guard let spot = album.spot else { return FilePath(names: names.reversed()) }
            names.append(spot.name.bytes[...])
            next = spot.above
        }
        return nil
    }

    private func path(of spot: Spot?) -> FilePath? {
        guard let spot else { return "" }
        return path(of: spot.above).map { $0.bytes.isEmpty ? spot.name : $0.appending(spot.name) }
    }

    /// A mount inside is not entered, and not even opened: one whose server is gone would never answer.
    private func open(
        _ path: FilePath, in root: Folder
    ) throws(FolderError) -> (Folder, FileStatus.Identity)? {
        guard let top = try root.folder(place.folder),
            let folder = path.bytes.isEmpty ? top : try top.folderOnThisMount(path)
        else { return nil }
        return (folder, try folder.status().identity)
    }

    private func below(_ folder: Folder, _ number: CInt) throws(FolderError) -> [Spot] {
        try folder.entries().filter { $0.kind == .folder && Self.isAlbum($0.name) }
            .map { Spot(above: number, name: $0.name) }
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
            if path.bytes.isEmpty || [EMFILE, ENFILE, ENOMEM].contains(code) { throw .folder(error) }
            return nil
        }
    }
}
