internal import Days

/// A GET of a small document; injected, so that sources are tested without a network.
protocol Fetcher: Sendable {
    /// Returns the server's answer, whatever its status. A key is sent only in the `X-Api-Key` header.
    ///
    /// - Parameter mayAsk: asked before each request, redirects and repetitions included, with its address.
    func get(
        _ url: String, apiKey: String?, mayAsk: @escaping @Sendable (_ address: String) -> Bool
    ) async throws(FetchError) -> Answer

    /// Called for every answer with records, with the newest day among them.
    ///
    /// - Parameter isLatest: whether the newest of all days was asked for.
    func note(_ answer: Answer, newest: Day, isLatest: Bool)
}

extension Fetcher {
    func note(_ answer: Answer, newest: Day, isLatest: Bool) {}
}

struct Answer: Sendable {
    /// The answer's address, after redirects.
    var url: String
    var status: Int
    /// The headers, with names in lower case.
    var headers: [String: String]
    var body: [UInt8]
}

/// The reason why there is no answer at all.
enum FetchError: Error, Equatable, Sendable {
    /// No server answers: other questions would fail, too.
    case unreachable(url: String, reason: String)
    /// No answer, or hardly any of it, came within the time limit.
    case silent(url: String, reason: String)
    /// Only this request failed: its answer was too large, cut short or redirected in a circle.
    case failed(url: String, reason: String)
    /// The pass may not send a request to that address.
    case notGranted(url: String)
}
