internal import Days
internal import Folder
internal import HTTP
internal import Markup
internal import Pages

/// Answers for feed readers: the newest days with picture and story.
struct FeedDesk: Sendable {
    let shelf: MirrorShelf

    static let most = 30

    enum Form: String {
        case atom = "/feed.atom"
        case json = "/feed.json"
    }

    func answer(_ request: HTTPRequest, as form: Form, origin: String) -> HTTPAnswer? {
        guard let shown = shelf.shown else { return Site.refuse(.notThere) }
        let days = shown.listing.presentDays.suffix(Self.most).reversed()
        let stored = days.compactMap { (try? shelf.day($0, in: shown)) ?? nil }
        let feed = Feed(origin: origin, entries: stored.map { entry($0, origin) })
        let bytes = form == .atom ? feed.atom : feed.json
        let type = form == .atom ? "application/atom+xml; charset=utf-8" : "application/feed+json"
        let headers = [(name: "Content-Type", value: type), (name: "Cache-Control", value: "no-cache")]
        let changed = stored.map(\.changed).max() ?? 0
        let freshness = Freshness(of: bytes, changed: changed)
        return shelf.answer(request, .bytes(bytes), of: nil, headers, freshness)
    }

    private func entry(_ stored: MirrorShelf.ServedDay, _ origin: String) -> Feed.Entry {
        let metadata = stored.metadata
        let shown = APIEntry(
            metadata: metadata, file: stored.file, thumbnails: stored.thumbnails, origin: origin, withThumbnails: true)
        let story = metadata.mirror.explanationHTML.map { Fragment($0).safeHTML() }
        let page = "\(origin)/\(RelativeAddress.of(Tree.monthPath(metadata.date)))/#\(metadata.date)"
        return Feed.Entry(
            day: metadata.date, title: metadata.title,
            updated: metadata.mirror.picture?.fetched ?? metadata.mirror.fetched,
            credit: metadata.mirror.credit ?? metadata.copyright, alt: metadata.mirror.alt,
            story: story ?? metadata.explanation.escapedForHTML, picture: shown.preview, address: page)
    }
}
