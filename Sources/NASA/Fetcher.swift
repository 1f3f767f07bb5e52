internal import Days

/// One GET of a small document; injected, so that sources can be proved without a network.
protocol Fetcher: Sendable {
    /// Answers whatever the server said, of any status. The key, if any, goes into the `X-Api-Key` header and nowhere
    /// else.
    ///
    /// - Parameter mayAsk: asked with each address before a request goes there, redirects and repetitions among them.
    func get(
        _ url: String, apiKey: String?, mayAsk: @escaping @Sendable (_ address: String) -> Bool
    ) async throws(FetchError) -> Answer

    /// Hears of every answer that held records, and of the newest day among them.
    ///
    /// - Parameter isLatest: whether it was asked for the newest of all.
    func note(_ answer: Answer, newest: Day, isLatest: Bool)
}

extension Fetcher {
    func note(_ answer: Answer, newest: Day, isLatest: Bool) {}
}

struct Answer: Sendable {
    /// Where the answer came from, after redirects.
    var url: String
    var status: Int
    /// Names in lower case.
    var headers: [String: String]
    var body: [UInt8]
}

/// Why there is no answer at all.
enum FetchError: Error, Equatable, Sendable {
    /// Nobody there: asking for something else would fare no better.
    case unreachable(url: String, reason: String)
    /// Nothing, or next to nothing, came until the time was up.
    case silent(url: String, reason: String)
    /// Only this request failed: too large, cut short, redirected in a circle.
    case failed(url: String, reason: String)
    /// The pass may not ask that address.
    case notGranted(url: String)
}
