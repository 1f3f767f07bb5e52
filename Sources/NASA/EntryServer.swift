public import Days
internal import Folder
internal import Glibc
public import Transfer

/// A server of one of NASA's two APIs: that of science.nasa.gov, which is the default, needs no key and answers newest
/// first, or the legacy one, as self-hosted `nasa/apod-api` servers, public clones and other mirrors speak it.
public struct EntryServer: EntrySource {
    public var name: String { form.shape.rawValue }
    public var address: String { form.base }
    public var blockLength: Int { form.shape == .apodBasic ? 25 : 100 }
    private let form: ExpectedForm
    private let apiKey: String?
    private let fetcher: any Fetcher
    private let clock: NASAClock?
    private let budget: SourceBudget
    private let today: @Sendable () -> Day
    /// The bound of requests for today by its own address.
    let todayAlone = HourlyRequest()

    /// The answers set the `clock`, and `budget` counts requests. The key is sent in a header only.
    ///
    /// - Parameter today: the newest day that may be asked for: the day in US Eastern.
    package init(
        _ shape: APIShape, base: String? = nil, apiKey: String? = nil, fetcher: any Fetcher, clock: NASAClock? = nil,
        budget: SourceBudget = SourceBudget(), remedy: @escaping SourceRemedy = ExpectedForm.plainRemedy,
        today: @escaping @Sendable () -> Day
    ) {
        form = ExpectedForm(shape: shape, base: (base ?? shape.publicBase).withoutTrailingSlashes, remedy: remedy)
        (self.apiKey, self.fetcher, self.clock, self.budget, self.today) = (apiKey, fetcher, clock, budget, today)
    }

    public func greet(_ watch: PassWatch) async throws(SourceError) {
        var list = list(of: .first ... .first)
        do {
            _ = try await get(form.shape == .apodBasic ? "?per_page=1" : "", into: &list, watch, isLatest: true)
        } catch .source(let error) {
            throw error
        } catch {}
    }

    public func entries(in days: ClosedRange<Day>, watch: PassWatch) async throws -> [DayAnswer] {
        let today = today()
        let (first, last) = (max(days.lowerBound, .first), min(days.upperBound, today))
        guard first <= last else { return [] }
        var inquiry = BlockInquiry(self, today: today, watch)
        return try await inquiry.run(first...last)
    }

    // MARK: Requests

    /// A range of 25 days fills one page, with double records two; a server that ignores the range offers hundreds.
    private static let mostPages = 4

    /// The server's candidates for a range, perhaps with gaps.
    func ask(_ days: ClosedRange<Day>, _ watch: PassWatch) async throws(RequestError) -> [Candidate] {
        var found = list(of: days)
        guard form.shape == .apodBasic else {
            let query = "?start_date=\(days.lowerBound)&end_date=\(days.upperBound)&thumbs=True"
            _ = try await get(query, into: &found, watch)
            return found.candidates
        }
        let range = "date_from=\(days.lowerBound.sixDigits)&date_to=\(days.upperBound.sixDigits)"
        for page in 1...Self.mostPages {
            let known = found.candidates.count
            let headers: Headers
            do {
                headers = try await get("?per_page=25&page=\(page)&\(range)", into: &found, watch)
            } catch .absent {
                break
            }
            // A page number beyond the last may return page 1 again.
            guard found.candidates.count > known, page < headers["x-wp-totalpages"].flatMap({ Int($0) }) ?? 1 else {
                break
            }
        }
        return found.candidates
    }

    /// The server's candidates for that very day, or of the other day that came instead; throws `.absent` when the server
    /// says that it has none.
    func ask(_ day: Day, _ watch: PassWatch) async throws(RequestError) -> [Candidate] {
        let place = form.shape == .apodBasic ? "/\(day.sixDigits)" : "?date=\(day)&thumbs=True"
        var found = list(of: day...day)
        _ = try await get(place, into: &found, watch)
        if found.answer.isEmpty { throw .unreadable(url: address + place, reason: "an answer without a date") }
        return found.answer
    }

    private func list(of days: ClosedRange<Day>) -> CandidateList {
        CandidateList(days, form.shape, base: WebAddress(address))
    }

    /// The limit of an answer. A page of 25 entries with their HTML has some hundred kilobytes.
    private static let maximumBytes: Int64 = 8_000_000

