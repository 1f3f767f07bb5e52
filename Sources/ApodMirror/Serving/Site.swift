internal import Days
internal import HTTP

/// Everything that is served, and to which part of it a request goes.
struct Site: Sendable {
    private let shelf: MirrorShelf
    let api: APIDesk
    let files: FileDesk
    let feeds: FeedDesk
    let origins: Origins

    init(shelf: MirrorShelf, origins: Origins, today: @escaping @Sendable () -> Day) {
        self.shelf = shelf
        api = APIDesk(shelf: shelf, today: today)
        files = FileDesk(shelf: shelf)
        feeds = FeedDesk(shelf: shelf)
        self.origins = origins
    }

    /// `nil` where the system cannot even say no: the connection ends.
    func answer(_ request: HTTPRequest) -> HTTPAnswer? {
        switch request.method {
        case "GET", "HEAD": break
        case "OPTIONS": return HTTPAnswer(204, headers: Self.allowed + Self.common, body: .bytes([]))
        default:
            return Self.refuse(
                APIRefusal(code: 405, message: "Only GET, HEAD and OPTIONS are known here."), Self.allowed)
        }
        if let page = shelf.kept(MirrorShelf.Question(request)) { return page.answer(to: request) }
        guard let path = request.path else { return Self.refuse(.badRequest("The path is not well encoded.")) }
        let name = String(decoding: path, as: UTF8.self)
        if APIDesk.paths.contains(name) { return api.answer(request, origin: origins.origin(of: request)) }
        if let form = FeedDesk.Form(rawValue: name) {
            return feeds.answer(request, as: form, origin: origins.origin(of: request))
        }
        return files.answer(request, path: path)
    }

    /// What every answer says: pages of any origin may read it, and all of it is public.
    static let common = [(name: "Access-Control-Allow-Origin", value: "*")]

    private static let allowed = [
        (name: "Allow", value: "GET, HEAD, OPTIONS"),
        (name: "Access-Control-Allow-Methods", value: "GET, HEAD, OPTIONS"),
        (name: "Access-Control-Allow-Headers", value: "*"),
    ]

    static func refuse(_ refusal: APIRefusal, _ headers: [(name: String, value: String)] = []) -> HTTPAnswer? {
        let type = (name: "Content-Type", value: "application/json")
        return HTTPAnswer(refusal.code, headers: [type] + headers + common, body: .bytes(refusal.json))
    }

    static var notFound: HTTPAnswer? { refuse(APIRefusal(code: 404, message: "There is nothing here.")) }
}
