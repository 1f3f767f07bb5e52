internal import CInotifyTools
internal import Folder
internal import Glibc

/// The folder and its albums that one inotify instance watches, as a tree of watch numbers.
///
/// Only an album's own place in the tree changes when it moves, and all below moves with it; an album that leaves is
/// unwatched. So an arrival, a move or a removal costs the same however many albums there are.
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
    /// The albums by the watch number that events carry. The kernel never gives a number twice.
    private var albums: [CInt: Album] = [:]
    /// The watch number of each watched inode. A deleted album's inode may belong to a new album before the event of
    /// the deletion arrives; the place is visited again then.
    private var numbers: [FileStatus.Identity: CInt] = [:]
    /// The places of new albums; `nil` for the folder itself.
    private var unvisited: [Spot?] = [nil]
    /// Albums that left their places and have not arrived at another yet.
    private var adrift: Set<CInt> = []
    /// The number of albums that are no longer watched: the library keeps its records of them.
    private(set) var deletions = 0

    /// Whether an album came or left since ``settle(with:in:)``.
    var isUnsettled: Bool { !unvisited.isEmpty || !adrift.isEmpty }

    private static let arrived = UInt32(IN_CREATE | IN_MOVED_TO)

    init(place: Place) {
        self.place = place
    }

    /// Records arrivals and departures; returns the path that the event is about, `nil` where it is not in the tree.
    mutating func apply(_ event: Inotify.Event) -> FilePath? {
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

    /// Forgets an album that is no longer watched. Another may have its inode and its place, which is visited again.
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

    /// Watches new albums, each before it is listed, so that later changes in it are events; then unwatches albums that
    /// arrived nowhere. Returns the new albums, whose content came without events.
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

    /// The path below the folder, empty for the folder itself; `nil` for an album that is adrift.
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

    /// A mount inside is not even opened: one whose server is gone would never answer.
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

    /// Returns `nil` for a folder that is gone, a link or a file by now, or cannot be read; the scan reports those.
    /// Errors that would make the whole watch blind are thrown.
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
