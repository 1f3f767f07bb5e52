import Days
import Foundation
import JSON
import TestSupport
import Testing

@testable import Belief

/// Thirty years of NASA's own words, which are not part of the project: they lie beside it, or where `APOD_ARCHIVE` says.
@Suite(.enabled(if: areRealDaysThere, "needs apod-archive.json.gz, which APOD_ARCHIVE can name"))
struct RealDaysTests {
    private static let days: [(day: Day, words: DayWords)] = {
        guard let archive = RealFiles.archive, let bytes = try? RealFiles.unpacked(archive),
            let records = JSONRecords(Array(bytes), keys: ["date", "title", "explanation"], most: 20_000)
        else { return [] }
        return records.compactMap { record in
            Day(record["date"]?.text ?? "").map { day in
                (day, DayWords(title: record["title"]?.text ?? "", story: record["explanation"]?.text ?? ""))
            }
        }
    }()

    enum Order: CaseIterable {
        case inOneGo, backwards, inBlocks
    }

    @Test(arguments: Order.allCases)
    func `no real day is cut or held back`(order: Order) {
        let days = order == .backwards ? Self.days.reversed() : Self.days
        #expect(days.count > 11_000)
        let size = order == .inBlocks ? 25 : days.count
        var (shared, wrong): (SharedParts, [String]) = (SharedParts(), [])
        for start in stride(from: 0, to: days.count, by: size) {
            let block = days[start..<min(start + size, days.count)]
            for (day, words) in block { shared.add(words, ending: nil, of: day) }
            for (day, words) in block {
                let reading = WordRules.read(.init(day: day, words: words), beside: shared)
                if reading != .believed(words, nil) { wrong.append("\(day): \(reading)") }
            }
        }
        #expect(wrong == [])
    }
}

private let areRealDaysThere = {
    if RealFiles.archive == nil { print("skipped: no real day is read, since apod-archive.json.gz is not there") }
    return RealFiles.archive != nil
}()
