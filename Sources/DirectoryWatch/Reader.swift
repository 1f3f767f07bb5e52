internal import CInotifyTools
internal import Folder

/// The watch thread's work: a series of inotify instances, each used until the folder itself vanished or events were
/// lost.
///
/// The folder may have been replaced, and after an overflow anything may have happened; the library notices neither. So
/// the instance is discarded and made anew, which takes a few milliseconds for a hundred albums, and arming it gives a
/// hint.
struct Reader {
    let place: Place
    let session: WatchSession
    let report: (Changes) -> Void
    /// The number of events after which a hint is given, however fast more arrive.
    private static let eventsInABurst = 4_096
    /// The deleted albums after which the instance is renewed, since the library forgets them only with its instance.
    private static let deletionsOfAnInstance = 1_000

    /// Returns when the session was stopped.
    func run() throws(WatchError) {
        try holdControl()
        while try serve() { continue }
    }

    private func holdControl() throws(WatchError) {
        guard let control = try opening({ () throws(FolderError) in try openRoot()?.folder(place.control) }) else {
            throw .noControl(path: place.shown(place.control))
        }
        session.hold(control)
    }

    /// Works with one instance; returns `true` when it must be renewed and `false` when the session was stopped.
    private func serve() throws(WatchError) -> Bool {
        var inotify = try Inotify()
        defer { inotify.close() }
        guard
            try session.withControl({ control throws(WatchError) in
                _ = try inotify.watch(control, for: IN_CLOSE_NOWRITE)
            })
        else { return false }
        var albums = Albums(place: place)
        let rootWatch = try watchRoot(&inotify, &albums)
        report(.anywhere)
        while true {
            var burst = Burst(place: place, rootWatch: rootWatch)
            burst.add(try inotify.next(), in: &albums)
            while burst.count < Self.eventsInABurst, let event = try inotify.nextAtOnce() {
                burst.add(event, in: &albums)
            }
            if session.isStopped { return false }
            if burst.isStale || albums.deletions >= Self.deletionsOfAnInstance { return true }
            if albums.isUnsettled { try burst.settle(&albums, with: &inotify, in: existingRoot()) }
            if !burst.changes.isNone { report(burst.changes) }
        }
    }

    private func watchRoot(_ inotify: inout Inotify, _ albums: inout Albums) throws(WatchError) -> CInt {
        let root = try existingRoot()
        // The root is watched first, so that no arrival or removal of the folder is missed.
        let rootWatch = try inotify.watch(root, for: Inotify.changes)
        _ = try albums.settle(with: &inotify, in: root)
        return rootWatch
    }

    /// The root, opened by its path each time: an open handle would keep a disk mounted here from being unmounted.
    private func existingRoot() throws(WatchError) -> Folder {
        guard let root = try opening(openRoot) else { throw .noRoot(path: place.root) }
        return root
    }

    private func openRoot() throws(FolderError) -> Folder? { try Folder.open(place.root) }

    private func opening(_ body: () throws(FolderError) -> Folder?) throws(WatchError) -> Folder? {
        do throws(FolderError) { return try body() } catch { throw .folder(error) }
    }
}
