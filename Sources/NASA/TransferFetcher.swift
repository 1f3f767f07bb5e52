internal import Transfer

struct TransferFetcher: Fetcher {
    let transfer: Transfer

    /// The limit of an answer. A page of 25 entries with their HTML has some hundred kilobytes.
    private static let maximumBytes: Int64 = 8_000_000

    func get(
        _ url: String, apiKey: String?, mayAsk: @escaping @Sendable (_ address: String) -> Bool
    ) async throws(FetchError) -> Answer {
        var request = Request(url, maximumBytes: Self.maximumBytes, timeLimit: .seconds(120))
        request.accept = "application/json"
        request.mayStart = mayAsk
        request.secretHeader = apiKey.map { SecretHeader(name: "X-Api-Key", value: $0) }
        do {
            let response = try await transfer.data(request)
            return Answer(
                url: response.url, status: response.status, headers: response.headers.all, body: response.body)
        } catch {
            throw FetchError(error, url: url)
        }
    }
}

extension FetchError {
    fileprivate init(_ error: TransferError, url: String) {
        switch error {
        case .unresolved: self = .unreachable(url: url, reason: "its server's name was not found")
        case .unconnected(_, let reason), .untrusted(_, let reason): self = .unreachable(url: url, reason: reason)
        case .connectTimeout: self = .unreachable(url: url, reason: "its server does not answer")
        case .noThread: self = .unreachable(url: url, reason: error.description)
        case .stalled, .timeLimit: self = .silent(url: url, reason: error.description)
        case .notStarted(let url): self = .notGranted(url: url)
        case .atHome: self = .unreachable(url: url, reason: error.description)
        default: self = .failed(url: url, reason: error.description)
        }
    }
}
