package import Days
package import Folder
package import MirrorTree

/// A day as it stands in its month. A change of the day is judged on this value and carries it along; the store refuses
/// the change when the day has changed since.
package struct StoredDay: Equatable, Sendable {
    package let day: Day
    /// The bytes of the day's JSON; `nil` where there is none.
    package let json: [UInt8]?
    private let jsonFile: File?
    /// The metadata in the JSON; `nil` also where the JSON cannot be understood.
    package let metadata: Metadata?
    /// The bytes of the day's record as NASA served it; `nil` where none can be read.
    package let record: [UInt8]?
    /// Every file that can stand for the day.
    let files: [FilePath: File]

    /// A file's identity, size and time of writing, which tell without reading whether the file is the same. Its other
    /// attributes may change: the mirror itself writes tags.
    struct File: Equatable, Sendable {
        let identity: FileStatus.Identity
        let bytes: Int64
        let written: Int64

        /// `nil` for what is no file.
        init?(_ status: FileStatus) {
            guard status.kind == .file else { return nil }
            (identity, bytes, written) = (status.identity, status.bytes, status.written)
        }
    }

    /// Whether the mirror has a picture, a video or a page for the day.
    package var isPresent: Bool { json != nil && !files.isEmpty }

    /// Whether a file stands for the day, whether the JSON knows it or not.
    package var hasFile: Bool { !files.isEmpty }

    /// The name of the file that stands for the day; `nil` where none does, or several do.
    package var onlyFile: FilePath? { files.count == 1 ? files.keys.first : nil }

    /// Whether the JSON names no picture, whatever file stands for the day.
    package var isWaiting: Bool { metadata.map { $0.mirror.picture == nil } ?? false }

    /// Whether the owner hid the day. A JSON that cannot be read may still say so; nothing else does.
    package var isHidden: Bool {
        if let metadata { return metadata.mirror.state == .hidden }
        return String(decoding: json ?? [], as: UTF8.self).contains(words: #""state" : "hidden""#)
    }

    /// Whether the JSON is not what was stored, so that its words are nobody's.
    package var hasDamagedJSON: Bool {
        guard let json else { return false }
        return metadata == nil || MetadataSum(of: json) == .wrong
    }

    /// The metadata in the JSON, where it is what the mirror wrote: it is believed against all other mirrors.
    package var sealed: Metadata? { hasDamagedJSON ? nil : metadata }

    /// Whether the JSON or the day's record is not what was stored.
    package var hasDamagedWords: Bool {
        if hasDamagedJSON { return true }
        guard let named = metadata?.mirror.record else { return false }
        return record.map(named.isWhole) != true
    }

    /// Whether an older version, which kept no records, wrote the day.
    package var lacksRecord: Bool { metadata.map { $0.mirror.record == nil } ?? false }

    /// The number of attempts, ever further apart: about eight hours.
    private static let patience = 6

    /// Whether the day is pending for so long that what came of the last attempt is what there is.
    package var wasTriedForHours: Bool { metadata?.mirror.pending.map { $0.attempts >= Self.patience } ?? false }

    package static func == (left: Self, right: Self) -> Bool {
        left.day == right.day && left.json == right.json && left.files == right.files
    }

    /// `metadata` is the month's own `metadata/`; a month that is not there has nothing of the day.
    package init(_ day: Day, month: Folder?, metadata folder: Folder?) throws {
        self.day = day
        // The status is taken before the JSON is read, so that a later write shows.
        jsonFile = try folder?.status("\(day).json").flatMap(File.init)
        json = try folder?.read("\(day).json")
        metadata = json.flatMap { try? Metadata($0, of: day) }
        record = (try? folder?.folder(Tree.published)?.read(Tree.recordName(day))) ?? nil
        var files: [FilePath: File] = [:]
        for entry in try month?.entries() ?? [] where entry.kind == .file && Listing.day(of: entry.name) == day {
            files[entry.name] = try month?.status(entry.name).flatMap(File.init)
        }
        self.files = files
    }

    /// Whether JSON and files are still the ones that were read, for a second check after something slow.
    func stillStands(in month: Folder, metadata folder: Folder) throws -> Bool {
        guard try folder.status("\(day).json").flatMap(File.init) == jsonFile else { return false }
        return try files.allSatisfy { name, file in try month.status(name).flatMap(File.init) == file }
    }
}

/// A change is refused because its day was changed by a user or another process after the change was judged.
package struct DayChanged: Error, Equatable, CustomStringConvertible {
    let day: Day

    package var description: String { "\(day) was changed meanwhile; the next sync checks it again." }
}
