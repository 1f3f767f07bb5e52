package import Days
internal import HTTP
internal import Settings

/// Everything that is served, and to which part of it a request goes.
package struct Site: Sendable {
    let cache: MirrorCache
    let api: APIHandler
    let files: FileHandler
    let feeds: FeedHandler
    let metalinks: MetalinkHandler
    let origins: Origins
    /// Takes stars; `nil` where favorites are not changed by web.
    let star: StarDesk?

    /// - Parameters:
    ///   - tellsFavorites: Whether pages show which days are favorites, and the names of albums.
    ///   - star: Takes stars; `nil` where favorites are not changed by web.
    package init(
        root: String, origins: Origins, tellsFavorites: Bool = true, star: StarDesk? = nil,
        today: @escaping @Sendable () -> Day
    ) {
        cache = MirrorCache(root: root)
        api = APIHandler(cache: cache, origins: origins, today: today)
        files = FileHandler(cache: cache, origins: origins, tellsFavorites: tellsFavorites, star: star)
        feeds = FeedHandler(cache: cache, origins: origins)
        metalinks = MetalinkHandler(cache: cache, origins: origins)
        self.origins = origins
        self.star = star
    }

    private enum Place {
        case api
        case feed(FeedForm)
        case metalink(Period)
        /// `nil` where there is nothing.
        case file(ServedPath?)

        init(_ path: [UInt8]) {
            let name = String(decoding: path, as: UTF8.self)
            if APIPaths.all.contains(name) {
                self = .api
            } else if let form = FeedForm(rawValue: name) {
                self = .feed(form)
            } else if let period = MetalinkHandler.period(ofPath: name) {
                self = .metalink(period)
            } else {
                self = .file(ServedPath(path))
            }
        }

        var readers: Readers {
            switch self {
            case .api, .feed, .metalink: .everyOrigin
            case .file(let path): path?.readers ?? .sameOrigin
            }
        }
    }

    func react(to request: HTTPRequest) -> HTTPReaction {
        if let star, request.path == Array(StarDesk.path.utf8) { return star.react(to: request) }
        return .now(answer(request))
    }

    /// `nil` where the system has no memory even for a refusal: the connection ends.
    func answer(_ request: HTTPRequest) -> HTTPAnswer? {
        guard let path = request.path else {
            return APIRefusal.badRequest("The path is not well encoded.").answer(.sameOrigin)
        }
        let place = Place(path)
        switch request.method {
        case "GET", "HEAD": break
        case "OPTIONS":
            let asked = place.readers == .everyOrigin ? Self.allowed + Self.allowedToOrigins : Self.allowed
            return HTTPAnswer(204, headers: asked + place.readers.headers, body: .bytes([]))
        default:
            let refusal = APIRefusal(code: 405, message: "Only GET, HEAD and OPTIONS are known here.")
            return refusal.answer(place.readers, Self.allowed)
        }
        switch place {
        case .api: return api.answer(request)
        case .feed(let form): return feeds.answer(request, as: form)
        case .metalink(let period): return metalinks.answer(request, for: period)
        case .file(let path?): return files.answer(request, path)
        case .file(nil): return APIRefusal.nothing.answer(.sameOrigin)
        }
    }

    private static let allowed = [(name: "Allow", value: "GET, HEAD, OPTIONS")]
    private static let allowedToOrigins = [
        (name: "Access-Control-Allow-Methods", value: "GET, HEAD, OPTIONS"),
        (name: "Access-Control-Allow-Headers", value: "*"),
    ]
}
