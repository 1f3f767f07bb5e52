import Days
import TestSupport
import Testing
import Transfer

@testable import NASA

@Suite struct APODBasicTests {
    private let today: Day

    init() throws {
        today = try day("2026-11-20")
    }

    private func source(_ fetcher: StubFetcher, base: String? = nil) -> EntryServer {
        let today = today
        return EntryServer(.apodBasic, base: base, fetcher: fetcher, today: { today })
    }

    @Test("A range is asked for in pages of 25 with six-digit days, a day by its address")
    func addresses() async {
        let last = today
        let fetcher = StubFetcher { url in
            url.contains("?")
                ? .json(
                    "[\((last.advanced(by: -1)...last).reversed().map { Sample.basic($0) }.joined(separator: ","))]")
                : .json(Sample.basic(last))
        }
        let range = await collect(source(fetcher), today.advanced(by: -1)...today)
        let single = await collect(source(fetcher, base: "http://127.0.0.1:1/apod-basic/"), today...today)
        #expect((range.answers + single.answers).map(\.word) == ["entry", "entry", "entry"])
        #expect(
            fetcher.asked == [
                "\(APIShape.apodBasic.publicBase)?per_page=25&page=1&date_from=261119&date_to=261120",
                "http://127.0.0.1:1/apod-basic/261120",
            ])
        #expect(fetcher.apiKeys.isEmpty)
    }

    @Test("Passes that are minutes apart ask for a left-out today once, by its own address")
    func todayAlone() async {
        let last = today
        let fetcher = StubFetcher { url in
            url.hasSuffix("/261120") ? .basicNotFound : .json("[\(Sample.basic(last.advanced(by: -1)))]")
        }
        let source = source(fetcher)
        for _ in 1...3 {
            let (answers, _) = await collect(source, today.advanced(by: -1)...today)
            #expect(answers.map(\.word) == ["not yet", "entry"])
        }
        #expect(fetcher.asked.count == 3 + 1)
        #expect(fetcher.asked[1] == "\(APIShape.apodBasic.publicBase)/261120")
    }

    @Test(
        "Pages are followed to the last, and page 1 coming again ends them",
        arguments: [("2", 2), ("9999", 3), ("1", 1), ("x", 1)])
    func pages(total: String, expected: Int) async {
        let last = today
        let fetcher = StubFetcher { url in
            let days =
                parameter("page", of: url) == "2"
                ? [last.advanced(by: -3), last.advanced(by: -2)] : [last, last.advanced(by: -1), last.advanced(by: -2)]
            return .json(
                "[\(days.map { Sample.basic($0) }.joined(separator: ","))]", headers: ["x-wp-totalpages": total])
        }
        let (answers, _) = await collect(source(fetcher), today.advanced(by: -3)...today)
        #expect(answers.map(\.word) == ["entry", "entry", "entry", expected > 1 ? "entry" : "left out"])
        // Which is asked for by itself.
        #expect(fetcher.asked.count == (expected > 1 ? expected : 2))
    }

    @Test("A server that ignores the range is not paged through")
    func ignoredRange() async throws {
        let latest = (today.advanced(by: -24)...today).reversed()
        let fetcher = StubFetcher { url in
            guard url.contains("?") else { return .basicNotFound }
            return .json(
                "[\(latest.map { Sample.basic($0) }.joined(separator: ","))]", headers: ["x-wp-totalpages": "456"])
        }
        let old = try day("2010-01-01")
        let (answers, error) = await collect(source(fetcher), old...old.advanced(by: 4))
        #expect(answers.allSatisfy { $0.word == "absent" } && answers.count == 5 && error == nil)
        #expect(fetcher.asked.count == 6)
    }

    @Test("The century wraps without anyone being fooled")
    func century() async throws {
        let asked = try day("2099-01-01")
        let wrong = try day("1999-01-01")
        let fetcher = StubFetcher { _ in .json(Sample.basic(wrong)) }
        let source = EntryServer(.apodBasic, fetcher: fetcher, today: { asked })
        #expect(await collect(source, asked...asked).answers.map(\.word) == ["suspicious"])
    }

    @Test("Two records for one day are one entry")
    func doubles() async {
        let last = today
        let fetcher = StubFetcher { _ in
            .json(
                "[\(Sample.basic(last, title: "404 Not Found")),\(Sample.basic(last, title: "Good")),\(Sample.basic(last, title: "Good")),{\"date\":null},7]"
            )
        }
        let (answers, _) = await collect(source(fetcher), today...today)
        #expect(answers.map { (try? $0.result.get())?.title } == ["Good"])
    }

    @Test("The old API's poison is recognised by its shape, its title and its picture")
    func poison() async {
        let fetcher = StubFetcher { url in
            let day = Day(number: 20_000)
            return .json(
                "{\"date\":\"\(day)\",\"title\":\"NASA Science\",\"media_type\":\"image\",\"url\":\"https://x/nasa-logo.png\"}"
            )
        }
        let answers = await collect(source(fetcher), Day(number: 20_000)...Day(number: 20_000)).answers
        #expect(answers.map(\.word) == ["suspicious"])
    }

    @Test("No connection ends the walk; a request that failed alone does not")
    func fetchErrors() async {
        let bad = today.advanced(by: -1)
        let dead = StubFetcher { url throws(TransferError) in throw .unconnected(url: url, reason: "no route to host") }
        let result = await collect(source(dead), today.advanced(by: -9)...today)
        #expect(result.answers.isEmpty && dead.asked.count == 1)
        #expect(result.error == .unreachable(url: dead.asked.first ?? "", reason: "no route to host"))
        let last = today
        let picky = StubFetcher { url throws(TransferError) in
            guard let to = parameter("date_to", of: url), let from = parameter("date_from", of: url) else {
                if url.hasSuffix(bad.sixDigits) { throw .tooLarge(url: url, limit: 8) }
                return (last.advanced(by: -9)...last).first { url.hasSuffix($0.sixDigits) }.map {
                    .json(Sample.basic($0))
                }
            }
            if (from...to).contains(bad.sixDigits) { throw .tooLarge(url: url, limit: 8) }
            let days = (last.advanced(by: -9)...last).filter { (from...to).contains($0.sixDigits) }
            return .json("[\(days.map { Sample.basic($0) }.joined(separator: ","))]")
        }
        let (answers, error) = await collect(source(picky), today.advanced(by: -9)...today)
        #expect(error == nil && answers.filter { $0.word == "entry" }.count == 9)
        #expect(answers.first { $0.day == bad }?.word == "failed")
    }
}

