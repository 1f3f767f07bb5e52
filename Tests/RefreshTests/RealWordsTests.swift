import Belief
import Days
import SampleNASA
import TestSupport
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import RefreshTestSupport

/// Thirty years of NASA's own words, which are not part of the project: they lie beside it, or where `APOD_ARCHIVE`
/// says.
@Suite(
    "Thirty years of real words", .serialized,
    .disabled(if: Abilities.isShort, "thirty years of days, left for Tests/run --all"),
    .enabled(if: RealDays.areThere, "needs apod-archive.json.gz, which APOD_ARCHIVE can name, and no sanitizer"))
struct RealWordsTests {
    private func entries(_ shape: MirrorUnderTest.Shape) async throws -> [(day: Day, entry: Entry)] {
        let days = try RealDays.load()
        let (first, newest) = (try #require(days.first?.date), try #require(days.last?.date))
        let mirror = try MirrorUnderTest(first...newest, shape, .init(archive: days, pictureSize: .small))
        var entries: [(day: Day, entry: Entry)] = []
        let source = try await mirror.refresher().source
        let last = Day.of(newest).number
        // As many requests as a pass is granted have a thousand days.
        for first in stride(from: Day.of(first).number, through: last, by: 1_000) {
            let (watch, end) = (PassWatch(connections: 4), min(first + 999, last))
            for start in stride(from: first, through: end, by: source.blockLength) {
                let block = Day(number: start)...Day(number: min(start + source.blockLength - 1, end))
                for answer in try await source.entries(in: block, watch: watch) {
                    if case .success(let entry) = answer.result { entries.append((answer.day, entry)) }
                }
            }
        }
        #expect(entries.count == days.count)
        return entries.sorted { $0.day < $1.day }
    }

    /// In one pass, with a pass a day, or block by block from the newest to the oldest.
    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `no real day is cut or held back, whatever the order`(shape: MirrorUnderTest.Shape) async throws {
        let entries = try await entries(shape)
        for (order, size) in [(entries, entries.count), (entries, 1), (entries.reversed(), 25)] {
            var (shared, wrong): (SharedParts, [String]) = (SharedParts(), [])
            for start in stride(from: 0, to: order.count, by: size) {
                let block = order[start..<min(start + size, order.count)].map {
                    ($0.day, DayWords($0.entry, beside: nil), $0.entry.ending)
                }
                for (day, words, ending) in block { shared.add(words, ending: ending, of: day) }
                for (day, words, ending) in block {
                    let reading = WordRules.read(words, ending: ending, of: day, beside: shared)
                    if reading != .believed(words, nil) { wrong.append("\(day): \(reading)") }
                }
            }
            #expect(wrong == [], "in blocks of \(size)")
        }
    }
}
