internal import Markup

/// The day's story, without the label in front and the notices behind.
struct Explanation: Equatable, Sendable {
    static let mostBytes = 100_000

    /// Notices of the page's own: they are news of that morning, not of the picture.
    private static let notices = ["Tomorrow's picture:", "Tomorrow's Picture:", "APOD's main NASA site is moving"]

    var text: String
    var html: String?

    /// From apod-basic's HTML; `page` is what its links are relative to.
    init(html raw: String, page: WebAddress?) {
        var fragment = Fragment(raw.clamped(toBytes: 10 * Self.mostBytes))
        if fragment.text.hasPrefix("Explanation:") { fragment = fragment.suffix(from: "Explanation:".utf8.count) }
        if let notice = Self.notices.compactMap({ fragment.text.offset(of: $0) }).min() {
            fragment = fragment.prefix(upTo: notice)
        }
        if fragment.text.utf8.count > Self.mostBytes { fragment = fragment.prefix(upTo: Self.mostBytes) }
        text = fragment.text
        html = fragment.safeHTML { WebAddress($0, relativeTo: page)?.text }.nilIfEmpty
    }

    /// From the legacy API's plain text: old pages have swallowed notices and labels, and stay as published.
    init(plain raw: String) {
        text = raw.clamped(toBytes: Self.mostBytes).oneLine
        html = nil
    }
}
