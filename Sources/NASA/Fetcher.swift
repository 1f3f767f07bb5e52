public import Days
internal import Folder
internal import Transfer

/// A GET of a small document; injected, so that sources are tested without a network.
protocol Fetcher: Sendable {
    /// Returns the server's answer, whatever its status. A key is sent only in the `X-Api-Key` header.
    ///
    /// - Parameter mayAsk: asked before each request, redirects and repetitions included, with its address.
    func get(
        _ url: String, apiKey: String?, mayAsk: @escaping @Sendable (_ address: String) -> Bool
    ) async throws(FetchError) -> SourceAnswer

    /// Called for every answer with records, with the newest day among them.
    ///
    /// - Parameter isLatest: whether the newest of all days was asked for.
    func record(_ answer: SourceAnswer, newest: Day, isLatest: Bool)
}

extension Fetcher {
    func record(_ answer: SourceAnswer, newest: Day, isLatest: Bool) {}
}

struct SourceAnswer: Sendable {
    /// The answer's address, after redirects.
    var url: String
    var status: Int
    /// The headers, with names in lower case.
    var headers: [String: String]
    var body: [UInt8]
}

/// The reason why there is no answer at all.
enum FetchError: Error, Equatable, Sendable {
    /// No server answers: other requests would fail, too.
    case unreachable(url: String, reason: String)
    /// No answer, or hardly any of it, came within the time limit.
    case silent(url: String, reason: String)
    /// Only this request failed: its answer was too large, cut short or redirected in a circle.
    case failed(url: String, reason: String)
    /// The pass may not send a request to that address.
    case notGranted(url: String)
}

struct TransferFetcher: Fetcher {
    let transfer: Transfer
    /// Whether a server that is another mirror is asked for NASA's records.
    var asksForRecords = false

    /// The limit of an answer. A page of 25 entries with their HTML has some hundred kilobytes.
    private static let maximumBytes: Int64 = 8_000_000

    func get(
        _ url: String, apiKey: String?, mayAsk: @escaping @Sendable (_ address: String) -> Bool
    ) async throws(FetchError) -> SourceAnswer {
        var request = Request(url, maximumBytes: Self.maximumBytes, timeLimit: .seconds(120))
        request.accept = "application/json"
        request.mayStart = mayAsk
        if asksForRecords { request.headers = [("Prefer", MirroredRecord.preference)] }
        request.secretHeader = apiKey.map { SecretHeader(name: "X-Api-Key", value: $0) }
        do {
            let response = try await transfer.data(request)
            return SourceAnswer(
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
        case .stalled, .timeLimit: self = .silent(url: url, reason: error.description)
        case .notStarted(let url): self = .notGranted(url: url)
        case .atHome: self = .unreachable(url: url, reason: error.description)
        default: self = .failed(url: url, reason: error.description)
        }
    }
}

/// A fetcher that counts requests and sets the clock by their answers.
struct CountingFetcher: Fetcher {
    let fetcher: any Fetcher
    let clock: NASAClock
    let budget: SourceBudget

    func get(
        _ url: String, apiKey: String?, mayAsk: @escaping @Sendable (_ address: String) -> Bool
    ) async throws(FetchError) -> SourceAnswer {
        budget.countRequest(on: clock.today)
        let answer = try await fetcher.get(url, apiKey: apiKey, mayAsk: mayAsk)
        budget.record(answer.headers)
        return answer
    }

    /// A gateway's page, or a server that has nothing, tells no time: only an answer with records is believed.
    func record(_ answer: SourceAnswer, newest: Day, isLatest: Bool) {
        clock.adjust(answer.headers, newest: newest, isLatest: isLatest)
    }
}

extension CountingFetcher {
    init(_ transfer: Transfer, _ clock: NASAClock, _ budget: SourceBudget, asksForRecords: Bool = false) {
        self.init(
            fetcher: TransferFetcher(transfer: transfer, asksForRecords: asksForRecords), clock: clock, budget: budget)
    }
}

/// The number of requests to the source today, and the number that it still allows.
public final class SourceBudget: Sendable {
    private struct State {
        var day: Day?
        var asked = 0
        var askedEver: Int64 = 0
        var left: Int?
    }

    private let state = Monitor(State())

    public init() {}

    func countRequest(on day: Day) {
        state.withLock { state in
            state.asked = state.day == day ? state.asked + 1 : 1
            state.day = day
            state.askedEver += 1
        }
    }

    func record(_ headers: [String: String]) {
        guard let left = headers["x-ratelimit-remaining"].flatMap({ Int($0) }) else { return }
        state.withLock { $0.left = left }
    }

    public func asked(on day: Day) -> Int {
        state.withLock { $0.day == day ? $0.asked : 0 }
    }

    /// The number of requests since the process began.
    public var askedEver: Int64 { state.withLock { $0.askedEver } }

    /// The requests left, as the server last said; `nil` for one that does not say.
    public var left: Int? { state.withLock { $0.left } }
}
