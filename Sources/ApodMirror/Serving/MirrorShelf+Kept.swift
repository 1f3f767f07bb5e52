internal import HTTP

extension MirrorShelf {
    /// What is asked for again and again is made once, and lasts until the tree is looked at the next time.
    struct Question: Hashable, Sendable {
        let target: String
        let host: String?
        let range: String?

        init(_ request: HTTPRequest) {
            target = request.target
            host = request.host
            range = request.range
        }
    }

    /// An answer that lasts.
    func answer(
        _ request: HTTPRequest, _ body: HTTPAnswer.Body, of source: KeptPage.Source?,
        _ headers: [(name: String, value: String)], _ freshness: Freshness
    ) -> HTTPAnswer? {
        guard let page = KeptPage(body, of: source, headers: headers, freshness: freshness) else { return nil }
        keep(page, for: Question(request))
        return page.answer(to: request)
    }

    /// Many different questions within a second are a flood: their answers are not worth the memory.
    static let mostKept = 64
}
