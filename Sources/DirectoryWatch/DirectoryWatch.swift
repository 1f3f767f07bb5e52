public import Folder

/// Hints that files changed in a folder or below it, and where.
///
/// A hint is never a fact: it says which names to scan again, not what happened. The first hint names nothing and comes
/// when the watch is armed. A consumer that then scans everything, and later the names of every hint, misses no change:
/// the system queues an event before the call that caused it returns. Later hints come at once after a burst of events,
/// and those that arrive while the consumer is busy are merged into one.
///
/// Besides the folder with its albums (sub-folders to any depth; no dot-folders, no mounts inside, nothing behind a
/// symbolic link), the root above it is watched: for the folder itself to go, come or be replaced, and for the other
/// names that the caller asks for. The folder may be missing; the root and the control folder must exist.
///
/// Each iteration is a watch with its own thread, which ends with the iteration. libinotifytools holds one instance a
/// process, so a second watch is armed only when the first has ended and cleaned up.
public struct DirectoryWatch: Sendable {
    let place: Place
    let forcedMode: Mode?

    /// - Parameters:
    ///   - root: The mirror's root, by a path its owner chose.
    ///   - folder: The name of the folder in the root.
    ///   - control: The path below the root of a private folder, by which a sleeping watch is woken to end. It stays
    ///     open during an iteration; nothing is written there.
    ///   - matters: Whether it is worth a hint when this other name in the root comes, goes or is written. Asked on
    ///     the watch's thread.
    public init(
        root: String, folder: FilePath, control: FilePath, matters: @escaping @Sendable (_ name: FilePath) -> Bool
    ) {
        self.init(root: root, folder: folder, control: control, mode: nil, matters: matters)
    }

    init(
        root: String, folder: FilePath, control: FilePath, mode: Mode?,
        matters: @escaping @Sendable (_ name: FilePath) -> Bool
    ) {
        place = Place(root: root, folder: folder, control: control, matters: matters)
        forcedMode = mode
    }
}

struct Place: Sendable {
    let root: String
    let folder: FilePath
    let control: FilePath
    let matters: @Sendable (FilePath) -> Bool

    func shown(_ path: FilePath) -> String { "\(root)/\(path)" }
}
