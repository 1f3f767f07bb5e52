import Days
import Folder
import Testing

@testable import Exporting
@testable import MirrorTestSupport

@Suite struct ExportPlanTests {
    private static let path: FilePath = "2026/2026-11/2026-11-20 Title.jpg"
    private let day = Day.of("2026-11-20")

    private func plan(
        _ standing: ExportPlan.Standing, wanted sum: String?, noted: ExportNote.File? = nil, side: Int? = nil
    ) -> ExportPlan {
        let wanted = sum.map { ExportPlan.Wanted(source: Self.path, sum: $0, side: side, day: day) }
        return ExportPlan(
            wanted.map { [Self.path: $0] } ?? [:], noted: noted.map { [Self.path: $0] } ?? [:],
            standing: { _ in standing })
    }

    private func noted(_ sum: String, of source: String? = nil, side: Int? = nil) -> ExportNote.File {
        ExportNote.File(of: source ?? sum, side: side, day: day, sha256: sum, bytes: 1)
    }

    /// As version 1.0.0 noted files before it wrote them.
    private var begun: ExportNote.File { ExportNote.File(of: "a", day: day) }

    private func ours(_ sum: String) -> ExportPlan.Standing { .ours(.init(sha256: sum, bytes: 1)) }

    private func writes(_ former: String? = nil) -> [FilePath: ExportNote.Sum?] {
        [Self.path: former.map { .init(sha256: $0, bytes: 1) }]
    }

    @Test func `what is missing, or changed in the mirror, is written`() {
        #expect(plan(.nothing, wanted: "a").writes == writes())
        #expect(plan(.nothing, wanted: "a", noted: noted("a")).writes == writes())
        #expect(plan(ours("a"), wanted: "b", noted: noted("a")).writes == writes("a"))
        #expect(plan(ours("a"), wanted: "a", noted: noted("a"), side: 1920).writes == writes("a"))
        #expect(plan(.unknown, wanted: "a", noted: begun, side: 1920).writes == writes())
    }

    @Test func `a file that stands where another was about to come is replaced`() {
        var changing = noted("b")
        changing.former = .init(sha256: "a", bytes: 1)
        #expect(plan(ours("a"), wanted: "b", noted: changing).writes == writes("a"))
        #expect(plan(ours("b"), wanted: "b", noted: changing).kept == [Self.path])
    }

    @Test func `what is as it was written stays`() {
        #expect(plan(ours("a"), wanted: "a", noted: noted("a")).kept == [Self.path])
        #expect(plan(ours("s"), wanted: "a", noted: noted("s", of: "a", side: 1920), side: 1920).kept == [Self.path])
    }

    @Test func `bytes that are wanted anyway are taken for the export's own`() {
        for noted in [nil, begun, noted("b")] {
            #expect(plan(.wanted, wanted: "a", noted: noted).adoptions == [Self.path])
        }
    }

    @Test func `what went goes, if it is still as it was written`() {
        #expect(plan(ours("a"), wanted: nil, noted: noted("a")).removals == [Self.path])
    }

    @Test func `what is strange is never touched`() {
        let empty = ExportPlan([:], noted: [:], standing: { _ in .nothing })
        for noted in [noted("a"), begun] { #expect(plan(.strange, wanted: nil, noted: noted) == empty) }
        #expect(plan(.unknown, wanted: nil, noted: begun) == empty)
        for noted in [nil, noted("a"), begun] {
            var expected = empty
            expected.inTheWay = [Self.path]
            #expect(plan(.strange, wanted: "b", noted: noted) == expected)
        }
    }
}
