package import Folder

/// What a file says, for as long as it is the very file that was read or written: to read ten thousand favorites takes
/// longer than to look whether anybody else wrote them.
package struct KnownFile<Value> {
    private var last: (status: FileStatus, value: Value)?
    /// Whether it had to be read when it was last asked for: somebody else may have written it.
    package private(set) var wasRead = false

    package init() {}

    /// What the file says now.
    ///
    /// - Parameter status: What the file system knows of it now.
    mutating func value(_ status: FileStatus, reading: () throws -> Value) rethrows -> Value {
        wasRead = true
        if let last, last.status == status, !Self.mayHideAnother(status.changed) {
            wasRead = false
            return last.value
        }
        // Of two generations only one is held at a time.
        last = nil
        let value = try reading()
        last = (status, value)
        return value
    }

    /// What was just written is known, not read.
    package mutating func note(_ value: Value, as status: FileStatus) {
        last = (status, value)
    }

    /// A second change in one tick of a fine clock is no more than this process's own.
    private static func mayHideAnother(_ change: Int64) -> Bool {
        FileStatus.isCoarse(change) && !FileStatus.isOver(change)
    }
}
