internal import Days
internal import Folder
internal import JSON
package import Settings

/// `.apod-mirror-export/files.json` in an exported folder: the files that an export wrote there, by their sums. No other file is
/// ever replaced or removed.
struct ExportNote: Codable, Equatable {
    struct File: Codable, Equatable, Sendable {
        /// The SHA-256 of the mirror's file that it was made of.
        var of: String
        var side: Int?
        var day: Day
        /// The file's own SHA-256 and length. Version 1.0.0 noted files before it wrote them, without these: it is not known
        /// whether such a file is the export's.
        var sha256: String?
        var bytes: Int64?
        /// The file that stands there until this one takes its place.
        var former: Sum?

        var sum: Sum? {
            guard let sha256, let bytes else { return nil }
            return Sum(sha256: sha256, bytes: bytes)
        }
    }

    struct Sum: Codable, Equatable, Sendable {
        var sha256: String
        var bytes: Int64
    }

    var version = newestVersion
    var files: [String: File] = [:]

    static let newestVersion = 1
    static let folder: FilePath = ".apod-mirror-export"
    static let name: FilePath = "files.json"

    subscript(path: FilePath) -> File? {
        get { path.text.flatMap { files[$0] } }
        set { if let name = path.text { files[name] = newValue } }
    }

    /// All that is noted.
    var paths: [FilePath: File] { Dictionary(uniqueKeysWithValues: files.map { (FilePath($0.key), $0.value) }) }

    /// The files that are of the mirror.
    var payload: [FilePath: File] { paths.filter { !Bag.names.contains($0.key) } }

    /// Reads the note in an export's own folder; empty where there is none yet.
    init(in folder: Folder) throws {
        guard let bytes = try folder.read(Self.name, limit: 64 << 20) else { return }
        struct Version: Decodable { var version: Int }
        guard let version = try? JSONFile.decode(Version.self, from: bytes).version else {
            throw ExportError.noteDamaged(path: "\(folder.path)/\(Self.name)")
        }
        guard version <= Self.newestVersion else {
            throw ExportError.newer(path: "\(folder.path)/\(Self.name)")
        }
        do { self = try JSONFile.decode(Self.self, from: bytes) } catch {
            throw ExportError.noteDamaged(path: "\(folder.path)/\(Self.name)")
        }
    }
}

package enum ExportError: ExitCoded, Equatable, CustomStringConvertible {
    case noteDamaged(path: String)
    case newer(path: String)
    case overlaps(path: String, mirror: String)
    case busy(path: String)
    case nothing(String)

    package var exitCode: ExitCode {
        switch self {
        case .overlaps: .usage
        case .busy: .busy
        case .noteDamaged, .newer, .nothing: .notAllWell
        }
    }

    package var description: String {
        switch self {
        case .noteDamaged(let path):
            "\(path) cannot be read, so it is not known which files here were exported. Export into another folder, or "
                + "remove what was exported here."
        case .newer(let path): "\(path) is of a newer apod-mirror; nothing was changed."
        case .overlaps(let path, let mirror):
            "\(path) and the mirror \(mirror) lie in one another; export into a folder of its own."
        case .busy(let path): "Another export into \(path) is under way."
        case .nothing(let what): "The mirror has no picture of \(what)."
        }
    }
}
