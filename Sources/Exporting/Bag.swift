internal import Days
internal import Folder
internal import Hashing
internal import Settings

/// The tag files of a bag of BagIt 1.0 (RFC 8493). Pure.
struct Bag {
    /// The folder of all that is in the bag.
    static let payload: FilePath = "data"

    static let manifest: FilePath = "manifest-sha256.txt"
    static let info: FilePath = "bag-info.txt"

    /// The SHA-256 and length of each file in ``payload``.
    let files: [(path: FilePath, sum: String, bytes: Int64)]
    /// When the bag was made.
    var day: Day

    private static let dayLabel = "Bagging-Date: "

    /// The day in the bytes of ``info``.
    static func day(_ info: [UInt8]) -> Day? {
        String(decoding: info, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(dayLabel) }
            .flatMap { Day($0.dropFirst(dayLabel.count)) }
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
            ("bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"),
            (
                Self.info,
                """
                Bag-Software-Agent: apod-mirror \(Version.current)
                \(Self.dayLabel)\(day)
                External-Description: NASA's Astronomy Picture of the Day: pictures, words and records
                Payload-Oxum: \(oxum)

                """
            ),
            (Self.manifest, manifestText),
        ]
        let sums = texts.map { "\(SHA256.hash(Array($0.text.utf8)))  \($0.name)\n" }.joined()
        return (texts + [("tagmanifest-sha256.txt", sums)]).map { ($0.name, Array($0.text.utf8)) }
    }
}
