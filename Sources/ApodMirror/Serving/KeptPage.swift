internal import Days
internal import Folder
internal import HTTP

/// An answer that is made already, for those who have it and for those who do not.
struct KeptPage: Sendable {
    private let whole: HTTPAnswer
    /// 304, without the body.
    private let known: HTTPAnswer
    private let freshness: Freshness
    /// `nil` where it is made of several files.
    let source: Source?

    /// The file that it tells of, as it was then.
    struct Source: Sendable {
        let path: FilePath
        let status: FileStatus
    }

    /// `nil` where the system has no memory left.
    init?(
        _ body: HTTPAnswer.Body, of source: Source?, headers: [(name: String, value: String)], freshness: Freshness
    ) {
        self.source = source
        let headers =
            headers + [
                (name: "ETag", value: freshness.tag), (name: "Last-Modified", value: HTTPDate.text(freshness.changed)),
            ] + Site.common
        guard let known = HTTPAnswer(304, headers: headers, body: .bytes([])),
            let whole = HTTPAnswer(200, headers: headers, body: body, isForMany: true)
        else { return nil }
        (self.known, self.whole, self.freshness) = (known, whole, freshness)
    }

    func answer(to request: HTTPRequest) -> HTTPAnswer {
        freshness.isKnown(to: request) ? known : whole
    }
}
