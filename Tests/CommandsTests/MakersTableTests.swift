import Credits
import Days
import Testing

@testable import Commands
@testable import MirrorTestSupport

@Suite struct MakersTableTests {
    private func lines(_ credits: (Int, String)...) -> [String] {
        let days = credits.map { (day: day.advanced(by: -$0.0), credit: $0.1) }
        return MakersTable(makers: MakerIndex(days).makers).lines
    }

    @Test func `stands in columns, the most frequent first`() {
        let mostly = (1...10).map { ($0, "Ann Lee") }
        let table = MakersTable(
            makers: MakerIndex(
                (mostly + [(3, "Bo"), (20, "Bo")]).map { (day: day.advanced(by: -$0.0), credit: $0.1) }
            ).makers)
        #expect(
            table.lines == [
                "10  Ann Lee  2026-11-10 to 2026-11-19", " 2  Bo       2026-10-31 to 2026-11-17",
            ])
    }

    @Test func `a maker of one day has no second, and no name can write to the terminal`() {
        #expect(lines((0, "Ann\u{1B}[2J Lee")).map { $0.contains("\u{1B}") } == [false])
        #expect(lines((0, "Ann Lee")) == ["1  Ann Lee  2026-11-20"])
        #expect(lines().isEmpty)
    }

    @Test func `a long name makes no other line longer`() {
        let long = String(repeating: "Long ", count: 20)
        #expect(lines((0, long), (0, "Ann")).allSatisfy { $0.hasPrefix("1  A") ? $0.count < 60 : $0.count > 100 })
    }
}
