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

    /// The words in the record, with its bytes and the server that it came from.
    let words: Entry

    /// Returns `nil` where there is no record, its sum is wrong, or it is another day's.
    init?(_ handed: JSONValue?, of day: Day) {
        guard let handed, let text = handed["text"]?.text, let sum = handed["sha256"]?.text,
            let source = handed["source"]?.text, APIShape(rawValue: source) != nil, let base = handed["base"]?.text,
            SHA256.hash(Array(text.utf8)) == sum,
            let words = Entry(record: Array(text.utf8), source: source, base: base), words.day == day
        else { return nil }
        self.words = words
    }
}
