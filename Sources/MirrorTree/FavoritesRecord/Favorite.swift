package import Days
package import Folder
package import JSON

/// A day that its owner has marked, by whatever lies in `favorites/`. One whose last link went is kept for good, so that every
/// removal can be undone.
package struct Favorite: Equatable, JSONReadable, Sendable {
    package var date: Day
    /// NASA's title; `nil` until the day's entry is known.
    package var title: String?
    package var added: Timestamp
    /// When its last link went; `nil` while it has one.
    package var removed: Timestamp?
    /// Paths below `favorites/` of everything there that means this day, or that meant it last.
    package var links: Set<FilePath>

    package init(date: Day, title: String? = nil, added: Timestamp, removed: Timestamp? = nil, links: Set<FilePath>) {
        (self.date, self.title, self.added, self.removed, self.links) = (date, title, added, removed, links)
    }

    /// Whether a removal can still be undone without asking NASA for anything.
    package func isRecentlyRemoved(_ now: Timestamp) -> Bool { removed.map { $0 + 30 * 86_400 > now } ?? false }

    private enum Key: String {
        case date, title, added, removed, links
    }

    package init(reading reader: inout JSONReader) throws(NotJSON) {
        let members = try JSONMembers(Key.self, of: &reader)
        date = try members.read(.date)
        title = try members.readIfAny(.title)
        removed = try members.readIfAny(.removed)
        // A favorite that a user wrote in by hand may come without `added`; a removal was written by the mirror.
        added = try removed == nil ? members.readIfAny(.added) ?? .now : members.read(.added)
        links = Set((try members.readIfAny(.links, [String].self) ?? []).map { FilePath(recorded: $0) })
    }
}

extension Sequence<FilePath> {
    /// The paths in the order of their bytes: files that are written from sets must not change by themselves.
    package var inOrder: [FilePath] {
        sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
}

// MARK: - Albums

/// Paths below `favorites/`.
extension FilePath {
    /// The album that a path lies in; empty at the top.
    package var album: FilePath { parent ?? "" }

    /// The path as a text that means these very bytes and no others. Bytes that are no UTF-8 are percent-encoded behind a
    /// slash, with which no path below a folder begins: `/Caf%E9/M31.jpg`.
    package var recorded: String {
        text ?? "/" + PercentEncoding.text(bytes) { (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "%") }
    }

    /// Reads what ``recorded`` has written; any other text is the path itself.
    package init(recorded text: String) {
        self.init(text)
        guard bytes.first == UInt8(ascii: "/") else { return }
        let decoded = FilePath(bytes: PercentEncoding.decoded(bytes.dropFirst()))
        if decoded.text == nil { self = decoded }
    }

    /// Whether the path lies in the album, at any depth. Every path lies in the empty one.
    package func lies(in album: FilePath) -> Bool {
        if album.bytes.isEmpty { return true }
        return bytes.count > album.bytes.count && bytes[album.bytes.count] == UInt8(ascii: "/")
            && bytes.starts(with: album.bytes)
    }
}

extension Folder {
    /// The album at a path below this folder, which is `favorites/`; itself for the empty path.
    package func album(_ path: FilePath) throws(FolderError) -> Folder? {
        path.bytes.isEmpty ? self : try folderOnThisMount(path)
    }
}
