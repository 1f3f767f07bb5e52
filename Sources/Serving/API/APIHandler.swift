internal import Days
internal import HTTP
internal import JSON
internal import MirrorTree

/// Answers `planetary/apod`, as NASA's service did until December 2026.
struct APIHandler: Sendable {
    let cache: MirrorCache
    let origins: Origins
    let today: @Sendable () -> Day

    func answer(_ request: HTTPRequest) -> HTTPAnswer? {
        do throws(APIRefusal) {
            let query = try APIQuery(request.fields, today: today())
            guard let shown = cache.shown else { throw APIRefusal.notThere }
            switch query.wish {
            case .newest:
                // A day that the owner has hidden may have a file of theirs beside its metadata, and gives no answer.
                for day in shown.listing.presentDays.reversed() {
                    if let answer = try one(day, in: shown, query, request) { return answer }
                }
                throw APIRefusal.noData(today())
            case .day(let day):
                guard let answer = try one(day, in: shown, query, request) else { throw APIRefusal.noData(day) }
                return answer
            case .days(let range):
                return many(query, request, DayStream.each(of: range) { $0.days.hasMetadata($1) })
            case .random(let count):
                var days = shown.listing.days.span.map { RandomDays($0) }
                return many(query, request, most: count) { listing in
                    while let day = days?.next() {
                        if listing.days.hasMetadata(day) { return day }
                    }
                    return nil
                }
            }
        } catch {
            return HTTPAnswer(error.code, headers: Self.type + Self.headers, body: .bytes(error.json))
        }
    }

    /// `nil` for a day that is hidden or has no metadata.
    private func one(
        _ day: Day, in shown: MirrorCache.Shown, _ query: APIQuery, _ request: HTTPRequest
    ) throws(APIRefusal) -> HTTPAnswer? {
        let found: AddressedText?
        do {
            found = try text(of: day, in: shown, query, withRecord: Self.asksForRecords(request))
        } catch {
            throw .unreadable(day)
        }
        guard let text = found else { return nil }
        guard let answer = text.answer(to: request, origin: origins.origin(of: request), Self.headers) else {
            throw .exhausted
        }
        return answer
    }

    private func many(
        _ query: APIQuery, _ request: HTTPRequest, most: Int = .max, _ nextDay: @escaping (Listing) -> Day?
    ) -> HTTPAnswer? {
        let withRecord = Self.asksForRecords(request)
        let stream = DayStream(
            cache: cache, origin: origins.origin(of: request), Self.frame, most: most, nextDay: nextDay
        ) { day, shown in
            (try? text(of: day, in: shown, query, withRecord: withRecord)) ?? nil
        }
        return HTTPAnswer(200, headers: Self.type + Self.headers, body: .stream(size: nil, read: stream.read))
    }

    private func text(
        of day: Day, in shown: MirrorCache.Shown, _ query: APIQuery, withRecord: Bool
    ) throws -> AddressedText? {
        let key = SharedTexts.Key.day(day, withThumbnails: query.withThumbnails, withRecord: withRecord)
        return try cache.text(key, in: shown, state: { shown.state(of: day, withRecord: withRecord) }) {
            guard let stored = try shown.day(day) else { return nil }
            var piece = JSONPiece()
            let entry = APIEntry(
                stored, origin: origins.mark, withThumbnails: query.withThumbnails,
                record: withRecord ? try shown.tree.record(of: stored.metadata) : nil)
            entry.write(to: &piece)
            return AddressedText(
                origins.parts(of: piece.bytes + [UInt8(ascii: "\n")]), type: "application/json",
                changed: stored.changed, of: stored.source)
        }
    }

    /// Whether a client is a mirror that wants NASA's records, too.
    private static func asksForRecords(_ request: HTTPRequest) -> Bool { request.prefers("apod-mirror-records") }

    private static let frame = DayStream.Frame(
        opening: Array("[".utf8), separator: Array(",".utf8), closing: Array("]\n".utf8))

    private static let type = [(name: "Content-Type", value: "application/json")]

    /// Clients of NASA's gateway fail without these headers; this server has no limit.
    private static let headers =
        [
            (name: "X-RateLimit-Limit", value: "1000"), (name: "X-RateLimit-Remaining", value: "999"),
            (name: "Access-Control-Expose-Headers", value: "X-RateLimit-Limit, X-RateLimit-Remaining"),
            (name: "Cache-Control", value: "no-cache"), (name: "Vary", value: "Prefer"),
        ] + Readers.everyOrigin.headers
}
