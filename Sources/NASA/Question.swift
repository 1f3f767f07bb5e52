internal import Days
internal import Glibc
internal import JSON

/// One question to a server of either shape, up to the records of its answer.
struct Question: Sendable {
    var fetcher: any Fetcher
    var shape: APIShape
    var base: String
    var apiKey: String?
    var watch: PassWatch

    func get(
        _ url: String, isLatest: Bool = false
    ) async throws(AskError) -> (records: JSONRecords, answer: Answer) {
        let answer: Answer
        do {
            answer = try await fetcher.get(url, apiKey: apiKey) { [watch] url in watch.look { $0.grantsEntries(url) } }
        } catch {
            switch error {
            case .notGranted(let place):
                if let end = watch.end { throw .source(end) }
                throw .unreadable(url: url, reason: PassWatch.askedEnough(url, at: place))
            case .unreachable(let url, let reason): throw .source(.unreachable(url: url, reason: reason))
            case .failed(let url, let reason): throw .unreadable(url: url, reason: reason)
            case .silent(let url, let reason): throw .silent(url: url, reason: reason)
            }
        }
        let records = try answer.records(shape: shape, asked: url, base: base, now: Int(time(nil)))
        if let newest = answer.newestDay { fetcher.note(answer, newest: newest, isLatest: isLatest) }
        return (records, answer)
    }

    /// Asks and ignores the answer; throws only when the source as a whole fails.
    func greet(_ url: String) async throws(SourceError) {
        do {
            _ = try await get(url, isLatest: true)
        } catch .source(let error) {
            throw error
        } catch {}
    }
}
