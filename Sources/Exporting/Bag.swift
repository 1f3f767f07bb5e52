internal import Days
internal import Folder
internal import Hashing
internal import Settings

/// The tag files of a bag of BagIt 1.0 (RFC 8493). Pure.
struct Bag {
    /// The folder of all that is in the bag.
    static let payload: FilePath = "data"

    /// The SHA-256 and length of each file in ``payload``.
    let files: [(path: FilePath, sum: String, bytes: Int64)]
    let day: Day

    /// The tag files by name, the one with the sums of the others last.
    var tags: [(name: FilePath, bytes: [UInt8])] {
        let manifest = files.sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
            .map { "\($0.sum)  \($0.path)\n" }.joined()
        let oxum = "\(files.reduce(0) { $0 + $1.bytes }).\(files.count)"
        let texts: [(name: FilePath, text: String)] = [
            ("bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"),
            (
                "bag-info.txt",
                """
                Bag-Software-Agent: apod-mirror \(Version.current)
                Bagging-Date: \(day)
                External-Description: NASA's Astronomy Picture of the Day: pictures, words and records
                Payload-Oxum: \(oxum)

                """
            ),
            ("manifest-sha256.txt", manifest),
        ]
        let sums = texts.map { "\(SHA256.hash(Array($0.text.utf8)))  \($0.name)\n" }.joined()
        return (texts + [("tagmanifest-sha256.txt", sums)]).map { ($0.name, Array($0.text.utf8)) }
    }
}
