package import Days
package import Folder
package import Transfer

/// A download that is under way or was interrupted.
package struct Part: Sendable {
    package let name: FilePath
    package let file: OpenFile
    /// The bytes that are there already and what they are a part of; `nil` when the download begins anew.
    package let resumable: Partial?

    private static let attribute = "user.apod-mirror.partial"

    package static func name(_ day: Day) -> FilePath {
        FilePath("\(day)\(suffix)")
    }

    /// The day whose download a file of that name is; `nil` for any other file.
    static func day(of name: String) -> Day? {
        name.hasSuffix(suffix) ? Day(name.dropLast(suffix.count)) : nil
    }

    private static let suffix = ".part"

    /// Records what the bytes to come are, so that an interrupted download can go on. On a file system without extended
    /// attributes the download begins anew instead.
    package func note(url: String, _ announcement: Announcement) {
        guard let validator = announcement.validator else { return file.removeAttribute(Self.attribute) }
        let length = announcement.length.map { "\($0)" } ?? Self.unknown
        file.setAttribute(Self.attribute, "\(Boot.id)\n\(url)\n\(length)\n\(validator)")
    }

    private static let unknown = "*"

    /// Removes the attribute from a whole picture, which is no longer a part.
    static func settle(_ file: OpenFile) {
        file.removeAttribute(attribute)
    }

    init(_ name: FilePath, file: OpenFile, url: String) throws {
        self.name = name
        self.file = file
        let note = file.attribute(Self.attribute)?.split(separator: "\n", maxSplits: 3).map(String.init) ?? []
        let bytes = try file.status().bytes
        // After another boot the tail may be zeros: the data was not flushed while it came in.
        guard note.count == 4, note[0] == Boot.id, note[1] == url, bytes > 0 else {
            if bytes > 0 { try file.truncate(to: 0) }
            resumable = nil
            return
        }
        resumable = Partial(bytes: bytes, validator: note[3], length: Int64(note[2]))
    }
}
