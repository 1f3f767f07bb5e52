internal import Days
internal import Folder
internal import JSON

/// A JSON beside pictures, of gallery-dl, another program or one of NASA's APIs: the day and the names that it tells.
struct Note: Equatable, Sendable {
    let day: Day
    /// Names of the picture in one spelling.
    let spellings: Set<AdoptableName.Spelling>
    /// Whether these may be a record as NASA served it.
    let isRecord: Bool

    private static let longestName = 1_000

    /// The members that both of NASA's APIs have in every record.
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
        // The JSON that a mirror made of a record is none.
        isRecord = json["mirror"] == nil && Self.words.allSatisfy { json[$0]?.text != nil }
    }
}

/// The days that all JSON in a folder tells of pictures.
struct Notes {
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
