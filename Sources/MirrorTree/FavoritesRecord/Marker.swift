package import Folder
package import JSON

/// The marker's inode and last change. An inode alone proves nothing: file systems reuse that of a removed file.
package struct MarkerState: Encodable, Equatable, Hashable, Sendable {
    var inode: UInt64
    /// Nanoseconds since 1970 of the last change of its content, its names or its attributes.
    var ctime: Int64

    enum CodingKeys: String, CodingKey {
        case inode, ctime
    }
}

extension MarkerState: JSONReadable {
    package init(reading reader: inout JSONReader) throws(NotJSON) {
        let members = try JSONMembers(CodingKeys.self, of: &reader)
        self.init(inode: try members.read(.inode), ctime: try members.read(.ctime))
    }
}

/// The marker as it was found: the hidden file `favorites/.apod-mirror`, which holds the SHA-256 of the
/// `favorites.json` it belongs to.
package struct Marker: Equatable, Sendable {
    package var state: MarkerState
    /// More than one when a copy of the folder was made out of hard links: what is written here shows up there, too.
    package var hardLinks: Int
    /// The sum that the marker holds; empty in a new one.
    package var sum: String

    package static let name: FilePath = ".apod-mirror"
}

/// The file of a ``Marker``, which stays open: what is read and written is the very file that was there at the beginning.
package struct MarkerFile {
    private let favorites: Folder
    private var file: OpenFile?
    /// The same file, open for writing, from a write to its flush.
    private var written: OpenFile?

    package init(in favorites: Folder) {
        self.favorites = favorites
        // A folder, a pipe or another user's file is no marker.
        file = try? favorites.openToRewrite(Marker.name)
    }

    /// The marker that stands in the folder now, which may be another than the one that was opened.
    package func inPlace() throws -> Marker? {
        guard let status = try favorites.status(Marker.name), status.kind == .file else { return nil }
        if let own = try file?.status(), own.identity == status.identity { return try marker() }
        return Marker(status, sum: "")
    }

    package func marker() throws -> Marker? {
        guard let file else { return nil }
        return Marker(try file.status(), sum: try Marker.sum(in: file))
    }

    /// Rewrites it in place, which ``flush(beside:)`` makes durable.
    package mutating func write(_ sum: String) throws {
        written = try file?.rewrite(sum.isEmpty ? [] : Array("\(sum)\n".utf8))
    }

    /// Makes what was written durable, and side by side with it another file.
    package func flush(beside other: OpenFile? = nil) throws {
        try Saver.flush([written, other].compactMap(\.self), [])
    }

    /// A new, empty marker takes the place of whatever is there.
    package mutating func replace() throws {
        let temporary: FilePath = ".apod-mirror.new"
        if try favorites.status(Marker.name)?.kind == .folder {
            _ = try favorites.move(Marker.name, to: favorites.freeName("apod-mirror"))
        }
        try favorites.remove(temporary)
        guard let file = try favorites.createNew(temporary) else { return }
        try file.adopt(into: favorites)
        try favorites.rename(temporary, to: Marker.name, in: favorites)
        try favorites.sync()
        self.file = file
    }
}

extension Marker {
    /// The text of a marker's file, which the owner may have edited.
    package static func sum(in file: OpenFile) throws -> String {
        String(decoding: try file.read(128, at: 0), as: UTF8.self).filter { !$0.isWhitespace }
    }

    fileprivate init(_ status: FileStatus, sum: String) {
        state = MarkerState(inode: status.identity.inode, ctime: status.changed)
        hardLinks = status.hardLinks
        self.sum = sum
    }
}
