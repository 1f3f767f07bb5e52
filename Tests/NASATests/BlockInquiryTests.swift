import Belief
import Days
import Folder
import TestSupport
import Testing
import Transfer

@testable import NASA

/// A server that answers from a closure for a range and for a day: with days that it has, or an error.
private final class StubServer: Sendable {
    private let requests = Monitor<[ClosedRange<Day>]>([])
    private let answer: @Sendable (ClosedRange<Day>) throws(RequestError) -> [Day]
    private let address: @Sendable (Day) -> String

    /// - Parameter address: that of a day's video.
    init(
        address: @escaping @Sendable (Day) -> String = { "https://x/\($0)" },
        _ answer: @escaping @Sendable (ClosedRange<Day>) throws(RequestError) -> [Day]
    ) {
        (self.address, self.answer) = (address, answer)
    }

    var asked: [ClosedRange<Day>] { requests.withLock { $0 } }

    func source(today: Day) -> EntryServer {
        let fetcher = StubFetcher { url throws(TransferError) in try self.response(to: url) }
        return EntryServer(.planetary, base: "https://x", fetcher: fetcher, today: { today })
    }

    private func response(to url: String) throws(TransferError) -> Response? {
        let bounds = ["start_date", "end_date"].map { parameter($0, of: url) ?? parameter("date", of: url) }
        guard let first = bounds[0].flatMap({ Day($0) }), let last = bounds[1].flatMap({ Day($0) }) else { return nil }
        requests.withLock { $0.append(first...last) }
        do {
            let records = try answer(first...last).map { day in
                Sample.legacy(day, fields: "\"media_type\":\"video\",\"url\":\"\(address(day))\"")
            }
            return .json("[\(records.joined(separator: ","))]")
        } catch {
            switch error {
            case .absent: return .legacy(404, "No data available for date: \(first)")
            case .notYet: return .legacy(400, "Date must be between Jun 16, 1995 and Nov 19, 2026.")
            case .source: return .json("", status: 429, headers: ["Retry-After": "60"])
            case .silent: throw .timeLimit(url: url, limit: .seconds(120))
            case .unreadable: throw .broken(url: url, reason: "500")
            }
        }
    }

    /// Answers every request but one that holds a bad day.
    static func serving(bad: Set<Day>) -> StubServer {
        StubServer { days throws(RequestError) in
            if !bad.isDisjoint(with: days) { throw .unreadable(url: "https://x", reason: "500") }
            return Array(days)
        }
    }
}

@Suite struct BlockInquiryTests {
    private let today: Day
    private let old: Day

    init() throws {
        today = try day("2026-11-20")
        old = try day("2010-01-01")
    }

    private func collect(
        _ server: StubServer, _ days: ClosedRange<Day>, by length: Int = 25, watch: PassWatch = PassWatch()
    ) async -> (answers: [DayAnswer], error: SourceError?) {
        await NASATests.collect(server.source(today: today), days, by: length, watch: watch)
    }

    @Test("Every day is answered once, newest first, in blocks", arguments: [1, 2, 24, 25, 26, 100])
    func order(count: Int) async {
        let server = StubServer.serving(bad: [])
        let days = old...old.advanced(by: count - 1)
        let (answers, error) = await collect(server, days)
        #expect(answers.map(\.day) == days.reversed() && error == nil)
        #expect(answers.allSatisfy { $0.word == "entry" })
        #expect(server.asked.count == (count + 24) / 25)
    }

    @Test("The future is never asked for, nor what came before the first day")
    func clipped() async {
        let server = StubServer.serving(bad: [])
        let ahead = await collect(server, today.advanced(by: -1)...today.advanced(by: 500))
        #expect(ahead.answers.map(\.day) == [today, today.advanced(by: -1)])
        let before = await collect(server, Day(number: 0)...Day.first)
        #expect(before.answers.map(\.day) == [.first])
        let never = await collect(server, today.advanced(by: 1)...today.advanced(by: 3))
        #expect(never.answers.isEmpty && never.error == nil)
        #expect(server.asked.allSatisfy { $0.upperBound <= today && $0.lowerBound >= .first })
    }

