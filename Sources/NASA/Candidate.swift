internal import Credits
internal import Days
internal import JSON
internal import Markup

/// An entry as a server sent it, not yet believed.
struct Candidate: Equatable, Sendable {
    var entry: Entry
    /// The evidence for the date field; none in the legacy shape.
    var dates = DateEvidence()
    /// Whether another mirror answered, whose answer is no record of NASA's.
    var isMirrored = false

    /// The limits for a page, which has some ten kilobytes.
    private static let mostHTML = 500_000
    private static let mostHead = 50_000
}

extension Candidate {
    /// From a record of either API; `nil` without a date, as nothing else says which day it is.
    init?(_ record: JSONValue, _ shape: APIShape, base: WebAddress?) {
        switch shape {
        case .apodBasic: self.init(apodBasic: record, base: base)
        case .planetary: self.init(planetary: record, base: base)
        }
    }

    init?(apodBasic record: JSONValue, base: WebAddress?) {
        guard let day = record.day else { return nil }
        let page = record.address("permalink") ?? record.address("url")
        let html = (record["basic_html"]?.text ?? "").clamped(toBytes: Self.mostHTML)
        dates = DateEvidence(page: page, html: html.clamped(toBytes: Self.mostHead))
        let site = page ?? base
        let type = record.mediaType ?? "other"
        let explanation = Explanation(html: record["explanation"]?.text ?? "", page: site)
        let credit = Credit(html: record["credit"]?.text, copyright: record["copyright"]?.text)
        let clues = MediaClues(
            type: type,
            picture: record.address("hdurl", relativeTo: site),
            page: page, base: base)
        // Most days name their picture outright, and parsing a whole page is the slowest part of reading an entry.
        let media = clues.outright ?? clues.media(shown: Fragment(html).shown(relativeTo: site))
        entry = Entry(
            day: day, title: Title.cleaned(record["title"]?.text ?? "", isHTML: true, of: day),
            explanation: explanation.text, explanationHTML: explanation.html, ending: explanation.ending,
            credit: credit.text, copyright: credit.copyright, license: credit.license,
            alt: Self.alt(record["alt"]?.text ?? ""), publishedMediaType: type, page: page?.text,
            postID: record["post_id"]?.integer, media: media, defect: record.titleDefect)
    }

    /// From the legacy shape. Members that another mirror adds to it are read and cleaned as NASA's own texts are.
    init?(planetary record: JSONValue, base: WebAddress?) {
        guard let day = record.day else { return nil }
        let type = record.mediaType ?? "other"
        let address = record.address("url", relativeTo: base)
        let large = record.address("hdurl", relativeTo: base)
        let poster = record.address("thumbnail_url", relativeTo: base)
        let isVideo = ["video", "iframe"].contains(type.lowercased())
        let clues = MediaClues(
            type: type, picture: large ?? (isVideo ? nil : address), smallPicture: isVideo ? nil : address,
            poster: poster, base: base)
        let media = clues.outright ?? clues.media(shown: isVideo ? address.map { [(.frame, $0)] } ?? [] : [])
        let explanation = Explanation(plain: record["explanation"]?.text ?? "")
        let credit = Credit(legacyCopyright: record["copyright"]?.text, lead: explanation.lead)
        entry = Entry(
            day: day, title: Title.cleaned(record["title"]?.text ?? "", isHTML: false, of: day),
            explanation: explanation.text, explanationHTML: explanation.html, ending: explanation.ending,
            credit: credit.text, copyright: credit.copyright, publishedMediaType: type, media: media,
            defect: record.titleDefect)
        guard let words = record["mirror"], case .object = words else { return }
        isMirrored = true
        entry.take(mirrored: words)
    }

    /// "See Explanation." is the text of the page's template where the picture has no description.
    private static func alt(_ raw: String) -> String? {
        let text = Fragment(raw.clamped(toBytes: 10_000)).text
        return text.lowercased().hasPrefix("see explanation") ? nil : text.nilIfEmpty
    }

    /// The reason to disbelieve the candidate by itself; `nil` without one.
    var doubt: String? {
        Suspicion.reason(against: entry) ?? dates.contradiction(of: entry.day)?.description
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
    /// The newest day of all records, whether it was asked for or not.
    private(set) var newest: Day?
    private let days: ClosedRange<Day>
    private let shape: APIShape
    private let base: WebAddress?
    private var count: [Day: Int] = [:]
    private var bytes = 0
    /// The first candidate of another day.
    private var other: Candidate?

    /// The limit of candidates of one day; NASA has sent two.
    private static let mostOfDay = 4
    private static let mostBytes = 8_000_000

    init(_ days: ClosedRange<Day>, _ shape: APIShape, base: WebAddress?) {
        (self.days, self.shape, self.base) = (days, shape, base)
    }

    /// Takes the records of the days asked for. Of other days only the first is read beyond its date.
    mutating func take(_ records: JSONRecords) {
        var records = records
        while let record = records.next() {
            guard let day = record.day else { continue }
            newest = max(day, newest ?? day)
            if let shape = APIShape(of: record) { shapes.insert(shape) }
            guard days.contains(day) else {
                if other == nil { other = Candidate(record, shape, base: base)?.with(records) }
                continue
            }
            guard count[day, default: 0] < Self.mostOfDay, bytes < Self.mostBytes,
                let candidate = Candidate(record, shape, base: base)?.with(records),
                !candidates.contains(where: candidate.saysTheSame)
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
        entry.explanation.utf8.count + (entry.explanationHTML?.utf8.count ?? 0) + dates.html.utf8.count
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

extension Entry {
    /// Takes the members that another mirror adds to the legacy shape, under the key `mirror`.
    fileprivate mutating func take(mirrored words: JSONValue) {
        if let handed = MirroredRecord(words["record"], of: day) {
            let media = media
            self = handed.words
            self.media = media
        } else {
            let site = words["page"]?.text.flatMap { WebAddress($0) }
            page = site?.text
            if let html = words["explanation_html"]?.text {
                let story = Explanation(html: html, page: site)
                (explanation, explanationHTML, ending) = (story.text, story.html, story.ending)
            }
            credit = words["credit"]?.text?.clamped(toBytes: Credit.mostBytes).oneLine.nilIfEmpty ?? credit
            license = words["license"]?.text.flatMap { OpenLicense(address: $0) }?.address
            alt = words["alt"]?.text?.clamped(toBytes: 10_000).oneLine.nilIfEmpty
            publishedMediaType = words.mediaType ?? publishedMediaType
            postID = words["post_id"]?.integer
        }
        let picture = words["picture"]
        (origin, digest) = (picture?["url"]?.text.flatMap { WebAddress($0) }?.text, nil)
        // A page is made anew by each mirror.
        guard picture?["kind"]?.text != "page", let sum = picture?["sha256"]?.text, sum.utf8.count == 64,
            sum.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) })
        else { return }
        digest = sum
    }
}
