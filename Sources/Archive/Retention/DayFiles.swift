internal import Days
internal import Folder
internal import MirrorTree

/// The mirror's files of one day, all of which go when the day goes. Other files under its name are the owner's.
struct DayFiles: Sendable {
    let metadata: Metadata
    /// The picture's visible name; `nil` where no file stands under it.
    var picture: FilePath?
    /// Names in the month's `superseded/`.
    var superseded: [FilePath] = []
    /// Whether a record stands in the month's `published/`.
    var hasRecord = false
    var bytes: Int64

    var day: Day { metadata.date }
}

extension Tree {
    /// The files of these days. A day whose JSON cannot be read is left out: only the JSON tells which files belong to
    /// the day, and whether it is hidden.
    func dayFiles(of days: some Sequence<Day>) throws -> [DayFiles] {
        try Dictionary(grouping: days, by: \.month).sorted { $0.key < $1.key }.flatMap { _, days in
            guard let month = try root.folder(Self.monthPath(days[0])), let metadata = try month.folder("metadata")
            else {
                return [DayFiles]()
            }
            let superseded = try metadata.folder("superseded")
            let former = Dictionary(grouping: try superseded?.entries() ?? []) { PictureName.day(of: $0.name) }
            return try days.sorted().compactMap { day in
                guard var files = try Self.files(of: day, month, metadata) else { return nil }
                for entry in former[day] ?? [] where entry.kind == .file {
                    files.superseded.append(entry.name)
                    files.bytes += try superseded?.status(entry.name)?.bytes ?? 0
                }
                return files
            }
        }
    }

    private static func files(of day: Day, _ month: Folder, _ metadata: Folder) throws -> DayFiles? {
        guard let bytes = try metadata.read("\(day).json"), let stored = try? Metadata(bytes, of: day) else {
            return nil
        }
        var files = DayFiles(metadata: stored, bytes: Int64(bytes.count))
        if let name = stored.visibleName.map({ FilePath($0) }), let status = try month.status(name),
            status.kind == .file
        {
            files.picture = name
            files.bytes += status.bytes
        }
        if let record = try metadata.status(Tree.published.appending(Tree.recordName(day))), record.kind == .file {
            files.hasRecord = true
            files.bytes += record.bytes
        }
        return files
    }
}
