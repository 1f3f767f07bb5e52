internal import Folder

extension DirectoryWatch {
    /// The way in which changes are noticed.
    public enum Mode: Hashable, Sendable {
        case inotify
        /// A hint at each interval, where inotify does not see other machines' changes: on network and FUSE mounts.
        case rescan(every: Duration)
    }

    /// The way in which an iteration that starts now would notice changes. This reads the disk.
    public var mode: Mode {
        if let forcedMode { return forcedMode }
        // A folder that cannot be opened here is reported with its reason when the watch is armed.
        guard let root = try? Folder.open(place.root) else { return .inotify }
        let folder = try? root.folder(place.folder)
        return (folder ?? root).isRemote ? .rescan(every: .seconds(15)) : .inotify
    }
}
