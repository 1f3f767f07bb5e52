internal import Folder

/// An absolute path read as text: `.`, `..` and doubled slashes are resolved without asking the disk, and `..` at `/`
/// stays there. Names are compared by their bytes.
struct LexicalPath: Sendable {
    private(set) var names: [ArraySlice<UInt8>] = []
    /// Whether the text itself says that a folder is meant: it ends with a slash, with `.` or with `..`.
    private(set) var endsAsFolder = false

    init(_ path: FilePath) {
        append(path)
    }

    /// Follows a link's text: an absolute one starts again from `/`.
    func following(_ target: FilePath) -> LexicalPath {
        var path = target.bytes.first == UInt8(ascii: "/") ? LexicalPath("") : self
        path.append(target)
        return path
    }

    /// The path's names below that folder; `nil` when it lies elsewhere, empty when it is the folder.
    func names(below folder: LexicalPath) -> ArraySlice<ArraySlice<UInt8>>? {
        names.starts(with: folder.names) ? names.dropFirst(folder.names.count) : nil
    }

    private mutating func append(_ path: FilePath) {
        let parts = path.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for part in parts {
            endsAsFolder = part.isEmpty || part.is(".") || part.is("..")
            if part.is("..") { _ = names.popLast() } else if !endsAsFolder { names.append(part) }
        }
    }
}

extension ArraySlice<UInt8> {
    func `is`(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { elementsEqual($0) }
    }
}
