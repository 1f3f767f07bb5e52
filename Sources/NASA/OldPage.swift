internal import Credits
public import Days
internal import JSON
internal import Markup

/// A day's page as `apod.nasa.gov` had it from 1995 to 2026, in whichever of its layouts, saved by somebody.
///
/// As a record it stands under the key by which apod-basic hands its pages on, beside its day and nothing else.
public enum OldPage {
    /// The name of the source in metadata.
    public static let source = "apod.nasa.gov"
    static let base = "https://apod.nasa.gov/apod/"

    static let mostBytes = 500_000

    /// The day of a file that was saved under the page's own name, `ap260704.html`; `nil` for any other.
    public static func day(ofFile name: String) -> Day? {
        guard let dot = name.lastIndex(of: "."), [".html", ".htm"].contains(name[dot...].lowercased()),
            name.hasPrefix("ap")
        else { return nil }
        return Day(sixDigits: name[..<dot].dropFirst(2)).flatMap { $0 >= .first ? $0 : nil }
    }

    /// The record of a page that was saved; `nil` where its text does not name the day, or tells no story.
    ///
    /// - Parameter page: its bytes, UTF-8 or, as in the first years, what browsers read as Latin-1.
    public static func record(of page: [UInt8], _ day: Day) -> [UInt8]? {
        guard page.count <= mostBytes else { return nil }
        let html = String(validating: page, as: UTF8.self) ?? Windows1252.text(page)
        guard
            let record = try? JSONFile.encode(
                JSONValue.object(["date": .text("\(day)"), "basic_html": .text(html)])),
            Entry(record: record, source: source, base: base) != nil
        else { return nil }
        return record
    }

    /// Whether a record is such a page.
    static func isIn(_ record: JSONValue) -> Bool {
        guard case .object(let members) = record else { return false }
        return members.keys.sorted() == ["basic_html", "date"]
    }
}

extension Candidate {
    /// From an old page; `nil` where it does not name the day itself, or tells no story.
    init?(oldPage record: JSONValue) {
        guard let day = record.day, let html = record["basic_html"]?.text, html.utf8.count <= OldPage.mostBytes,
            DateEvidence(html: html).support(of: day) > 0
        else { return nil }
        let page = WebAddress("\(OldPage.base)ap\(day.sixDigits).html")
        let whole = Fragment(html)
        guard let start = whole.text.offset(of: "Explanation:"), let story = html.offset(of: "Explanation:") else {
            return nil
        }
        let explanation = Explanation(html: String(decoding: html.utf8.dropFirst(story), as: UTF8.self), page: page)
        if explanation.text.isEmpty { return nil }
        let head = whole.prefix(upTo: start)
        let heading = OldHeading(head, html: html, of: day)
        let shown = head.shown(relativeTo: page)
        let isVideo = shown.contains { [.video, .frame].contains($0.0) }
        let type = isVideo ? "video" : "image"
        let credit = Credit(html: heading.credit.escapedForHTML, copyright: heading.credit.escapedForHTML)
        dates = DateEvidence(page: page, html: html)
        entry = Entry(
            day: day, title: Title.cleaned(heading.title, isHTML: false, of: day), explanation: explanation.text,
            explanationHTML: explanation.html, credit: credit.text, copyright: credit.copyright,
            license: Credit.license(in: head),
            publishedMediaType: type, page: page?.text, media: MediaClues(type: type, page: page).media(shown: shown))
    }
}

/// The lines between an old page's picture and its story. Pure.
struct OldHeading: Equatable {
    let title: String
    /// With its label; empty without one.
    let credit: String

    init(_ head: Fragment, html: String, of day: Day) {
        let paragraphs = head.paragraphs
        let paragraph = paragraphs.last { CreditLabel.isIn($0.text) } ?? paragraphs.last
        var text = paragraph?.text ?? ""
        if let label = paragraph?.label.trimmingSpace, !label.isEmpty, text.hasPrefix(label),
            CreditLabel.length(in: label) == 0
        {
            // A title in bold, and behind it the rest.
            title = label
            credit = String(text.dropFirst(label.count)).trimmingSpace
            return
        }
        // In the first years the date stands in the same paragraph.
        let words = text.split(separator: " ")
        if words.count > 3, DateEvidence.date(in: words.prefix(3).joined(separator: " ")) == day {
            text = words.dropFirst(3).joined(separator: " ")
        }
        let named = DateEvidence(html: html).pageTitle.flatMap { Title.datePrefix(of: $0) }
        let place = CreditLabel.place(in: text) ?? text.utf8.count
        credit = String(decoding: text.utf8.dropFirst(place), as: UTF8.self)
        let own = String(decoding: text.utf8.prefix(place), as: UTF8.self).trimmingSpace
        title = named.flatMap { $0.day == day ? $0.rest.nilIfEmpty : nil } ?? own
    }
}
