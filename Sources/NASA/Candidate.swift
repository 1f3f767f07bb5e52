internal import Credits
internal import Days
internal import JSON
internal import Markup
internal import Words

/// An entry as a server sent it, not yet believed.
struct Candidate: Equatable, Sendable {
    var entry: Entry
    /// The article's address, and the beginning of its page: they name a day apart from the date field.
    var page: WebAddress?
    var head = ""
    /// Whether another mirror answered, whose answer is no record of NASA's.
    var isMirrored = false

    /// The limits for a page, which has some ten kilobytes.
    private static let mostHTML = 500_000
    private static let mostHead = 50_000
}

extension Candidate {
    /// From apod-basic's shape; `nil` without a date, as nothing else says which day it is.
    init?(apodBasic record: JSONValue, base: WebAddress?) {
        guard let day = record.day else { return nil }
        page = record.address("permalink") ?? record.address("url")
        let page = self.page
        let html = (record["basic_html"]?.text ?? "").clamped(toBytes: Self.mostHTML)
        head = html.clamped(toBytes: Self.mostHead)
        let site = page ?? base
        let type = Self.mediaType(record)
        let explanation = Explanation(html: record["explanation"]?.text ?? "", page: site)
        let credit = Credit(html: record["credit"]?.text, copyright: record["copyright"]?.text)
        let clues = MediaClues(
            type: type,
            picture: record.address("hdurl", relativeTo: site),
            page: page, base: base)
        // Most days name their picture outright, and parsing a whole page is the slowest part of reading an entry.
        let media = clues.outright ?? clues.media(shown: Self.shown(html, relativeTo: site))
        entry = Entry(
            day: day, title: Title.cleaned(record["title"]?.text ?? "", isHTML: true, of: day),
            explanation: explanation.text, explanationHTML: explanation.html, ending: explanation.ending,
            credit: credit.text, copyright: credit.copyright, license: credit.license,
            alt: Self.alt(record["alt"]?.text ?? ""),
            publishedMediaType: type, page: page?.text, postID: record["post_id"]?.integer, media: media,
            defect: record.titleDefect)
    }

    /// From the legacy shape. Members that another mirror adds to it are read and cleaned as NASA's own texts are.
    init?(planetary record: JSONValue, base: WebAddress?) {
        guard let day = record.day else { return nil }
        let type = Self.mediaType(record)
        let address = record.address("url", relativeTo: base)
        let large = record.address("hdurl", relativeTo: base)
        let poster = record.address("thumbnail_url", relativeTo: base)
        let isVideo = ["video", "iframe"].contains(type.lowercased())
        let clues = MediaClues(
            type: type, picture: large ?? (isVideo ? nil : address), smallPicture: isVideo ? nil : address,
            poster: poster, base: base)
        let media = clues.outright ?? clues.media(shown: isVideo ? address.map { [(.frame, $0)] } ?? [] : [])
        let mirrored = MirroredWords(record["mirror"])
        let plain = Explanation(plain: record["explanation"]?.text ?? "")
        let explanation = mirrored?.explanation ?? plain
        let credit = Credit(legacyCopyright: record["copyright"]?.text, lead: plain.lead)
        entry = Entry(
            day: day, title: Title.cleaned(record["title"]?.text ?? "", isHTML: false, of: day),
            explanation: explanation.text, explanationHTML: explanation.html, ending: explanation.ending,
            credit: mirrored?.credit ?? credit.text, copyright: credit.copyright, license: mirrored?.license,
            alt: mirrored?.alt,
            publishedMediaType: mirrored?.mediaType ?? type, page: mirrored?.page, postID: mirrored?.postID,
            media: media, digest: mirrored?.digest, origin: mirrored?.origin, defect: record.titleDefect)
        guard mirrored != nil else { return }
        isMirrored = true
        if let handed = MirroredRecord(record["mirror"]?["record"], of: day) {
            entry.takeWords(of: handed)
        }
    }

    private static func mediaType(_ record: JSONValue) -> String {
        record.mediaType ?? "other"
    }

    /// "See Explanation." is the text of the page's template where the picture has no description.
    private static func alt(_ raw: String) -> String? {
        let text = Fragment(raw.clamped(toBytes: 10_000)).text
        return text.lowercased().hasPrefix("see explanation") ? nil : text.nilIfEmpty
    }

    private static func shown(_ html: String, relativeTo site: WebAddress?) -> [MediaClues.Shown] {
        Fragment(html).media.compactMap { found in
            WebAddress(found.address, relativeTo: site).map { (found.kind, $0) }
        }
    }

    /// The evidence for the date field; none in the legacy shape.
    var dates: DateEvidence { DateEvidence(page: page, html: head) }

    /// The reason to disbelieve the candidate by itself; `nil` without one.
    var doubt: String? {
        Suspicion.reason(against: entry) ?? dates.contradiction(of: entry.day)?.description
    }
}

