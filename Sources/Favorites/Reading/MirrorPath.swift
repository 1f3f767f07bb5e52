internal import Days
internal import Folder
internal import MirrorTree

/// Tells by its names what a path below a mirror's root stands for.
enum MirrorPath {
    typealias Names = ArraySlice<ArraySlice<UInt8>>

    /// The day of a path that ends with `YYYY/YYYY-MM/DATE…` or `YYYY/YYYY-MM/metadata/DATE…`. The folders must be the
    /// date's own; any names may stand before them.
    static func day(endOf names: Names) -> Day? {
        guard let day = names.last.flatMap(day(of:)) else { return nil }
        var folders = names.dropLast()
        if folders.last?.is("metadata") == true { folders.removeLast() }
        guard folders.popLast()?.elementsEqual(day.month.utf8) == true else { return nil }
        return folders.popLast()?.elementsEqual(day.year.utf8) == true ? day : nil
    }

    static func day(endOf path: FilePath) -> Day? {
        day(endOf: LexicalPath(path).names[...])
    }

    /// The day of `.apod-mirror/vault/DATE…`.
    static func day(inVault names: Names) -> Day? {
        guard names.count == 3, isVault(names.dropLast()) else { return nil }
        return names.last.flatMap(day(of:))
    }

    static func isToday(_ names: Names) -> Bool {
        guard names.count == 1, let name = names.first else { return false }
        return name.is("Today.jpg") || name.is("Today.json")
    }

    /// Whether the names are those of a folder that every mirror has or may have.
    static func isFolder(_ names: Names) -> Bool {
        guard let first = names.first else { return true }
        if first.is(".apod-mirror") { return names.count == 1 || isVault(names) }
        guard Day("\(text(first))-01-01") != nil else { return false }
        guard let month = names.dropFirst().first else { return true }
        guard month.starts(with: first), Day("\(text(month))-01") != nil else { return false }
        let inner = names.dropFirst(2)
        return ["published", "superseded"].contains { below in
            inner.elementsEqual(["metadata", below].prefix(inner.count)) { $0.elementsEqual($1.utf8) }
        }
    }

    private static func isVault(_ names: Names) -> Bool {
        names.count == 2 && names.first?.is(".apod-mirror") == true && names.last?.is("vault") == true
    }

    private static func day(of name: ArraySlice<UInt8>) -> Day? {
        PictureName.day(of: FilePath(bytes: Array(name)))
    }

    private static func text(_ name: ArraySlice<UInt8>) -> String {
        String(decoding: name, as: UTF8.self)
    }
}

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
