public import Days
public import Transfer

/// The API of science.nasa.gov: the default source. It needs no key and answers newest first.
public struct APODBasic: EntrySource {
    public static let publicBase = "https://science.nasa.gov/wp-json/wp/v2/apod-basic"

    public let name = APIShape.apodBasic.rawValue
    public var address: String { base }
    private let base: String
    private let form: ExpectedForm
    private let fetcher: any Fetcher
    private let today: @Sendable () -> Day
    private let todayAlone = HourlyRequest()

    /// The answers set the `clock`, which gives the newest day that may be asked for; `budget` counts requests.
    public init(
        base: String, transfer: Transfer, clock: NASAClock, budget: SourceBudget, remedy: @escaping SourceRemedy
    ) {
        self.init(base: base, fetcher: CountingFetcher(transfer, clock, budget), remedy: remedy) { clock.today }
    }

    /// `today` is the newest day that may be asked for: the day in US Eastern.
    init(
        base: String = publicBase, fetcher: any Fetcher, remedy: @escaping SourceRemedy = ExpectedForm.plainRemedy,
        today: @escaping @Sendable () -> Day
    ) {
        self.base = base.withoutTrailingSlashes
        form = ExpectedForm(shape: .apodBasic, base: self.base, remedy: remedy)
        self.fetcher = fetcher
        self.today = today
    }

    public func greet(_ watch: PassWatch) async throws(SourceError) {
        try await EntryRequest(fetcher: fetcher, form: form, watch: watch).greet("\(base)?per_page=1")
    }

    public func entries(in days: ClosedRange<Day>, watch: PassWatch) -> AsyncThrowingStream<DayAnswer, any Error> {
        EntryWalk.answers(
            for: days, today: today(), from: Server(form: form, fetcher: fetcher, watch: watch), watch: watch,
            todayAlone: todayAlone)
    }

    private struct Server: EntryServer {
        let blockLength = 25
        var address: String { request.base }
        /// A range of 25 days fills one page, with double records two; a server that ignores the range offers hundreds.
        private let mostPages = 4
        private let request: EntryRequest
        private let base: WebAddress?

        init(form: ExpectedForm, fetcher: any Fetcher, watch: PassWatch) {
            request = EntryRequest(fetcher: fetcher, form: form, watch: watch)
            base = WebAddress(form.base)
        }

        func ask(_ days: ClosedRange<Day>) async throws(RequestError) -> [Candidate] {
            let from = days.lowerBound.sixDigits
            let to = days.upperBound.sixDigits
            var found = CandidateList(days) { Candidate(apodBasic: $0, base: base) }
            for page in 1...mostPages {
                let url = "\(request.base)?per_page=25&page=\(page)&date_from=\(from)&date_to=\(to)"
                let known = found.candidates.count
                let answer: SourceAnswer
                do {
                    answer = try await request.get(url, into: &found)
                } catch .absent {
                    return found.candidates
                }
                // A page number beyond the last may return page 1 again.
                guard found.candidates.count > known, page < answer.headers["x-wp-totalpages"].flatMap({ Int($0) }) ?? 1
                else { break }
            }
            return found.candidates
        }

        func ask(_ day: Day) async throws(RequestError) -> [Candidate] {
            let url = "\(request.base)/\(day.sixDigits)"
            var found = CandidateList(day...day) { Candidate(apodBasic: $0, base: base) }
            _ = try await request.get(url, into: &found)
            guard !found.answer.isEmpty else { throw .unreadable(url: url, reason: "an answer without a date") }
            return found.answer
        }
    }
}
