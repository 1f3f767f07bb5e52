import Glibc

/// Everything the server knows, and the way from a request to its answer.
final class Site: Sendable {
    struct State: Sendable {
        var catalogue: Catalogue
        var faults = FaultBook()
        var origin = ""
        /// How far the server's clock is ahead of this machine's.
        var secondsAhead = 0
        /// How long an answer is on its way, in milliseconds.
        var latency = 0
    }

    let studio = Studio()
    let state: Guarded<State>
    let requiredKey: String?
    let today: CalendarDay?

    init(_ options: SampleNASA.Options) {
        state = Guarded(State(catalogue: Catalogue(options)))
        requiredKey = options.requiredKey
        today = options.today.map(CalendarDay.named)
    }

    var origin: String { state.withLock { $0.origin } }

    /// What time it is here, in seconds since 1970.
    var now: Int { Int(time(nil)) + state.withLock { $0.secondsAhead } }

    func respond(to request: HTTPRequest) -> Answer {
        var answer = answer(to: request)
        let now = now
        answer.setHeader("Date", HTTPDate.text(answer.clock?.reading(at: now) ?? now))
        answer.latency = state.withLock { $0.latency }
        return answer
    }

    private func answer(to request: HTTPRequest) -> Answer {
        let path = request.path
        guard request.method == "GET" || request.method == "HEAD" else { return BasicQuery.noRoute }
        if path == SampleNASA.legacyPath || path == SampleNASA.legacyPath + "/" { return legacy(request) }
        // NASA's edge wants to know who asks.
        guard request.headers["user-agent"].map({ !$0.isEmpty }) ?? false else {
            return .html(403, title: "403 Forbidden", text: "Request blocked.")
        }
        if path == SampleNASA.basicPath || path.hasPrefix(SampleNASA.basicPath + "/") {
            return basic(request, below: String(path.dropFirst(SampleNASA.basicPath.count)))
        }
        if path.hasPrefix("/wp-json/") { return BasicQuery.noRoute }
        // Where redirects lead. No fault strikes here: it would redirect to itself for ever.
        if path == MediaAddress.landingPage || path == "/apod" {
            return .html(200, title: "Astronomy Picture of the Day", text: "Discover the cosmos!")
        }
        if path == MediaAddress.newsPicture { return GatewayAnswer.picture.answer }
        return media(request, path: path)
    }
}
