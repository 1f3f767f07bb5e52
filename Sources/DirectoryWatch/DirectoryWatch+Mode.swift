internal import Folder

extension DirectoryWatch {
    /// How changes are noticed.
    public enum Mode: Hashable, Sendable {
        case inotify
        /// A hint every so often, where inotify cannot see what others do: on network and FUSE mounts.
        case rescan(every: Duration)
    }

    /// How an iteration that starts now would notice changes. This looks at the disk.
    public var mode: Mode {
        if let forcedMode { return forcedMode }
        // Whatever cannot be opened here is told with its reason when the watch is armed.
        guard let root = try? Folder.open(place.root) else { return .inotify }
        let folder = try? root.folder(place.folder)
        return (folder ?? root).isRemote ? .rescan(every: .seconds(15)) : .inotify
    }
}
