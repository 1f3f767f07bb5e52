internal import Days
internal import Folder
internal import HTTP

/// An answer that many clients share, ready for those that have its body already and for those that do not.
struct CachedAnswer: Sendable {
    private let whole: HTTPAnswer
    /// 304, without the body.
    private let known: HTTPAnswer
    private let freshness: Freshness
    /// The file that is its body; `nil` where its body is a text.
    let source: Source?

    /// The file, as it was then.
    struct Source: Sendable {
        let path: FilePath
        let status: FileStatus

        /// Whether its bytes are what they were. That a second name came to it, as to a favorite's, is no change.
        func isSame(as now: FileStatus?) -> Bool {
            now.map { ($0.identity, $0.bytes, $0.written) == (status.identity, status.bytes, status.written) } ?? false
        }
    }

    /// `nil` where the system has no memory left.
    init?(
        _ body: HTTPAnswer.Body, of source: Source? = nil, headers: [(name: String, value: String)],
        freshness: Freshness
    ) {
        self.source = source
        let headers = headers + freshness.headers
        guard let known = HTTPAnswer(304, headers: headers, body: .bytes([])),
            let whole = HTTPAnswer(200, headers: headers, body: body, isForMany: true)
        else { return nil }
        (self.known, self.whole, self.freshness) = (known, whole, freshness)
    }

    func answer(to request: HTTPRequest) -> HTTPAnswer {
        freshness.isKnown(to: request) ? known : whole
    }
}
