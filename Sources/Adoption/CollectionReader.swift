package import Folder

/// Reads a collection on a thread of its own, since the folder may be large, and its disk slow.
package actor CollectionReader {
    private nonisolated let thread = FileThread()

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    package init() {}

    /// - Parameter step: called with every name in the folder.
    package func read(
        _ path: String, beside mirror: Folder, step: @escaping @Sendable () -> Void
    ) throws -> PictureCollection {
        try PictureCollection(path, beside: mirror, step: step)
    }
}
