/// Passes on every answer, learns the time from it, and counts.
struct AttentiveFetcher: Fetcher {
    let fetcher: any Fetcher
    let clock: NASAClock
    let budget: SourceBudget

    func get(_ url: String, apiKey: String?) async throws(FetchError) -> Answer {
        budget.noteQuestion(on: clock.today)
        let answer = try await fetcher.get(url, apiKey: apiKey)
        clock.note(answer.headers)
        budget.note(answer.headers)
        return answer
    }
}
