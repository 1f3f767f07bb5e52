internal import Days
internal import Hashing
internal import JSON

/// A day's record as NASA served it, handed on by another mirror: the same bytes in every mirror of a row.
///
/// A mirror writes it under `mirror.record` where it is asked with `Prefer: apod-mirror-records`. The day's words are
/// then read from the record itself, so that every mirror reads them by its own rules.
struct MirroredRecord {
    /// The preference with which a client asks for records, in the header `Prefer`.
    static let preference = "apod-mirror-records"

    let bytes: [UInt8]
    let origin: Entry.Origin
    /// The words in the record.
    let words: Entry

    /// Returns `nil` where there is no record, its sum is wrong, or it is another day's.
    init?(_ handed: JSONValue?, of day: Day) {
        guard let handed, let text = handed["text"]?.text, let sum = handed["sha256"]?.text,
            let shape = handed["source"]?.text.flatMap(APIShape.init), let base = handed["base"]?.text
        else { return nil }
        bytes = Array(text.utf8)
        // The key that a mirror adds for other mirrors is no part of NASA's record.
        let keys = SourceAnswer.keys.subtracting(["mirror"])
        guard SHA256.hash(bytes) == sum, var records = JSONRecords(bytes, keys: keys, most: 1), !records.isList,
            let record = records.next()
        else { return nil }
        let address = WebAddress(base)
        let candidate =
            switch shape {
            case .apodBasic: Candidate(apodBasic: record, base: address)
            case .planetary: Candidate(planetary: record, base: address)
            }
        guard let words = candidate?.entry, words.day == day else { return nil }
        self.words = words
        origin = Entry.Origin(source: shape.rawValue, base: base)
    }
}
