package import Days
package import Folder

/// `.apod-mirror/reading.json`: which version of the program has read all records, or how far it has come.
package struct ReadingState: MirrorNote, Decodable, Sendable {
    package static let name: FilePath = "reading.json"
    /// All records are read by this program.
    package static let done = ReadingState(version: Tree.readingVersion)

    /// The ``Tree/readingVersion`` by which the records were read.
    package var version: Int
    /// The newest day whose record is still to be read by it; `nil` once all are.
    package var next: Day?

    package init(version: Int, next: Day? = nil) {
        (self.version, self.next) = (version, next)
    }

    /// The day from which this program's reading goes on; `nil` where it is done.
    package static func first(after saved: ReadingState?, newest: Day) -> Day? {
        guard let saved, saved.version == Tree.readingVersion else { return newest }
        return saved.next
    }
}
