internal import Days
internal import Folder
internal import MirrorTree

/// `.apod-mirror/incoming/DATE.former`: a name that a day's file gives up. It is written before a commit changes
/// anything visible and goes after the name has gone, so a start after a crash knows that the second file it finds
/// under the day is ours to remove, and not something the owner put there.
struct Farewell: Equatable, Sendable {
    static let suffix = ".former"

    var day: Day
    var name: String
    /// The SHA-256 of the file that had the name; other bytes are not the mirror's.
    var sha256: String

    var file: FilePath { "\(day)\(Self.suffix)" }

    var encoded: [UInt8] { Array("\(sha256)  \(name)\n".utf8) }
}

extension Farewell {
    /// `nil` when the file is torn: then nothing visible has changed yet.
    init?(_ file: FilePath, _ bytes: [UInt8]) {
        guard let name = file.text, name.hasSuffix(Self.suffix), let day = Day(name.dropLast(Self.suffix.count)),
            let sum = Checksums(bytes)?.sums.first
        else { return nil }
        self.init(day: day, name: sum.key, sha256: sum.value)
    }
}
