package import Days
package import Folder
internal import JSON
internal import NASA
internal import Pictures
package import Settings

/// A folder in which somebody collected pictures of the day, and what names and records in it say of their days. Nothing in it
/// is believed yet.
package struct PictureCollection: Sendable {
    package let folder: Folder
    package private(set) var files: [File] = []
    /// The paths of records as NASA served them, and of what resembles them.
    package private(set) var records: [Day: [FilePath]] = [:]
    /// The paths of pages that were saved from apod.nasa.gov.
    package private(set) var pages: [Day: FilePath] = [:]
    /// What could not be looked at, with the reason.
    package private(set) var unread: [FilePath: String] = [:]
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
    ///   - step: called with every name in the folder.
    package init(_ path: String, beside mirror: Folder, step: @escaping () -> Void = {}) throws {
        guard let folder = try Folder.open(path) else { throw CollectionError.missing(path: path) }
        let (place, root) = (folder.realPath, mirror.realPath)
        if place.hasPrefix(root) || root.hasPrefix(place) {
            throw CollectionError.overlaps(path: path, mirror: mirror.path)
        }
        if try folder.status(Self.mirrorsOwn)?.kind == .folder { throw CollectionError.mirror(path: path) }
        self.folder = folder
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

    /// A day has its picture, perhaps in two sizes and with a copy of each.
    private static let mostOfDay = 4
    private static let mirrorsOwn: FilePath = ".apod-mirror"
    private static let deepest = 40

    private mutating func walk(_ path: FilePath?, depth: Int, _ step: () -> Void, _ notes: inout Notes) throws {
        guard depth < Self.deepest, let inside = try path.map({ try folder.folder($0) }) ?? folder else { return }
        if let path, try inside.status(Self.mirrorsOwn) != nil {
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
        files.append(File(path: path, bytes: status.bytes, name: AdoptableName(path.description)))
    }

    private mutating func takeNote(_ path: FilePath, _ notes: inout Notes) throws {
        guard let (file, status) = try folder.opened(path), status.bytes <= Note.longest,
            let note = Note(try file.read(Int(status.bytes), at: 0))
        else { return }
        notes.record(note, at: path)
        if note.isRecord { records[note.day, default: []].append(path) }
    }
}

/// What JSON of other programs says of pictures beside it: gallery-dl's, what was kept of NASA's APIs, and what resembles it.
struct Note: Equatable, Sendable {
    let day: Day
    /// Names of the picture in one spelling.
    let spellings: Set<AdoptableName.Spelling>
    /// Whether these may be a record as NASA served it.
    let isRecord: Bool

    /// A day's JSON has some ten kilobytes.
    static let longest: Int64 = 1 << 20
    private static let longestName = 1_000

    /// What both APIs of NASA's have in every record.
    private static let words = ["title", "explanation", "media_type"]
    private static let addresses = ["hdurl", "url", "file_url", "image_url"]
    private static let names = ["filename", "file", "name"]
    private static let keys = Set(
        addresses + names + ["date", "apod_date", "title", "explanation", "media_type", "mirror"])

    init?(_ bytes: [UInt8]) {
        guard var records = JSONRecords(bytes, keys: Self.keys, most: 1), !records.isList, let json = records.next(),
            let date = json["date"]?.text ?? json["apod_date"]?.text, let day = Day(date.prefix(10)), day >= .first
        else { return nil }
        self.day = day
        func texts(_ keys: [String]) -> [String] {
            keys.compactMap { json[$0]?.text }.filter { $0.utf8.count <= Self.longestName }
        }
        var spellings = texts(Self.addresses).map(AdoptableName.spelling(ofAddress:))
        spellings += texts(Self.names).map { AdoptableName.spelling($0) }
        spellings += texts(["title"]).map(AdoptableName.spelling(ofTitle:))
        self.spellings = Set(spellings)
        // What a mirror made of a record is none.
        isRecord = json["mirror"] == nil && Self.words.allSatisfy { json[$0]?.text != nil }
    }
}

/// What all JSON in a folder says of the days of its pictures.
private struct Notes {
    /// By the path of a picture, with its suffix or without.
    private var beside: [FilePath: Day] = [:]
    private var named: [String: Set<Day>] = [:]
    /// The same of names without their size.
    private var namedWithoutSize: [String: Set<Day>] = [:]

    mutating func record(_ note: Note, at path: FilePath) {
        beside[FilePath(bytes: path.bytes.dropLast(5))] = note.day
        for spelling in note.spellings {
            named[spelling.whole, default: []].insert(note.day)
            namedWithoutSize[spelling.sizeless, default: []].insert(note.day)
        }
    }

    /// Adds the days that are told of a file to those in its name.
    func tell(_ file: inout PictureCollection.File) {
        let bytes = file.path.bytes
        let stem = bytes.lastIndex(of: UInt8(ascii: ".")).map { FilePath(bytes: Array(bytes[..<$0])) }
        if let day = beside[file.path] ?? stem.flatMap({ beside[$0] }) {
            file.name.days.removeAll { $0 == day }
            file.name.days.insert(day, at: 0)
        } else if file.name.days.isEmpty {
            let spelling = file.name.spelling
            let days =
                named[spelling.whole]
                ?? (named[spelling.sizeless] ?? []).union(namedWithoutSize[spelling.whole] ?? [])
            // A title that several days have tells none of them.
            if days.count == 1 { file.name.days = Array(days) }
        }
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
