import Belief
import Days
import JSON

@testable import MirrorTree
@testable import NASA
@testable import Refresh

extension FuzzTarget {
    /// A day's record as NASA served it, in `metadata/published/`; a list of them is an answer that records are cut out of.
    static let published = FuzzTarget("published") { bytes in
        try checkCuts(bytes)
        _ = NASA.Entry.source(ofRecord: bytes)
        for shape in [APIShape.apodBasic, .planetary] {
            guard let entry = NASA.Entry(record: bytes, source: shape.rawValue, base: base) else { continue }
            try promise("a record is kept as it is", entry.record == bytes)
            try checkRereading(entry, shape)
            try checkHanding(bytes, entry.day, shape)
        }
        try promise("a record is of a known API", NASA.Entry(record: bytes, source: "", base: base) == nil)
        try promise("a record says the same as itself", Metadata.Record.saysTheSame(bytes, bytes))
    }

    private static let base = "https://science.nasa.gov/wp-json/wp/v2/apod-basic"

    /// A record that is cut out of an answer says by itself what it says there.
    private static func checkCuts(_ bytes: [UInt8]) throws {
        guard var records = JSONRecords(bytes, keys: APIShape.keys, most: 25) else { return }
        var length = 0
        while let record = records.next() {
            let cut = records.bytes
            length += cut.count
            try promise("a record's length is told", records.byteCount == cut.count)
            try promise("records do not overlap", length <= bytes.count)
            var again = JSONRecords(cut, keys: APIShape.keys, most: 1)
            try promise("a record is whole JSON", again != nil)
            guard cut.first == UInt8(ascii: "{") else { continue }
            try promise("a record ends with its object", cut.last == UInt8(ascii: "}"))
            try promise("a record says the same by itself", again?.next() == record)
        }
    }

    private static func checkRereading(_ entry: NASA.Entry, _ shape: APIShape) throws {
        var metadata = Metadata(entry, source: shape.rawValue, base: base, fetched: Timestamp(seconds: 0))
        let record = metadata.mirror.record?.bytes ?? []
        metadata.mirror.record = metadata.mirror.record?.named
        try promise("a record has its own sum", metadata.mirror.record?.isWhole(record) == true)
        try promise("a record that is read anew changes nothing", metadata.reread(record) == metadata)
        try promise("a day is read as it was written", (try? Metadata(metadata.encoded())) == metadata)
        metadata.date = metadata.date.advanced(by: 1)
        try promise("a record is of its own day only", metadata.reread(record) == nil)
    }

    /// A mirror hands the record on as a text with its sum.
    private static func checkHanding(_ bytes: [UInt8], _ day: Day, _ shape: APIShape) throws {
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        func handed(_ record: Metadata.Record) -> JSONValue {
            .object([
                "text": .text(text), "sha256": .text(record.sha256), "source": .text(record.source),
                "base": .text(record.base),
            ])
        }
        var record = Metadata.Record(serving: bytes, source: shape.rawValue, base: base)
        if let taken = MirroredRecord(handed(record), of: day) {
            try promise("a record is handed on byte for byte", taken.words.record == bytes)
            let origin = NASA.Entry.Origin(source: record.source, base: record.base)
            try promise("a record says whose it is", taken.words.recordOrigin == origin)
        }
        try promise("another day's is not taken", MirroredRecord(handed(record), of: day.advanced(by: 1)) == nil)
        record.sha256 = String(record.sha256.reversed())
        let isAlike = record.isWhole(bytes)
        try promise("one with another sum is not taken", isAlike || MirroredRecord(handed(record), of: day) == nil)
    }

    /// The sum that a day's JSON has of itself.
    static let seals = FuzzTarget("seals") { bytes in
        _ = MetadataSum(of: bytes)
        guard let metadata = try? Metadata(bytes), let sealed = try? metadata.encoded(replacing: bytes) else { return }
        try promise("a file that is written has its sum", MetadataSum(of: sealed) == .right)
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        var damaged = sealed
        let place = Int(hash % UInt64(sealed.count))
        damaged[place] ^= 1 << (hash >> 61)
        try promise("one bit at \(place) is seen", MetadataSum(of: damaged) != .right)
        try promise("a torn file is seen", MetadataSum(of: Array(sealed[..<place])) != .right)
        try promise("what is behind the end is seen", MetadataSum(of: sealed + [damaged[place]]) != .right)
    }

    /// `.apod-mirror/days.json`, and `disputed.json` and `absent.json` of 1.0.0.
    static let disputes = FuzzTarget("disputes") { bytes in
        func promiseRead<Note: Encodable & Equatable>(by read: ([UInt8]) throws -> Note) throws -> Note? {
            guard let note = try? read(bytes) else { return nil }
            let written = try JSONFile.encode(note)
            try promise("\(Note.self) are read as they were written", try read(written) == note)
            return note
        }
        _ = try promiseRead { try JSONReader.read(DayNotes.self, from: $0) }
        _ = try promiseRead { try JSONFile.decode(MissingDays.self, from: $0) }
        guard let disputes = try promiseRead(by: { try JSONFile.decode(Disputes.self, from: $0) }) else { return }
        let named = Set(disputes.pictures.keys).union(disputes.words.keys)
        try promise("each dispute is told", Set(disputes.reasons.keys) == named)
        try promise("a named day is disputed", named.allSatisfy(disputes.isDisputed))
    }

    /// Words of a day, as title, story and credit, and those in their place: six texts, each in a line of its own.
    static let corrections = FuzzTarget("corrections") { bytes in
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 5, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard lines.count == 6 else { return }
        let former = DayWords(title: lines[0], story: lines[1], credit: lines[2])
        let new = DayWords(title: lines[3], story: lines[4], credit: lines[5])
        func doubt(_ new: DayWords) -> String? { WordDoubts.doubt(new, replacing: former, mayBeDraft: false) }
        try promise("words do not differ from themselves", former.saysTheSame(as: former))
        try promise("words are believed beside themselves", !former.hasStory || doubt(former) == nil)
        try promise("a change has no direction", new.saysTheSame(as: former) == former.saysTheSame(as: new))
        try promise("words are known by their key", new.saysTheSame(as: former) == (new.key == former.key))
        try promise("a doubt has a reason", doubt(new)?.isEmpty != true)
        // Words that are no accident themselves are never replaced by their own bytes in another encoding.
        let misread = DayWords(title: latin(former.title), story: latin(former.story), credit: latin(former.credit))
        let isAccident = doubt(DayWords(title: "", story: "")) == nil
        if !isAccident, !misread.saysTheSame(as: former) {
            try promise("words that were encoded twice are seen", doubt(misread) != nil)
        }
    }

    private static func latin(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for byte in text.utf8 { scalars.append(Unicode.Scalar(byte)) }
        return String(scalars)
    }
}
