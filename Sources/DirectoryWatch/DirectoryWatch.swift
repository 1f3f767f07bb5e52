public import Folder

/// Hints that something changed in a folder or below it, and where.
///
/// A hint is never a fact: it says "look there again", not what happened. The first one, which names nothing, comes when
/// the watch is armed, so whoever looks at everything then, and at the names of every hint after that, has missed nothing:
/// the system queues an event before the call that caused it returns. Later ones come at once after a burst of events,
/// and as many as come while the consumer is busy are one.
///
/// Besides the folder with its albums (sub-folders to any depth; no dot-folders, no mounts inside, nothing behind a
/// symbolic link), the root above it is watched: for the folder itself to go, come or be replaced, and for the other
/// names that the caller asks for. The folder need not be there; the root and the control folder must.
///
/// Each iteration is a watch of its own with a thread of its own, which ends with the iteration. libinotifytools
/// holds one instance a process, so a second watch is armed only when the first has ended and put its things away.
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

/// What is watched.
struct Place: Sendable {
    let root: String
    let folder: FilePath
    let control: FilePath
    let matters: @Sendable (FilePath) -> Bool

    func shown(_ path: FilePath) -> String { "\(root)/\(path)" }
}
