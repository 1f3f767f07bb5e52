internal import CInotifyTools
internal import Folder
internal import Glibc

/// The process's one instance of inotify, through libinotifytools: only this type calls the library, and only on the
/// thread that has the turn (``WatchSession``).
struct Inotify {
    struct Event {
        /// The watch number; −1 where the event is of no particular folder.
        let watch: CInt
        let mask: UInt32
        /// The name in the watched folder; empty when the event is about the folder itself.
        let name: FilePath
    }

    /// The events that change what a folder holds. IN_ATTRIB is none: our own extended attributes would raise it.
    static let changes =
        IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF
        | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK

    private var watches = 0
    private var descriptor: CInt = -1

    init() throws(WatchError) {
        guard inotifytools_initialize() == 1 else { throw .noInstance(code: inotifytools_error()) }
        do throws(WatchError) {
            descriptor = try secureDescriptor()
        } catch {
            close()
            throw error
        }
        // Events that the former instance had read and not handed out are still in the library's buffer.
        while inotifytools_next_events(0, 1) != nil { continue }
    }

    func close() {
        inotifytools_cleanup()
    }

    /// Watches a folder that is not watched yet, and returns the number that its events carry. The path goes through
    /// the descriptor, so that no link can lead elsewhere and no name is too long.
    mutating func watch(_ folder: Folder, for events: CInt) throws(WatchError) -> CInt {
        watches += 1
        let path = folder.descriptorPath + Self.detour(watches)
        guard inotifytools_watch_file(path, events) == 1 else {
            throw .cannotWatch(folder.path, code: inotifytools_error())
        }
        return inotifytools_wd_from_filename(path)
    }

    /// Stops watching a folder, which may be deleted already. It bypasses the library, which would print an error for a
    /// deleted one; the library's own record of the folder stays until the instance ends.
    func unwatch(_ watch: CInt) {
        inotify_rm_watch(descriptor, watch)
    }

    /// A path from a folder to itself that is different for each number: the library finds a watch's number only by its
    /// path, and descriptors are reused.
    private static func detour(_ number: Int) -> String {
        String(number, radix: 2).map { $0 == "1" ? "./" : "/" }.joined()
    }

    /// Sleeps until there is an event.
    func next() throws(WatchError) -> Event {
        while true {
            // A timeout of zero would mean no limit too, but only in this call.
            if let event = try take(inotifytools_next_events(-1, 1)) { return event }
        }
    }

    /// The next event that is ready; `nil` when there is none.
    func nextAtOnce() throws(WatchError) -> Event? {
        try take(inotifytools_next_events(0, 1))
    }

    /// Copies the event, which the library's next call overwrites.
    private func take(_ event: UnsafeMutablePointer<inotify_event>?) throws(WatchError) -> Event? {
        guard let event else {
            let code = inotifytools_error()
            if code == 0 || code == EINTR { return nil }
            throw .system(action: "read", path: "the events of inotify", code: code)
        }
        // The name is the flexible array behind the struct, which Swift does not import; it is padded with zeros.
        let name = UnsafeRawBufferPointer(
            start: UnsafeRawPointer(event) + MemoryLayout<inotify_event>.size, count: Int(event.pointee.len))
        return Event(
            watch: event.pointee.wd, mask: event.pointee.mask, name: FilePath(bytes: Array(name.prefix { $0 != 0 })))
    }
}

// MARK: - Descriptor

extension Inotify {
    /// Secures the library's descriptor, which is private to it and inherited by children. The library aborts the
    /// process when the number is beyond what `select` can hold, so this comes before the first wait.
    ///
    /// - Returns: the descriptor, the process's only one of inotify.
    func secureDescriptor() throws(WatchError) -> CInt {
        var own: CInt = -1
        for descriptor in try descriptors() {
            guard descriptor < FD_SETSIZE else { throw .descriptorTooHigh(descriptor) }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            own = descriptor
        }
        return own
    }

    private func descriptors() throws(WatchError) -> [CInt] {
        do throws(FolderError) {
            guard let all = try Folder.open("/proc/self/fd") else { return [] }
            var found: [CInt] = []
            for entry in try all.entries() where try all.linkTarget(entry.name) == "anon_inode:inotify" {
                if let number = CInt(entry.name.description) { found.append(number) }
            }
            return found
        } catch {
            throw .folder(error)
        }
    }
}
