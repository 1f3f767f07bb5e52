/// Whether something was mounted or unmounted at a path, above or below it, in this process's view of the machine.
///
/// It is looked at when the process is awake anyway. The kernel wakes whoever polls `/proc/self/mountinfo` for every mount
/// of the machine, and inotify tells of no mount at all: an idle mirror is not to be woken by the mounts of others.
public final class MountWatch: Sendable {
    private let path: String
    private let known: Monitor<[Mounts.Mount]>

    public init(around path: String) {
        self.path = path
        known = Monitor(Mounts.ofProcess.around(path))
    }

    /// Whether that is other than it was at the last call.
    public func hasChanged() -> Bool {
        let now = Mounts.ofProcess.around(path)
        return known.withLock { known in
            defer { known = now }
            return known != now
        }
    }
}
