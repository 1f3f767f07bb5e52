public import Days
internal import JSON
public import Transfer

/// The API of science.nasa.gov: the default source. It needs no key and answers newest first.
public struct APODBasic: EntrySource {
    public static let publicBase = "https://science.nasa.gov/wp-json/wp/v2/apod-basic"

    public let name = APIShape.apodBasic.rawValue
    public var address: String { base }
    private let base: String
    private let fetcher: any Fetcher
    private let today: @Sendable () -> Day

    /// The answers set the `clock`, which gives the newest day that may be asked for; `budget` counts requests.
    public init(base: String, transfer: Transfer, clock: NASAClock, budget: SourceBudget) {
        self.init(base: base, fetcher: CountingFetcher(transfer, clock, budget)) { clock.today }
    }

    /// `today` is the newest day that may be asked for: the day in US Eastern.
    init(base: String = publicBase, fetcher: any Fetcher, today: @escaping @Sendable () -> Day) {
        self.base = base.withoutTrailingSlashes
        self.fetcher = fetcher
        self.today = today
    }

    public func greet(_ watch: PassWatch) async throws(SourceError) {
        try await EntryRequest(fetcher: fetcher, shape: .apodBasic, base: base, watch: watch).greet(
            "\(base)?per_page=1")
    }

    public func entries(in days: ClosedRange<Day>, watch: PassWatch) -> AsyncThrowingStream<DayAnswer, any Error> {
        EntryWalk.answers(
            for: days, today: today(), from: Server(base: base, fetcher: fetcher, watch: watch), watch: watch)
    }

    private struct Server: EntryServer {
        let blockLength = 25
        var address: String { request.base }
        /// A range of 25 days fills one page, with double records two; a server that ignores the range offers hundreds.
        private let mostPages = 4
        private let request: EntryRequest
        private let base: WebAddress?

        init(base: String, fetcher: any Fetcher, watch: PassWatch) {
            request = EntryRequest(fetcher: fetcher, shape: .apodBasic, base: base, watch: watch)
            self.base = WebAddress(base)
        }

        func ask(_ days: ClosedRange<Day>) async throws(RequestError) -> [Candidate] {
            let from = days.lowerBound.sixDigits
            let to = days.upperBound.sixDigits
            var found = CandidateList(days) { Candidate(apodBasic: $0, base: base) }
            for page in 1...mostPages {
                let url = "\(request.base)?per_page=25&page=\(page)&date_from=\(from)&date_to=\(to)"
                let (records, answer): (JSONRecords, SourceAnswer)
                do {
                    (records, answer) = try await request.get(url)
                } catch .absent {
                    return found.candidates
                }
                let known = found.candidates.count
                found.take(records)
                // A page number beyond the last may return page 1 again.
                guard found.candidates.count > known, page < answer.headers["x-wp-totalpages"].flatMap({ Int($0) }) ?? 1
                else { break }
            }
            return found.candidates
        }

        func ask(_ day: Day) async throws(RequestError) -> [Candidate] {
            let url = "\(request.base)/\(day.sixDigits)"
            var found = CandidateList(day...day) { Candidate(apodBasic: $0, base: base) }
            found.take(try await request.get(url).records)
            guard !found.answer.isEmpty else { throw .unreadable(url: url, reason: "an answer without a date") }
            return found.answer
        }
    }
}
