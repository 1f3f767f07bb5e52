internal import Glibc

/// One API as the walk sees it: a way to ask, and no judgement of what comes.
protocol EntryServer: Sendable {
    /// The base of its addresses.
    var address: String { get }
    /// How many days one question may span.
    var blockLength: Int { get }

    /// What the server has for a range, perhaps with gaps and with records of other days.
    func ask(_ days: ClosedRange<Day>) async throws(AskError) -> [Candidate]

    /// What the server has for that very day; throws `.absent` when it says there is nothing.
    func ask(_ day: Day) async throws(AskError) -> [Candidate]
}

/// One question to a server of either shape, up to the records it is answered with.
struct Question: Sendable {
    var fetcher: any Fetcher
    var shape: APIShape
    var base: String
    var apiKey: String?

    func get(
        _ url: String, isLatest: Bool = false
    ) async throws(AskError) -> (records: [JSONValue], answer: Answer) {
        let answer: Answer
        do {
            answer = try await fetcher.get(url, apiKey: apiKey)
        } catch {
            switch error {
            case .unreachable(let url, let reason): throw .source(.unreachable(url: url, reason: reason))
            case .failed(let url, let reason): throw .unreadable(url: url, reason: reason)
            case .silent(let url, let reason): throw .silent(url: url, reason: reason)
            }
        }
        let records = try answer.records(shape: shape, asked: url, base: base, now: Int(time(nil)))
        let days = records.compactMap { $0["date"]?.text.flatMap { Day($0.prefix(10)) } }
        if let newest = days.max() { fetcher.note(answer, newest: newest, isLatest: isLatest) }
        return (records, answer)
    }

    /// Whatever the answer is; throws only when there is none, or the source as a whole refuses.
    func greet(_ url: String) async throws(SourceError) {
        do {
            _ = try await get(url, isLatest: true)
        } catch .source(let error) {
            throw error
        } catch {}
    }
}

extension String {
    /// Without the slashes that a configured address may end in.
    var withoutTrailingSlashes: String {
        var text = self
        while text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
        return text
    }
}