extension Entry {
    /// Takes the record, and the words that are in it.
    fileprivate mutating func takeWords(of record: MirroredRecord) {
        self.record = record.bytes
        recordOrigin = record.origin
        let words = record.words
        (title, explanation, explanationHTML) = (words.title, words.explanation, words.explanationHTML)
        (credit, copyright, license, alt) = (words.credit, words.copyright, words.license, words.alt)
        (publishedMediaType, page, postID) = (words.publishedMediaType, words.page, words.postID)
    }
}

extension JSONValue {
    /// The media type as published, word for word.
    var mediaType: String? { (self["media_type"]?.text?.clamped(toBytes: 100).oneLine).flatMap { $0.nilIfEmpty } }

    /// A sentence where the title is no text, as in `{"rendered": …}`.
    fileprivate var titleDefect: String? {
        switch self["title"] {
        case nil, .null, .text, .integer, .number: nil
        case .bool, .array, .object: "its title is not text"
        }
    }

    fileprivate func address(_ key: String, relativeTo base: WebAddress? = nil) -> WebAddress? {
        guard case .text(let raw) = self[key] else { return nil }
        return WebAddress(raw, relativeTo: base)
    }
}

/// The candidates of an answer: only of the days that were asked for, few of each, and within some megabytes.
struct CandidateList {
    private(set) var candidates: [Candidate] = []
    /// The APIs that the records are of, as far as they show it.
    private(set) var shapes: Set<APIShape> = []
    private let days: ClosedRange<Day>
    private let make: (JSONValue) -> Candidate?
    private var count: [Day: Int] = [:]
    private var bytes = 0
    /// The first candidate of another day.
    private var other: Candidate?

    /// The limit of candidates of one day; NASA has sent two.
    private static let mostOfDay = 4
    private static let mostBytes = 8_000_000

    init(_ days: ClosedRange<Day>, _ make: @escaping (JSONValue) -> Candidate?) {
        self.days = days
        self.make = make
    }

    /// Takes the records of the days asked for. Of other days only the first is read beyond its date.
    mutating func take(_ records: JSONRecords) {
        var records = records
        while let record = records.next() {
            guard let day = record.day else { continue }
            if let shape = APIShape(of: record) { shapes.insert(shape) }
            guard days.contains(day) else {
                if other == nil { other = make(record)?.with(records) }
                continue
            }
            guard count[day, default: 0] < Self.mostOfDay, bytes < Self.mostBytes,
                let candidate = make(record)?.with(records), !candidates.contains(where: candidate.saysTheSame)
            else { continue }
            count[day, default: 0] += 1
            bytes += candidate.bytes
            candidates.append(candidate)
        }
    }

    /// The answer to a request for one day: its candidates, else the one of another day that came instead.
    var answer: [Candidate] { candidates.isEmpty ? [other].compactMap(\.self) : candidates }
}

extension Candidate {
    /// The size of its long texts in bytes.
    fileprivate var bytes: Int {
        entry.explanation.utf8.count + (entry.explanationHTML?.utf8.count ?? 0) + head.utf8.count
            + (entry.record?.count ?? 0)
    }

    /// The most bytes of a record that is kept as it was served; NASA's longest has some ten thousand.
    private static let mostRecord = 1_000_000

    /// The candidate with the bytes that it was read from, the last ones of these records.
    fileprivate func with(_ records: JSONRecords) -> Candidate {
        var candidate = self
        if !isMirrored, records.byteCount <= Self.mostRecord { candidate.entry.record = records.bytes }
        return candidate
    }

    /// Whether both are the same but for the bytes that they were read from.
    fileprivate func saysTheSame(as other: Candidate) -> Bool {
        var same = self
        same.entry.record = other.entry.record
        return same == other
    }
}

/// The data that another mirror adds to the legacy shape, under the key `mirror`.
struct MirroredWords {
    /// The story with its markup; `nil` where the mirror sends none.
    let explanation: Explanation?
    let credit: String?
    let license: String?
    let alt: String?
    let mediaType: String?
    let page: String?
    let postID: Int?
    /// The SHA-256 of the picture; `nil` for a page, which this mirror makes anew.
    let digest: String?
    /// The address from which that mirror fetched the picture.
    let origin: String?

    /// Returns `nil` where the server is no apod-mirror.
    init?(_ words: JSONValue?) {
        guard let words, case .object = words else { return nil }
        let page = words["page"]?.text.flatMap { WebAddress($0) }
        self.page = page?.text
        explanation = words["explanation_html"]?.text.map { Explanation(html: $0, page: page) }
        credit = words["credit"]?.text?.clamped(toBytes: Credit.mostBytes).oneLine.nilIfEmpty
        license = words["license"]?.text.flatMap { OpenLicense(address: $0) }?.address
        alt = words["alt"]?.text?.clamped(toBytes: 10_000).oneLine.nilIfEmpty
        mediaType = words.mediaType
        postID = words["post_id"]?.integer
        let picture = words["picture"]
        let digest = picture?["kind"]?.text == "page" ? nil : picture?["sha256"]?.text
        origin = picture?["url"]?.text.flatMap { WebAddress($0) }?.text
        self.digest = digest.flatMap { $0.utf8.count == 64 && $0.utf8.allSatisfy(\.isHexDigit) ? $0 : nil }
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool { isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self) }
}
