internal import Days
internal import HTTP
internal import MirrorTree
internal import Pages

/// Answers for programs that fetch many pictures: a list of all of them, or of those of a year or month.
struct MetalinkHandler: Sendable {
    let cache: MirrorCache
    let origins: Origins

    /// The period of an address such as `/2026.meta4` or `/all.meta4`; `nil` for any other.
    static func period(ofPath path: String) -> Period? {
        guard path.hasPrefix("/"), path.hasSuffix(suffix) else { return nil }
        return Period(path.dropFirst().dropLast(suffix.count))
    }

    private static let suffix = ".meta4"

    func answer(_ request: HTTPRequest, for period: Period) -> HTTPAnswer? {
        guard let shown = cache.shown else { return APIRefusal.notThere.answer(.everyOrigin) }
        if let closed = shown.listing.closedFolder(in: period) {
            return APIRefusal(code: 500, message: "\(closed) cannot be read here.").answer(.everyOrigin)
        }
        let days = shown.listing.presentDays.filter(period.days.contains)
        guard let first = days.first, let last = days.last else { return APIRefusal.nothing.answer(.everyOrigin) }
        let stream = DayStream(
            cache: cache, origin: origins.origin(of: request),
            DayStream.Frame(opening: Metalink.opening, separator: [], closing: Metalink.closing),
            nextDay: DayStream.each(of: first...last) { $0.isPresent($1) }, text: text(of:in:))
        let headers = [(name: "Content-Type", value: Self.type), (name: "Cache-Control", value: "no-cache")]
        return HTTPAnswer(
            200, headers: headers + Readers.everyOrigin.headers, body: .stream(size: nil, read: stream.read))
    }

    private func text(of day: Day, in shown: MirrorCache.Shown) -> AddressedText? {
        do {
            return try cache.text(.metalink(day), in: shown, state: { shown.state(of: day, withRecord: false) }) {
                guard let stored = try shown.day(day), let file = stored.file,
                    let text = stored.metadata.metalink(of: file, servedAt: [origins.mark])
                else { return nil }
                return AddressedText(
                    origins.parts(of: text), type: Self.type, changed: stored.changed, of: stored.source)
            }
        } catch {
            return AddressedText([Metalink.unread(day)], type: Self.type, changed: 0)
        }
    }

    private static let type = "application/metalink4+xml"
}
