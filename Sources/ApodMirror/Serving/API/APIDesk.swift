internal import Days
internal import Folder
internal import HTTP
internal import JSON
internal import Pages

/// Answers `planetary/apod`, as NASA's service did until December 2026.
struct APIDesk: Sendable {
    let shelf: MirrorShelf
    let today: @Sendable () -> Day

    static let paths = ["/planetary/apod", "/planetary/apod/", "/v1/apod", "/v1/apod/"]

    /// - Parameter origin: what the addresses of this host begin with.
    func answer(_ request: HTTPRequest, origin: String) -> HTTPAnswer? {
        do throws(APIRefusal) {
            let query = try APIQuery(request.fields, today: today())
            guard let shown = shelf.shown else { throw APIRefusal.notThere }
            let known = shown.listing.days
            switch query.wish {
            case .newest:
                guard let day = known.present.last else { throw APIRefusal.noData(today()) }
                return try one(day, in: shown, query, request, origin)
            case .day(let day): return try one(day, in: shown, query, request, origin)
            case .days(let range):
                return many(known.withMetadata.filter(range.contains), in: shown, most: .max, query, origin)
            case .random(let count):
                return many(known.withMetadata.shuffled(), in: shown, most: count, query, origin)
            }
        } catch {
            return HTTPAnswer(error.code, headers: Self.headers + Site.common, body: .bytes(error.json))
        }
    }

    private func one(
        _ day: Day, in shown: MirrorShelf.Shown, _ query: APIQuery, _ request: HTTPRequest, _ origin: String
    ) throws(APIRefusal) -> HTTPAnswer? {
        let found: MirrorShelf.ServedDay?
        do {
            found = try shelf.day(day, in: shown)
        } catch {
            throw .unreadable(day)
        }
        guard let stored = found else { throw .noData(day) }
        var piece = JSONPiece()
        entry(stored, query, origin).write(to: &piece)
        let freshness = Freshness(of: piece.bytes, changed: stored.changed)
        return shelf.answer(
            request, .bytes(piece.bytes + [UInt8(ascii: "\n")]), of: stored.source, Self.headers, freshness)
    }

    /// An array, made while it is sent: thirty years are never in memory. A day that cannot be read costs only itself.
    private func many(
        _ days: [Day], in shown: MirrorShelf.Shown, most: Int, _ query: APIQuery, _ origin: String
    ) -> HTTPAnswer? {
        var rest = days[...]
        var told = 0
        var isOver = false
        let next: () -> [UInt8]? = {
            while told < most, let day = rest.popFirst() {
                guard let stored = (try? shelf.day(day, in: shown)) ?? nil else { continue }
                var piece = JSONPiece()
                entry(stored, query, origin).write(to: &piece)
                told += 1
                return [UInt8(ascii: told == 1 ? "[" : ",")] + piece.bytes
            }
            if isOver { return [] }
            isOver = true
            return Array((told == 0 ? "[]\n" : "]\n").utf8)
        }
        return HTTPAnswer(200, headers: Self.headers + Site.common, body: .pieces(next))
    }

    private func entry(_ stored: MirrorShelf.ServedDay, _ query: APIQuery, _ origin: String) -> APIEntry {
        APIEntry(
            metadata: stored.metadata, file: stored.file, thumbnails: stored.thumbnails, origin: origin,
            withThumbnails: query.withThumbnails)
    }

    /// Clients of NASA's gateway fail without a limit; here is none.
    private static let headers = [
        (name: "Content-Type", value: "application/json"), (name: "X-RateLimit-Limit", value: "1000"),
        (name: "X-RateLimit-Remaining", value: "999"),
        (name: "Access-Control-Expose-Headers", value: "X-RateLimit-Limit, X-RateLimit-Remaining"),
        (name: "Cache-Control", value: "no-cache"),
    ]
}
