internal import Days
internal import Glibc
internal import JSON

/// An API for the walk to ask. The answers are judged elsewhere.
protocol EntryServer: Sendable {
    /// The base of the server's addresses.
    var address: String { get }
    /// The number of days that one request may span.
    var blockLength: Int { get }

    /// The server's candidates for a range, perhaps with gaps and of other days, too.
    func ask(_ days: ClosedRange<Day>) async throws(RequestError) -> [Candidate]

    /// The server's candidates for that very day; throws `.absent` when it says that it has none.
    func ask(_ day: Day) async throws(RequestError) -> [Candidate]
}

extension String {
    /// The address without the slashes that a configured one may end in.
    var withoutTrailingSlashes: String {
        var text = self
        while text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
        return text
    }
}

/// A request to a server of either shape, up to the records of its answer.
struct EntryRequest: Sendable {
    var base: String { form.base }
    var fetcher: any Fetcher
    var form: ExpectedForm
    var apiKey: String?
    var watch: PassWatch

    func get(
        _ url: String, isLatest: Bool = false
    ) async throws(RequestError) -> (records: JSONRecords, answer: SourceAnswer) {
        let answer: SourceAnswer
        do {
            answer = try await fetcher.get(url, apiKey: apiKey) { [watch] url in
                watch.withLock { $0.grantsEntries(url) }
            }
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
        let records = try answer.records(form: form, asked: url, now: Int(time(nil)))
        if let newest = answer.newestDay { fetcher.record(answer, newest: newest, isLatest: isLatest) }
        return (records, answer)
    }

    /// Asks, and has the list take the records; returns the answer. An answer with records of both forms is none.
    func get(_ url: String, into list: inout CandidateList) async throws(RequestError) -> SourceAnswer {
        let (records, answer) = try await get(url)
        list.take(records)
        if let other = list.shapes.first(where: { $0 != form.shape }) {
            throw form.error(other, asked: url, answered: answer.url)
        }
        return answer
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

/// The reason why a request was not answered with records.
enum RequestError: Error, Equatable, Sendable {
    /// The failure concerns the whole source.
    case source(SourceError)
    /// The request failed; one for fewer days may not.
    case unreadable(url: String, reason: String)
    /// No answer came within the time limit.
    case silent(url: String, reason: String)
    /// The server says that it has nothing for the days asked for.
    case absent
    /// The server's calendar has not reached the day.
    case notYet
}
