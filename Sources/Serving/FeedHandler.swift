internal import HTTP
internal import Markup
internal import MirrorTree
internal import Pages

/// Answers for feed readers: the newest days with picture and story.
struct FeedHandler: Sendable {
    let cache: MirrorCache
    let origins: Origins

    static let most = 30

    func answer(_ request: HTTPRequest, as form: FeedForm) -> HTTPAnswer? {
        guard let shown = cache.shown, let text = cache.text(.feed(form), in: shown, make: { text(shown, form) }) else {
            return APIRefusal.notThere.answer(.everyOrigin)
        }
        let headers = [(name: "Cache-Control", value: "no-cache")] + Readers.everyOrigin.headers
        return text.answer(to: request, origin: origins.origin(of: request), headers)
    }

    private func text(_ shown: MirrorCache.Shown, _ form: FeedForm) -> AddressedText {
        let days = shown.listing.presentDays.suffix(Self.most).reversed()
        let stored = days.compactMap { (try? shown.day($0)) ?? nil }
        let feed = Feed(origin: origins.mark, entries: stored.map(entry))
        let changed = stored.map(\.changed).max() ?? 0
        switch form {
        case .atom:
            return AddressedText(
                origins.parts(of: feed.atom), type: "application/atom+xml; charset=utf-8", changed: changed)
        case .json:
            return AddressedText(origins.parts(of: feed.json), type: "application/feed+json", changed: changed)
        }
    }

    private func entry(_ stored: ServedDay) -> Feed.Entry {
        let metadata = stored.metadata
        let shown = APIEntry(stored, origin: origins.mark, withThumbnails: true)
        let story = metadata.mirror.explanationHTML.map { Fragment($0).safeHTML() }
        let page = "\(origins.mark)/\(RelativeAddress.of(Tree.monthPath(metadata.date)))/#\(metadata.date)"
        return Feed.Entry(
            day: metadata.date, title: metadata.title,
            updated: metadata.mirror.picture?.fetched ?? metadata.mirror.fetched,
            credit: metadata.mirror.credit ?? metadata.copyright, alt: metadata.mirror.alt,
            story: story ?? metadata.explanation.escapedForHTML, picture: shown.preview, address: page)
    }
}
