internal import Days
internal import Folder
internal import HTTP
internal import JSON
package import MirrorTree
internal import Synchronization

/// Takes stars from the gallery's page, where the owner lets favorites be changed by web.
///
/// serve itself can change nothing. It judges a wish by what a browser tells of the page that sent it, and hands it on to the
/// daemon (``StarClient``). A stranger's page can neither read the token, nor send the
/// header that holds it, nor pretend to be of this origin; and by a name of its own that leads here it gets no page with a
/// token.
package final class StarDesk: Sendable {
    static let path = "/star"
    /// The secret that the page shows it has read. Each start draws another.
    let token: String
    /// When this process began, in seconds since 1970: a page of an earlier start holds another token.
    let began = Timestamp.now.seconds
    private let origins: Origins
    private let ask: @Sendable (StarWish) async -> StarOutcome
    private let warn: @Sendable (String) -> Void
    private let hasWarned = Atomic(false)
    private let limit = Monitor(WishLimit<Client>())
    private let orders: AsyncStream<Order>
    private let order: AsyncStream<Order>.Continuation

    private struct Order: Sendable {
        let wish: StarWish
        let answer: PendingAnswer
    }

    private typealias Client = (name: String, network: String)

    /// The most stars of a client in a minute.
    static let mostInMinute = 30
    /// The most of all clients in one network, who may be one with many addresses: half of what the daemon takes, so that
    /// others still get theirs.
    private static let mostOfNetwork = 60
    /// The most of all. No more are remembered.
    private static let mostOfAll = 1_200
    /// The most stars that wait while another is carried out.
    private static let mostWaiting = 16

    /// - Parameters:
    ///   - warn: Writes a line into the log.
    ///   - ask: Carries a wish out.
    package init(
        origins: Origins, token: String = StarDesk.newToken(), warn: @escaping @Sendable (String) -> Void = { _ in },
        ask: @escaping @Sendable (StarWish) async -> StarOutcome
    ) {
        (self.origins, self.token, self.warn, self.ask) = (origins, token, warn, ask)
        (orders, order) = AsyncStream.makeStream(
            of: Order.self, bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    }

    package static func newToken() -> String {
        (0..<4).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined(separator: "-")
    }

    /// Says once that a client got the first page without a token, and so without stars.
    func warnOfStranger() {
        if hasWarned.exchange(true, ordering: .relaxed) { return }
        warn(
            "A page was sent without stars, since it was asked for by localhost, by another name that is not surely this "
                + "machine's, by HTTP/1.0 or through a proxy: open the gallery by this machine's name or address at home, "
                + "and behind a proxy that lets the Internet in, serve with --public-url.")
    }

    /// Carries wishes out, one after the other, until the task is cancelled.
    func run() async {
        for await order in orders { order.answer.give(Self.answer(await ask(order.wish))) }
    }

    func react(to request: HTTPRequest) -> HTTPReaction {
        switch request.method {
        case "POST":
            switch judge(request, at: .now) {
            case .failure(let outcome): .now(Self.answer(outcome))
            case .success(let wish): .later { [order] in Self.enqueue(wish, $0, order) }
            }
        case "OPTIONS": .now(HTTPAnswer(204, headers: Self.allowed + Readers.sameOrigin.headers, body: .bytes([])))
        default: .now(APIRefusal(code: 405, message: "A star is pressed by POST.").answer(.sameOrigin, Self.allowed))
        }
    }

    private static let allowed = [(name: "Allow", value: "POST, OPTIONS")]

    private static func enqueue(
        _ wish: StarWish, _ answer: PendingAnswer, _ order: AsyncStream<Order>.Continuation
    ) {
        // A stream that has ended drops the order, which ends the connection.
        if case .dropped = order.yield(Order(wish: wish, answer: answer)) { answer.give(Self.answer(.busy)) }
    }

    private static func answer(_ outcome: StarOutcome) -> HTTPAnswer? {
        var piece = JSONPiece()
        piece.object { piece in
            piece.exactly("star", outcome.told.word)
            piece.exactly("words", outcome.told.sentence)
        }
        var headers = [
            (name: "Content-Type", value: "application/json"), (name: "Cache-Control", value: "no-store"),
        ]
        if case .tooMany(let seconds) = outcome { headers.append((name: "Retry-After", value: "\(seconds)")) }
        return HTTPAnswer(
            outcome.code, headers: headers + Readers.sameOrigin.headers,
            body: .bytes(piece.bytes + [UInt8(ascii: "\n")]))
    }
}

extension StarOutcome {
    /// The HTTP status.
    fileprivate var code: Int {
        switch self {
        case .kept, .removed, .unchanged: 200
        case .nonsense: 400
        case .foreign: 403
        case .refused: 409
        case .body: 413
        case .tooMany: 429
        case .noDaemon, .busy: 503
        case .late: 504
        }
    }
}

// MARK: - Judging

extension StarDesk {
    /// Only wishes of this server's own page count, also toward the client's limit: a stranger's page in the same browser uses
    /// none of it up.
    func judge(_ request: HTTPRequest, at now: ContinuousClock.Instant) -> Result<StarWish, StarOutcome> {
        if request.hasBody { return .failure(.body) }
        guard isOfOwnPage(request) else { return .failure(.foreign) }
        let fields = request.fields
        guard fields.count == 1, fields[0].name == "wish", let wish = StarWish(fields[0].value) else {
            return .failure(.nonsense)
        }
        if let seconds = wait(for: request.client, at: now) {
            return .failure(.tooMany(seconds: seconds))
        }
        return .success(wish)
    }

    private func isOfOwnPage(_ request: HTTPRequest) -> Bool {
        guard let host = request.host, origins.publicURL == nil, origins.isAtHome(request),
            let origin = request.proof.origin, origin.lowercased() == "http://\(host)".lowercased(),
            let token = request.proof.token
        else { return false }
        return request.proof.site.map { $0 == "same-origin" } ?? true && Self.areSame(token, self.token)
    }

    /// Takes as long wherever the two differ.
    private static func areSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Counts a wish of a client; returns the seconds after which it may come again where it is one too many.
    private func wait(for client: Client, at now: ContinuousClock.Instant) -> Int? {
        limit.withLock { limit in
            limit.wait(
                for: client, at: now,
                within: [
                    (Self.mostInMinute, { $0.name == client.name }),
                    (Self.mostOfNetwork, { $0.network == client.network }),
                    (Self.mostOfAll, { _ in true }),
                ])
        }
    }
}
