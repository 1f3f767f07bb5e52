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

    private var begun: ExportNote.File { ExportNote.File(of: "a", day: day) }

    @Test func `what is missing, or changed in the mirror, is written`() {
        #expect(plan(.nothing, wanted: "a").writes == [Self.path])
        #expect(plan(.nothing, wanted: "a", noted: noted("a")).writes == [Self.path])
        #expect(plan(.ours, wanted: "b", noted: noted("a")).writes == [Self.path])
        #expect(plan(.ours, wanted: "a", noted: noted("a"), side: 1920).writes == [Self.path])
        #expect(plan(.ours, wanted: "a", noted: begun).writes == [Self.path])
    }

    @Test func `what is as it was written stays`() {
        #expect(plan(.ours, wanted: "a", noted: noted("a")).kept == [Self.path])
        #expect(plan(.ours, wanted: "a", noted: noted("s", of: "a", side: 1920), side: 1920).kept == [Self.path])
    }

    @Test func `bytes that are wanted anyway are taken for the export's own`() {
        #expect(plan(.wanted, wanted: "a").adoptions == [Self.path])
        #expect(plan(.wanted, wanted: "a", noted: begun).adoptions == [Self.path])
    }

    @Test func `what went goes, if it is still as it was written`() {
        #expect(plan(.ours, wanted: nil, noted: noted("a")).removals == [Self.path])
        #expect(plan(.ours, wanted: nil, noted: begun).removals == [Self.path])
    }

    @Test func `what is strange is never touched`() {
        let empty = ExportPlan([:], noted: [:], standing: { _ in .nothing })
        #expect(plan(.strange, wanted: nil, noted: noted("a")) == empty)
        for noted in [nil, noted("a"), begun] {
            var expected = empty
            expected.inTheWay = [Self.path]
            #expect(plan(.strange, wanted: "b", noted: noted) == expected)
        }
    }
}
