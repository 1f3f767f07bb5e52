internal import Days
internal import Folder
internal import Hashing
internal import Settings

/// The tag files of a bag of BagIt 1.0 (RFC 8493). Pure.
struct Bag {
    /// The folder of all that is in the bag.
    static let payload: FilePath = "data"

    private static let bagit: FilePath = "bagit.txt"
    private static let info: FilePath = "bag-info.txt"
    private static let manifest: FilePath = "manifest-sha256.txt"
    private static let tagManifest: FilePath = "tagmanifest-sha256.txt"

    /// The names of the tag files.
    static let names: Set<FilePath> = [bagit, info, manifest, tagManifest]

    /// The SHA-256 and length of each file in ``payload``.
    let files: [(path: FilePath, sum: String, bytes: Int64)]
    /// When the bag was made.
    var day: Day
    var agent = "apod-mirror \(Version.current)"

    private static let agentLabel = "Bag-Software-Agent: "
    private static let dayLabel = "Bagging-Date: "

    init(of note: ExportNote, day: Day) {
        files = note.payload.compactMap { path, file in file.sum.map { (path, $0.sha256, $0.bytes) } }
        self.day = day
    }

    /// The bag that a note is of, as it was made; `nil` where there is none.
    init?(of note: ExportNote, in folder: Folder) {
        guard let info = (try? folder.read(Self.info)) ?? nil else { return nil }
        let lines = String(decoding: info, as: UTF8.self).split(separator: "\n")
        func value(_ label: String) -> Substring? { lines.first { $0.hasPrefix(label) }?.dropFirst(label.count) }
        guard let agent = value(Self.agentLabel), let day = value(Self.dayLabel).flatMap({ Day($0) }) else {
            return nil
        }
        self.init(of: note, day: day)
        self.agent = String(agent)
    }

    private var manifestText: String {
        files.sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
            .map { "\($0.sum)  \($0.path)\n" }.joined()
    }

    var manifestBytes: [UInt8] { Array(manifestText.utf8) }

    /// The tag files by name, the one with the sums of the others last.
    var tags: [(name: FilePath, bytes: [UInt8])] {
        let oxum = "\(files.reduce(0) { $0 + $1.bytes }).\(files.count)"
        let texts: [(name: FilePath, text: String)] = [
            (Self.bagit, "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"),
            (
                Self.info,
                """
                \(Self.agentLabel)\(agent)
                \(Self.dayLabel)\(day)
                External-Description: NASA's Astronomy Picture of the Day: pictures, words and records
                Payload-Oxum: \(oxum)

                """
            ),
            (Self.manifest, manifestText),
        ]
        let sums = texts.map { "\(SHA256.hash(Array($0.text.utf8)))  \($0.name)\n" }.joined()
        return (texts + [(Self.tagManifest, sums)]).map { ($0.name, Array($0.text.utf8)) }
    }
}
