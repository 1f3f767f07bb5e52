internal import Days
internal import Transfer

/// Passes on every answer, learns the time from it, and counts.
struct AttentiveFetcher: Fetcher {
    let fetcher: any Fetcher
    let clock: NASAClock
    let budget: SourceBudget

    func get(
        _ url: String, apiKey: String?, mayAsk: @escaping @Sendable (_ address: String) -> Bool
    ) async throws(FetchError) -> Answer {
        budget.noteQuestion(on: clock.today)
        let answer = try await fetcher.get(url, apiKey: apiKey, mayAsk: mayAsk)
        budget.note(answer.headers)
        return answer
    }

    /// A gateway's page, or a server that has nothing, tells no time: only one that answers with records is believed.
    func note(_ answer: Answer, newest: Day, isLatest: Bool) {
        clock.note(answer.headers, newest: newest, isLatest: isLatest)
    }
}

extension AttentiveFetcher {
    init(_ transfer: Transfer, _ clock: NASAClock, _ budget: SourceBudget) {
        self.init(fetcher: TransferFetcher(transfer: transfer), clock: clock, budget: budget)
    }
}
