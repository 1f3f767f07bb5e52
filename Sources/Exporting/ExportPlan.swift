internal import Days
internal import Folder

/// The files that an export writes, removes and leaves. Pure: what stands in the folder comes in as values.
struct ExportPlan: Equatable {
    /// A file that is to be there.
    struct Wanted: Equatable, Sendable {
        /// The file in the mirror.
        var source: FilePath
        /// The SHA-256 of the source.
        var sum: String
        /// The longest side, in pixels, that a picture is made smaller to; `nil` for the very bytes.
        var side: Int?
        var day: Day
    }

    /// The kind of thing that stands at a path.
    enum Standing: Equatable {
        case nothing
        /// A file that was noted with this sum, and has it.
        case ours(ExportNote.Sum)
        /// The very bytes that are wanted there.
        case wanted
        /// A file that was noted without a sum: only the bytes that are to be made can tell whether it is the export's.
        case unknown
        /// A file, folder or link of somebody else's, or one that somebody changed.
        case strange
    }

    /// The files to be written, each with the sum of the one that it takes the place of.
    var writes: [FilePath: ExportNote.Sum?] = [:]
    var removals: Set<FilePath> = []
    /// Files that stand already and only have to be noted.
    var adoptions: Set<FilePath> = []
    var kept: Set<FilePath> = []
    /// Strange files in the places of wanted ones.
    var inTheWay: Set<FilePath> = []

    init(
        _ wanted: [FilePath: Wanted], noted: [FilePath: ExportNote.File], standing: (FilePath) throws -> Standing
    ) rethrows {
        for (path, file) in wanted {
            let noted = noted[path]
            switch try standing(path) {
            case .nothing, .unknown: writes.updateValue(nil, forKey: path)
            case .wanted: if noted?.sha256 == file.sum { kept.insert(path) } else { adoptions.insert(path) }
            case .ours(let sum):
                let isCurrent = noted.map { $0.sum == sum && $0.of == file.sum && $0.side == file.side }
                if isCurrent == true { kept.insert(path) } else { writes.updateValue(sum, forKey: path) }
            case .strange: inTheWay.insert(path)
            }
        }
        for path in noted.keys where wanted[path] == nil {
            if case .ours = try standing(path) { removals.insert(path) }
        }
    }
}
