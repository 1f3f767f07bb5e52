/// Tells whether anything was mounted or unmounted at a path, above or below it, in this process's mount namespace.
///
/// The caller asks when the process is awake anyway. Polling `/proc/self/mountinfo` would wake it for every mount of
/// the machine, and inotify reports no mounts.
public final class MountWatch: Sendable {
    private let path: String
    private let known: Monitor<[Mounts.Mount]>

    public init(around path: String) {
        self.path = path
        known = Monitor(Mounts.ofProcess.around(path))
    }

    /// Whether the mounts differ from those at the last call.
    public func hasChanged() -> Bool {
        let now = Mounts.ofProcess.around(path)
        return known.withLock { known in
            defer { known = now }
            return known != now
        }
    }
}
