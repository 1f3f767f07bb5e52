package import Days
package import Folder
internal import MirrorTree
internal import NASA
internal import Pictures
package import Settings

/// A folder in which somebody collected pictures of the day, with what names and records in it say of their days. Nothing in it
/// is believed yet.
package struct PictureCollection: Sendable {
    package let folder: Folder
    package private(set) var files: [File] = []
    /// The paths of records as NASA served them, and of what resembles them.
    package private(set) var records: [Day: [FilePath]] = [:]
    /// The paths of pages that were saved from apod.nasa.gov.
    package private(set) var pages: [Day: FilePath] = [:]
    /// The files and folders that could not be looked at, with the reason.
    package private(set) var unread: [FilePath: String] = [:]
    /// The most bytes that a picture or a video may have.
    private let longest: Int64
    private var ofDay: [Day: [Int]] = [:]
    private var ofSpelling: [String: [Int]] = [:]

    package struct File: Sendable {
        package let path: FilePath
        package let bytes: Int64
        package var name: AdoptableName

        fileprivate func precedes(_ other: File, for day: Day) -> Bool {
            let (isNamed, isOtherNamed) = (name.days.first == day, other.name.days.first == day)
            if isNamed != isOtherNamed { return isNamed }
            return (other.bytes, path.description) < (bytes, other.path.description)
        }
    }

    /// Throws when its task is cancelled.
    ///
    /// - Parameters:
    ///   - path: the folder's, from the root.
    ///   - mirror: the mirror that is to have the pictures.
    ///   - longest: the most bytes that a picture or a video of it may have; longer files are not read.
    ///   - step: called with every name in the folder.
    package init(
        _ path: String, beside mirror: Folder, longest: Int64 = .max, step: @escaping () -> Void = {}
    ) throws {
        guard let folder = try Folder.open(path) else { throw CollectionError.missing(path: path) }
        if folder.overlaps(mirror) { throw CollectionError.overlaps(path: path, mirror: mirror.path) }
        if try folder.status(Tree.own)?.kind == .folder { throw CollectionError.mirror(path: path) }
        self.folder = folder
        self.longest = longest
        var notes = Notes()
        try walk(nil, depth: 0, step, &notes)
        for number in files.indices { notes.tell(&files[number]) }
        files.sort { $1.path.description > $0.path.description }
        for (number, file) in files.enumerated() {
            for day in file.name.days { ofDay[day, default: []].append(number) }
            let texts = ([file.name.spelling] + file.name.endings).reduce(into: Set()) { $0.formUnion($1.texts) }
            for text in texts { ofSpelling[text, default: []].append(number) }
        }
        for day in records.keys { records[day]?.sort { $1.description > $0.description } }
    }

    /// The days that anything in the folder names.
    package var days: Set<Day> { Set(ofDay.keys).union(records.keys).union(pages.keys) }

    /// Whether any file may be of a day that only NASA's own names can tell.
    package var hasUndated: Bool { files.contains { $0.name.days.isEmpty } }

    /// The files that may be a day's picture: those that say so first, and of these the largest.
    ///
    /// - Parameters:
    ///   - addresses: those that NASA has the picture at.
    ///   - title: the day's.
    package func files(of day: Day, addresses: [String], title: String) -> [File] {
        var found = Set(ofDay[day] ?? [])
        let spellings = addresses.map(AdoptableName.spelling(ofAddress:)) + [AdoptableName.spelling(ofTitle: title)]
        for text in Set(spellings.flatMap(\.texts)) { found.formUnion(ofSpelling[text] ?? []) }
        let sorted = found.map { files[$0] }.sorted { $0.precedes($1, for: day) }
        return Array(sorted.prefix(Self.mostOfDay))
    }

    /// The bytes of a note, record or page; `nil` where they are too many to be a day's.
    package func text(at path: FilePath) throws -> [UInt8]? {
        guard let (file, status) = try folder.opened(path), status.bytes <= Self.longestText else { return nil }
        return try file.read(Int(status.bytes), at: 0)
    }

    /// A day's JSON or page has some ten kilobytes.
    private static let longestText: Int64 = 1 << 20
    /// A day has its picture, perhaps in two sizes and with a copy of each.
    private static let mostOfDay = 4
    private static let deepest = 40

    private mutating func walk(_ path: FilePath?, depth: Int, _ step: () -> Void, _ notes: inout Notes) throws {
        guard depth < Self.deepest, let inside = try path.map({ try folder.folder($0) }) ?? folder else { return }
        if let path, try inside.status(Tree.own) != nil {
            unread[path] = "it is a mirror itself"
            return
        }
        for entry in try inside.entries() where entry.name.bytes.first != UInt8(ascii: ".") {
            try Task.checkCancellation()
            step()
            let below = path.map { $0.appending(entry.name) } ?? entry.name
            do {
                switch entry.kind {
                case .folder: try walk(below, depth: depth + 1, step, &notes)
                case .file: try take(below, &notes)
                case .symlink, .other: break
                }
            } catch let error as FolderError {
                unread[below] = "\(error)"
            }
        }
    }

    private mutating func take(_ path: FilePath, _ notes: inout Notes) throws {
        if path.bytes.suffix(5) == Array(".json".utf8)[...] { return try takeNote(path, &notes) }
        if let day = OldPage.day(ofFile: path.name.description) {
            pages[day] = path
            return
        }
        guard let (file, status) = try folder.opened(path), status.bytes > 0 else { return }
        let isNamed = PictureFormat(ofName: path.name.description) != nil
        if !isNamed, PictureFormat(magic: try file.read(16, at: 0)) == nil { return }
        guard status.bytes <= longest else {
            let (bytes, most) = (Quantity.bytes(Int(status.bytes)), Quantity.bytes(Int(longest)))
            unread[path] = "it has \(bytes), and no picture or video that is kept has more than \(most)"
            return
        }
        files.append(File(path: path, bytes: status.bytes, name: AdoptableName(path.description)))
    }

    private mutating func takeNote(_ path: FilePath, _ notes: inout Notes) throws {
        guard let note = try text(at: path).flatMap(Note.init) else { return }
        notes.record(note, at: path)
        if note.isRecord { records[note.day, default: []].append(path) }
    }
}

/// Why a folder's pictures cannot be imported.
package enum CollectionError: ExitCoded, Equatable, CustomStringConvertible {
    case missing(path: String)
    case mirror(path: String)
    case overlaps(path: String, mirror: String)

    package var exitCode: ExitCode { .usage }

    package var description: String {
        switch self {
        case .missing(let path):
            "\(path) is not there, or not to be seen from here: the sandbox of a service shows it no home folders. With the service "
                + "stopped, the same command does it by itself."
        case .mirror(let path): "\(path) is a mirror itself; apod-mirror sync --from takes days from it."
        case .overlaps(let path, let mirror):
            "\(path) and the mirror \(mirror) lie in one another; name another folder."
        }
    }
}