@Suite struct PlanetaryAPODTests {
    @Test("Ranges, days and thumbnails are asked for in words; the key is in no address")
    func addresses() async throws {
        let last = try day("2026-11-20")
        let fetcher = StubFetcher { url in
            if let date = parameter("date", of: url).flatMap({ Day($0) }) { return .json(Sample.legacy(date)) }
            guard let from = parameter("start_date", of: url).flatMap({ Day($0) }),
                let to = parameter("end_date", of: url).flatMap({ Day($0) })
            else { return nil }
            return .json("[\((from...to).map { Sample.legacy($0) }.joined(separator: ","))]")
        }
        let source = EntryServer(
            .planetary, base: "https://x/apod", apiKey: "secret", fetcher: fetcher, today: { last })
        let (answers, error) = await collect(source, last.advanced(by: -100)...last)
        #expect(error == nil && answers.count == 101 && answers.allSatisfy { $0.word == "entry" })
        #expect(
            fetcher.asked == [
                "https://x/apod?start_date=2026-08-13&end_date=2026-11-20&thumbs=True",
                "https://x/apod?date=2026-08-12&thumbs=True",
            ])
        #expect(fetcher.apiKeys == ["secret"])
    }

    @Test("Days before the first picture's successors are absent, and today may not be there yet")
    func gaps() async throws {
        let last = try day("2026-11-20")
        let gap = Day.first.advanced(by: 1)...Day.first.advanced(by: 3)
        let fetcher = StubFetcher { url in
            let from = parameter("start_date", of: url) ?? parameter("date", of: url)
            let to = parameter("end_date", of: url) ?? from
            guard let from = from.flatMap({ Day($0) }), let to = to.flatMap({ Day($0) }) else { return nil }
            if to == last { return .legacy(400, "Date must be between Jun 16, 1995 and Nov 19, 2026.") }
            let records = (from...to).filter { !gap.contains($0) }.map { Sample.legacy($0) }
            return records.isEmpty
                ? .legacy(404, "No data available for date: \(from)") : .json("[\(records.joined(separator: ","))]")
        }
        let source = EntryServer(.planetary, base: "https://example.org/apod", fetcher: fetcher, today: { last })
        let newest = await collect(source, last.advanced(by: -2)...last).answers
        #expect(newest.map(\.word) == ["not yet", "entry", "entry"])
        let oldest = await collect(source, .first...Day.first.advanced(by: 4)).answers
        #expect(oldest.map(\.word) == ["entry", "absent", "absent", "absent", "entry"])
    }

    @Test("An outage page parsed as an entry is not believed")
    func outage() async throws {
        let last = try day("2026-11-20")
        let fetcher = StubFetcher { _ in
            .json(Sample.legacy(last, title: "503 Service Unavailable", fields: "\"media_type\":\"image\""))
        }
        let source = EntryServer(.planetary, base: "https://example.org/apod", fetcher: fetcher, today: { last })
        #expect(await collect(source, last...last).answers.map(\.word) == ["suspicious"])
    }
}
