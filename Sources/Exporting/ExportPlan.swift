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
        /// A file that was written there, or was being written when an export ended early.
        case ours
        /// The very bytes that are wanted there.
        case wanted
        /// A file, folder or link of somebody else's, or one that somebody changed.
        case strange
    }

    var writes: Set<FilePath> = []
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
            switch try standing(path) {
            case .nothing: writes.insert(path)
            case .wanted: if noted[path]?.sha256 == nil { adoptions.insert(path) } else { kept.insert(path) }
            case .ours:
                let isCurrent = noted[path].map { $0.sha256 != nil && $0.of == file.sum && $0.side == file.side }
                if isCurrent == true { kept.insert(path) } else { writes.insert(path) }
            case .strange: inTheWay.insert(path)
            }
        }
        for path in noted.keys where wanted[path] == nil {
            if try standing(path) == .ours { removals.insert(path) }
        }
    }
}