    /// Has the list take the records of an answer. An answer with records of both APIs is none.
    ///
    /// - Parameters:
    ///   - place: the address, behind that of the server.
    ///   - isLatest: whether the newest of all days is asked for.
    private func get(
        _ place: String, into list: inout CandidateList, _ watch: PassWatch, isLatest: Bool = false
    ) async throws(RequestError) -> Headers {
        let url = address + place
        var request = Request(url, maximumBytes: Self.maximumBytes, timeLimit: .seconds(120))
        request.accept = "application/json"
        request.mayStart = { address in watch.withLock { $0.grantsEntries(address) } }
        request.secretHeader = apiKey.map { SecretHeader(name: "X-Api-Key", value: $0) }
        // Another mirror speaks the legacy API, and hands NASA's records on where it is asked to.
        if form.shape == .planetary { request.headers = [("Prefer", MirroredRecord.preference)] }
        budget.countRequest(on: today())
        let response: Response
        do {
            response = try await fetcher.data(request)
        } catch {
            throw RequestError(error, asked: url, watch)
        }
        budget.record(response.headers)
        list.take(try response.records(form: form, asked: url, now: Int(time(nil))))
        // A gateway's page, or a server that has nothing, tells no time: only an answer with records is believed.
        if let newest = list.newest { clock?.adjust(response.headers, newest: newest, isLatest: isLatest) }
        if let other = list.shapes.first(where: { $0 != form.shape }) {
            throw form.error(other, asked: url, answered: response.url)
        }
        return response.headers
    }
}

/// A GET of a small document; injected, so that a server's answers are tested without a network.
package protocol Fetcher: Sendable {
    /// The server's answer, whatever its status.
    func data(_ request: Request) async throws(TransferError) -> Response
}

extension Transfer: Fetcher {}

extension String {
    /// The address without the slashes that a configured one may end in.
    var withoutTrailingSlashes: String {
        var text = self
        while text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
        return text
    }
}

/// The reason why a request was not answered with records.
enum RequestError: Error, Equatable, Sendable {
    /// The failure concerns the whole source.
    case source(SourceError)
    /// The request failed; one for fewer days may not.
    case unreadable(url: String, reason: String)
    /// No answer, or hardly any of it, came within the time limit.
    case silent(url: String, reason: String)
    /// The server says that it has nothing for the days asked for.
    case absent
    /// The server's calendar has not reached the day.
    case notYet

    fileprivate init(_ error: TransferError, asked url: String, _ watch: PassWatch) {
        switch error {
        case .unresolved: self = .source(.unreachable(url: url, reason: "its server's name was not found"))
        case .unconnected(_, let reason), .untrusted(_, let reason):
            self = .source(.unreachable(url: url, reason: reason))
        case .connectTimeout: self = .source(.unreachable(url: url, reason: "its server does not answer"))
        case .atHome: self = .source(.unreachable(url: url, reason: error.description))
        case .stalled, .timeLimit: self = .silent(url: url, reason: error.description)
        case .notStarted(let place):
            let end = watch.end.map(Self.source)
            self = end ?? .unreadable(url: url, reason: PassWatch.askedEnough(url, at: place))
        default: self = .unreadable(url: url, reason: error.description)
        }
    }
}

/// The bound of a request that a source makes about once an hour, whatever passes there are meanwhile: that for today by
/// its own address, where a list leaves today out. Passes are minutes apart while NASA's picture is due.
///
/// The daemon's hourly passes are never exactly an hour apart, so the bound is a little shorter.
final class HourlyRequest: Sendable {
    private static let pause = Duration.seconds(55 * 60)

    private let now: @Sendable () -> ContinuousClock.Instant
    private let last = Monitor<ContinuousClock.Instant?>(nil)

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
    }

    /// Whether the request may be made now; counts it.
    func mayBegin() -> Bool {
        let now = now()
        return last.withLock { last in
            if let last, last.duration(to: now) < Self.pause { return false }
            last = now
            return true
        }
    }
}

/// The number of requests to the source today, and the number that it still allows.
public final class SourceBudget: Sendable {
    private struct State {
        /// The number of requests on the last day on which anything was asked.
        var asked: [Day: Int] = [:]
        var askedEver: Int64 = 0
        var left: Int?
    }

    private let state = Monitor(State())

    public init() {}

    func countRequest(on day: Day) {
        state.withLock { state in
            state.asked = [day: state.asked[day, default: 0] + 1]
            state.askedEver += 1
        }
    }

    func record(_ headers: Headers) {
        guard let left = headers["x-ratelimit-remaining"].flatMap({ Int($0) }) else { return }
        state.withLock { $0.left = left }
    }

    public func asked(on day: Day) -> Int {
        state.withLock { $0.asked[day] ?? 0 }
    }

    /// The number of requests since the process began.
    public var askedEver: Int64 { state.withLock { $0.askedEver } }

    /// The requests left, as the server last said; `nil` for one that does not say.
    public var left: Int? { state.withLock { $0.left } }
}