    @Test(
        "A bad day costs its neighbours nothing",
        arguments: [
            [0], [24], [12], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [20, 21, 22, 23, 24],
            Array(stride(from: 0, to: 25, by: 2)), Array(stride(from: 1, to: 25, by: 2)), Array(5...22),
        ])
    func bisected(bad: [Int]) async {
        let days = Set(bad.map { old.advanced(by: $0) })
        let server = StubServer.serving(bad: days)
        let (answers, error) = await collect(server, old...old.advanced(by: 24))
        #expect(error == nil && answers.count == 25)
        for answer in answers { #expect(answer.word == (days.contains(answer.day) ? "failed" : "entry")) }
    }

    @Test("One bad day of a hundred costs few requests")
    func cheap() async {
        let server = StubServer.serving(bad: [old.advanced(by: 37)])
        _ = await collect(server, old...old.advanced(by: 99), by: 100)
        #expect(server.asked.count <= 15)
    }

    @Test("A dead server is given up soon, and not taken for bad days", arguments: [4, 25, 100])
    func dead(count: Int) async {
        let server = StubServer { _ throws(RequestError) in throw .unreadable(url: "", reason: "") }
        let (answers, error) = await collect(server, old...old.advanced(by: count - 1), by: 100)
        #expect(answers.isEmpty)
        guard case .unreachable(_, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.hasPrefix("every answer failed, at last with ") && reason.hasSuffix("broke off: 500."))
        #expect(server.asked.count <= 21)
    }

    @Test("One to three bad days are bad days")
    func few() async {
        let server = StubServer.serving(bad: Set(old...old.advanced(by: 2)))
        let (answers, error) = await collect(server, old...old.advanced(by: 2))
        #expect(answers.map(\.word) == ["failed", "failed", "failed"] && error == nil)
    }

    @Test("What concerns the source ends the walk, after what is known")
    func ended() async {
        let first = old
        let server = StubServer { days throws(RequestError) in
            if days.contains(first) { throw .source(.rateLimited(url: "https://x", seconds: 60)) }
            return Array(days)
        }
        let (answers, error) = await collect(server, old...old.advanced(by: 29))
        #expect(answers.map(\.day) == (old.advanced(by: 5)...old.advanced(by: 29)).reversed())
        #expect(error?.isRateLimit == true)
        #expect(server.asked.count == 2)
    }

    @Test("A limit met among requests for single days keeps what the range answered")
    func endedBetween() async {
        let gap = old.advanced(by: 3)
        let server = StubServer { days throws(RequestError) in
            if days == gap...gap { throw .source(.rateLimited(url: "https://x", seconds: 60)) }
            return days.filter { $0 != gap }
        }
        let (answers, error) = await collect(server, old...old.advanced(by: 4))
        #expect(answers.map(\.word) == ["entry", "left out", "entry", "entry", "entry"])
        #expect(error?.isRateLimit == true)
    }

    @Test(
        "A missing day is asked for by itself when it is old, and only then believed to be absent",
        arguments: [
            (61, RequestError.absent, "absent"), (60, .absent, "not yet"), (0, .absent, "not yet"),
            (1, .absent, "not yet"), (61, .notYet, "not yet"),
            (61, .unreadable(url: "https://x", reason: "500"), "left out"),
            (1, .unreadable(url: "https://x", reason: "500"), "left out"),
        ])
    func missing(age: Int, error: RequestError, word: String) async {
        let gap = today.advanced(by: -age)
        let server = StubServer { days throws(RequestError) in
            if days == gap...gap { throw error }
            return days.filter { $0 != gap }
        }
        let (answers, _) = await collect(server, gap.advanced(by: -3)...gap)
        #expect(answers.map(\.word) == [word, "entry", "entry", "entry"])
        #expect(server.asked.count == 2)
        let alone = await collect(server, gap...gap)
        #expect(alone.answers.map(\.word) == [word == "left out" ? "failed" : word])
    }

    /// A server whose lists hold these days only, and which has all of them when asked for one.
    private func server(listing listed: @escaping @Sendable (Day) -> Bool) -> StubServer {
        StubServer { days in days.count == 1 ? Array(days) : days.filter(listed) }
    }

    @Test("Of the days that lists leave out, five are asked for in a pass, the newest first")
    func five() async {
        let server = server { _ in false }
        let (answers, error) = await collect(server, today.advanced(by: -60)...today.advanced(by: -1))
        #expect(error == nil)
        #expect(answers.map(\.word) == Array(repeating: "entry", count: 5) + Array(repeating: "left out", count: 55))
        #expect(server.asked.count == 3 + 5)
    }

    @Test("Today is asked for by itself where the list lacks it, be the list old or not")
    func oldList() async {
        let today = today
        let fresh = server { $0 < today }
        #expect(
            await collect(fresh, today.advanced(by: -3)...today).answers.map(\.word)
                == ["entry", "entry", "entry", "entry"])
        #expect(fresh.asked == [today.advanced(by: -3)...today, today...today])
        let old = server { $0 < today.advanced(by: -2) }
        #expect(
            await collect(old, today.advanced(by: -3)...today).answers.map(\.word)
                == ["entry", "entry", "entry", "entry"])
        #expect(old.asked.count == 4)
    }

    @Test(
        "Where today's own address has nothing either, or fails, today is not published yet",
        arguments: [
            RequestError.absent, .notYet, .unreadable(url: "https://x", reason: "500"),
            .silent(url: "https://x", reason: "nothing came"),
        ])
    func todayAlone(error: RequestError) async {
        let today = today
        let server = StubServer { days throws(RequestError) in
            if days == today...today { throw error }
            return days.filter { $0 != today }
        }
        let (answers, end) = await collect(server, today.advanced(by: -2)...today)
        #expect(answers.map(\.word) == ["not yet", "entry", "entry"] && end == nil)
        #expect(server.asked == [today.advanced(by: -2)...today, today...today])
    }

    @Test("What was said of a day lately holds while lists leave it out, and what nobody wants is not asked for")
    func known() async {
        let today = today
        let server = server { _ in false }
        let (said, longAgo, other) = (today.advanced(by: -1), today.advanced(by: -2), today.advanced(by: -3))
        let watch = PassWatch()
        watch.withLock {
            $0.expect(
                PassExpectation(wanted: [today, said, longAgo], notYet: [said: today]), days: 4,
                daysAway: DaysAway())
        }
        let words = await collect(server, other...today, watch: watch).answers.map(\.word)
        #expect(words == ["entry", "still not yet", "entry", "left out"])
        #expect(server.asked == [other...today, today...today, longAgo...longAgo])
    }

    @Test("The newest that nothing was said of is asked for first, then the one that was asked for longest ago")
    func turns() {
        let today = today
        let days = (0..<6).map { today.advanced(by: -$0) }
        let expectation = PassExpectation(
            wanted: Set(days.dropLast()),
            notYet: [days[1]: today, days[2]: days[1], days[3]: days[2]], absent: [days[5]])
        var left = Set(days)
        var turns: [Day] = []
        while let day = expectation.next(of: left, on: today) {
            turns.append(day)
            left.remove(day)
        }
        #expect(turns == [days[0], days[4], days[3], days[2]])
        #expect(days.filter { expectation.isQuiet($0, on: today) } == [days[1], days[2], days[3], days[5]])
        #expect(!expectation.isQuiet(days[3], on: today.advanced(by: 30)))
    }

    @Test("Lists that leave out a hundred days in a row are not asked for any more")
    func hundred() async {
        let server = server { _ in false }
        let (answers, error) = await collect(server, today.advanced(by: -5_000)...today)
        // Today and five others.
        #expect(answers.count(where: { $0.word == "entry" }) == 6)
        guard case .doubtful(let url, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(url == "https://x" && reason.contains("days in a row"))
        #expect(server.asked.count <= 5 + 6)
    }

    @Test("A cancelled walk asks no more")
    func cancelled() async {
        let server = StubServer { _ throws(RequestError) in
            withUnsafeCurrentTask { $0?.cancel() }
            throw .unreadable(url: "https://x", reason: "cancelled")
        }
        let days = old...old.advanced(by: 99)
        let today = today
        let walk = Task { await NASATests.collect(server.source(today: today), days) }
        _ = await walk.result
        #expect(server.asked.count == 1)
    }

    @Test("An answer for another day is no answer")
    func otherDay() async throws {
        let wrong = try day("1999-01-01")
        let server = StubServer { days throws(RequestError) in
            days.map { $0 == days.upperBound ? wrong : $0 }
        }
        let (answers, _) = await collect(server, old...old.advanced(by: 3))
        #expect(answers.map(\.word) == ["left out", "entry", "entry", "entry"])
        #expect(answers[0].result == .failure(.leftOut("it is for 1999-01-01, and 2010-01-04 was asked for")))
        let young = await collect(server, today.advanced(by: -2)...today)
        #expect(young.answers.map(\.word) == ["not yet", "entry", "entry"])
    }

    @Test("Poison is not believed, whatever its status and date say")
    func poison() async {
        let server = StubServer(address: { _ in "https://x/same" }) { Array($0) }
        let (answers, error) = await collect(server, old...old.advanced(by: 9))
        #expect(answers.count == 10 && answers.allSatisfy { $0.word == "suspicious" } && error == nil)
    }
}

extension SourceError {
    fileprivate var isRateLimit: Bool {
        if case .rateLimited(_, 60) = self { true } else { false }
    }
}
