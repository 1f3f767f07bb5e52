internal import CInotifyTools
internal import Folder
internal import Glibc

/// The process's one instance of inotify, by way of libinotifytools: nothing else calls the library, and only the
/// thread that has the turn (``WatchSession``) comes here.
struct Inotify {
    struct Event {
        /// −1 where the event is of no folder in particular.
        let watch: CInt
        let mask: UInt32
        /// What the event is about in the watched folder; empty when it is about the folder itself.
        let name: FilePath
    }

    /// Everything that changes what a folder holds. Not IN_ATTRIB: our own extended attributes would raise it.
    static let changes =
        IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF
        | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK

    private var watches = 0
    /// The library keeps it to itself.
    private var descriptor: CInt = -1

    init() throws(WatchError) {
        guard inotifytools_initialize() == 1 else { throw .noInstance(code: inotifytools_error()) }
        do throws(WatchError) {
            descriptor = try secureDescriptor()
        } catch {
            close()
            throw error
        }
        // What the former instance had read and not handed out is still in the library's buffer.
        while inotifytools_next_events(0, 1) != nil { continue }
    }

    func close() {
        inotifytools_cleanup()
    }

    /// Watches a folder that is not watched yet, and returns the number its events carry. By its descriptor, so that
    /// no link can lead elsewhere and no name be too long.
    mutating func watch(_ folder: Folder, for events: CInt) throws(WatchError) -> CInt {
        watches += 1
        let path = folder.descriptorPath + Self.detour(watches)
        guard inotifytools_watch_file(path, events) == 1 else {
            throw .cannotWatch(folder.path, code: inotifytools_error())
        }
        return inotifytools_wd_from_filename(path)
    }

    /// Watches a folder no more; one that was deleted meanwhile is watched by nobody. Past the library, which would tell
    /// the terminal of those. Its own note of the folder stays until the instance ends.
    func unwatch(_ watch: CInt) {
        inotify_rm_watch(descriptor, watch)
    }

    /// A way from a folder to itself that no other number has: the library tells a watch's number only by the path it
    /// was made with, and descriptors come again.
    private static func detour(_ number: Int) -> String {
        String(number, radix: 2).map { $0 == "1" ? "./" : "/" }.joined()
    }

    /// Sleeps until there is an event.
    func next() throws(WatchError) -> Event {
        while true {
            // Zero would mean for ever too, but only here.
            if let event = try take(inotifytools_next_events(-1, 1)) { return event }
        }
    }

    /// `nil` when none lies ready.
    func nextAtOnce() throws(WatchError) -> Event? {
        try take(inotifytools_next_events(0, 1))
    }

    /// Copies the event: it is gone with the next call.
    private func take(_ event: UnsafeMutablePointer<inotify_event>?) throws(WatchError) -> Event? {
        guard let event else {
            let code = inotifytools_error()
            if code == 0 || code == EINTR { return nil }
            throw .system(action: "read", path: "the events of inotify", code: code)
        }
        // The flexible array behind the struct, which Swift does not import; padded with zeros.
        let name = UnsafeRawBufferPointer(
            start: UnsafeRawPointer(event) + MemoryLayout<inotify_event>.size, count: Int(event.pointee.len))
        return Event(
            watch: event.pointee.wd, mask: event.pointee.mask, name: FilePath(bytes: Array(name.prefix { $0 != 0 })))
    }
}
