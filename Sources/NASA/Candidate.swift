internal import Days
internal import JSON
internal import Markup
internal import Words

/// An entry as a server sent it, not yet believed.
struct Candidate: Equatable, Sendable {
    var entry: Entry
    /// The article's address, and the beginning of its page: read only when two records claim one date.
    var page: WebAddress?
    var head = ""

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
            explanation: explanation.text, explanationHTML: explanation.html,
            credit: credit.text, copyright: credit.copyright, alt: Self.alt(record["alt"]?.text ?? ""),
            publishedMediaType: type, page: page?.text, postID: record["post_id"]?.integer, media: media)
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
            explanation: explanation.text, explanationHTML: explanation.html,
            credit: mirrored?.credit ?? credit.text, copyright: credit.copyright, alt: mirrored?.alt,
            publishedMediaType: mirrored?.mediaType ?? type, page: mirrored?.page, postID: mirrored?.postID,
            media: media, digest: mirrored?.digest, origin: mirrored?.origin)
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

    /// The number of other places in the record that confirm its date: the article's address and the date at the head
    /// of the page are written apart from the date field.
    var evidence: Int {
        let day = entry.day
        let (year, month, date) = day.parts
        let digits = String(day.description.filter { $0 != "-" })
        let path = page.map { $0.path.split { !$0.isASCII || !$0.isNumber }.joined() } ?? ""
        var evidence = 0
        if path.contains(words: day.sixDigits) || path.contains(words: digits) { evidence += 1 }
        let name = Title.months[month - 1]
        let head = String(Fragment(head).text.prefix(2_000)).lowercased() + " "
        if head.contains(words: "\(year) \(name) \(date) ") || head.contains(words: "\(name) \(date), \(year)") {
            evidence += 1
        }
        return evidence
    }
}

extension JSONValue {
    /// The media type as published, word for word.
    var mediaType: String? { (self["media_type"]?.text?.clamped(toBytes: 100).oneLine).flatMap { $0.nilIfEmpty } }

    fileprivate func address(_ key: String, relativeTo base: WebAddress? = nil) -> WebAddress? {
        guard case .text(let raw) = self[key] else { return nil }
        return WebAddress(raw, relativeTo: base)
    }
}
