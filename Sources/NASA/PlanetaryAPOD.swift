public import Days
public import Transfer

/// The legacy API's shape, as self-hosted `nasa/apod-api` servers and public clones speak it.
public struct PlanetaryAPOD: EntrySource {
    /// Where NASA had it until it was switched off.
    static let publicBase = "https://api.nasa.gov/planetary/apod"

    public let name = APIShape.planetary.rawValue
    public let blockLength = 100
    public var address: String { base }
    private let base: String
    private let form: ExpectedForm
    private let apiKey: String?
    private let fetcher: any Fetcher
    private let today: @Sendable () -> Day
    private let todayAlone = HourlyRequest()

    /// The source's answers set the `clock`, which gives the newest day that may be asked for; `budget` counts
    /// requests. The key is sent in a header only.
    public init(
        base: String, apiKey: String?, transfer: Transfer, clock: NASAClock, budget: SourceBudget,
        remedy: @escaping SourceRemedy
    ) {
        let fetcher = CountingFetcher(transfer, clock, budget, asksForRecords: true)
        self.init(base: base, apiKey: apiKey, fetcher: fetcher, remedy: remedy) { clock.today }
    }

    /// `today` is the newest day that may be asked for: the day in US Eastern.
    init(
        base: String, apiKey: String? = nil, fetcher: any Fetcher,
        remedy: @escaping SourceRemedy = ExpectedForm.plainRemedy, today: @escaping @Sendable () -> Day
    ) {
        self.base = base.withoutTrailingSlashes
        form = ExpectedForm(shape: .planetary, base: self.base, remedy: remedy)
        self.apiKey = apiKey
        self.fetcher = fetcher
        self.today = today
    }

    public func greet(_ watch: PassWatch) async throws(SourceError) {
        try await EntryRequest(fetcher: fetcher, form: form, apiKey: apiKey, watch: watch).greet(base)
    }

    public func entries(in days: ClosedRange<Day>, watch: PassWatch) -> AsyncThrowingStream<DayAnswer, any Error> {
        EntryWalk.answers(
            for: days, today: today(), from: Server(form: form, apiKey: apiKey, fetcher: fetcher, watch: watch),
            watch: watch, todayAlone: todayAlone)
    }

    private struct Server: EntryServer {
        let blockLength = 100
        var address: String { request.base }
        private let request: EntryRequest
        private let base: WebAddress?

        init(form: ExpectedForm, apiKey: String?, fetcher: any Fetcher, watch: PassWatch) {
            request = EntryRequest(fetcher: fetcher, form: form, apiKey: apiKey, watch: watch)
            base = WebAddress(form.base)
        }

        func ask(_ days: ClosedRange<Day>) async throws(RequestError) -> [Candidate] {
            do {
                return try await found(days, "start_date=\(days.lowerBound)&end_date=\(days.upperBound)").candidates
            } catch .absent {
                return []
            }
        }

        func ask(_ day: Day) async throws(RequestError) -> [Candidate] {
            let found = try await found(day...day, "date=\(day)").answer
            guard !found.isEmpty else {
                throw .unreadable(url: "\(request.base)?date=\(day)", reason: "an answer without a date")
            }
            return found
        }

        private func found(_ days: ClosedRange<Day>, _ query: String) async throws(RequestError) -> CandidateList {
            var found = CandidateList(days) { Candidate(planetary: $0, base: base) }
            _ = try await request.get("\(request.base)?\(query)&thumbs=True", into: &found)
            return found
        }
    }
}
