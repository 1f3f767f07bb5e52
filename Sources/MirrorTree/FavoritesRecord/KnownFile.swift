package import Folder

/// The cached value of a file, valid while its status is that of the file that was read or written: reading ten
/// thousand favorites takes longer than checking whether another process wrote them.
package struct KnownFile<Value> {
    private var last: (status: FileStatus, value: Value)?
    /// Whether the file had to be read when its value was last asked for: another process may have written it.
    package private(set) var wasRead = false

    package init() {}

    /// The file's value, read unless the status proves the cached one.
    ///
    /// - Parameter status: The file's status now.
    mutating func value(_ status: FileStatus, reading: () throws -> Value) rethrows -> Value {
        wasRead = true
        if let last, last.status == status, !Self.mayHideAnother(status.changed) {
            wasRead = false
            return last.value
        }
        // The old value is freed first, so that only one generation is held at a time.
        last = nil
        let value = try reading()
        last = (status, value)
        return value
    }

    /// Caches a value that was just written, so that it is not read.
    package mutating func note(_ value: Value, as status: FileStatus) {
        last = (status, value)
    }

    /// Whether another change may have the same time as this one. Two changes in one tick of a fine clock are our own.
    private static func mayHideAnother(_ change: Int64) -> Bool {
        FileStatus.isCoarse(change) && !FileStatus.isOver(change)
    }
}
