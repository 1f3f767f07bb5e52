internal import Days
internal import Transfer

/// A fetcher that counts requests and sets the clock by their answers.
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

    /// A gateway's page, or a server that has nothing, tells no time: only an answer with records is believed.
    func note(_ answer: Answer, newest: Day, isLatest: Bool) {
        clock.note(answer.headers, newest: newest, isLatest: isLatest)
    }
}

extension AttentiveFetcher {
    init(_ transfer: Transfer, _ clock: NASAClock, _ budget: SourceBudget) {
        self.init(fetcher: TransferFetcher(transfer: transfer), clock: clock, budget: budget)
    }
}
