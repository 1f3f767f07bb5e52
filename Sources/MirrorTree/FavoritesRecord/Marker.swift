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
