import Belief
import Days
import SampleNASA
import TestSupport
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

/// NASA corrects a post within hours.
@Suite(
    "Drafts", .timeLimit(.minutes(20)),
    .disabled(if: Abilities.isForSanitizer, "one pass after the other, which tells a sanitizer nothing"))
struct DraftTests {
    enum Draft: CaseIterable {
        /// Over twice as long as the final text.
        case long
        case other, empty, beginning

        func write(_ post: inout SampleDay) {
            let final = post.explanation
            switch self {
            case .long: post.explanation = final + String(repeating: " Ask Çelik whether this is so.", count: 60)
            case .other: post.explanation = "To be written by \(post.credit), who has seen it; Çelik has the numbers."
            case .empty: post.explanation = ""
            case .beginning: post.explanation = String(final.prefix(100)) + "…"
            }
            post.title = "Draft: \(post.title)"
            post.links = [:]
        }
    }

    /// The final text comes an hour after the draft; with an accident that begins and ends around it as well.
    @Test(arguments: Draft.allCases, [nil, AccidentRow.notice])
    func `a final text is stored within a day of its draft`(draft: Draft, accident: AccidentRow?) async throws {
        let daemon = try await DaemonUnderTest("2026-10-20"..."2026-11-20", .basic, isLate: true)
        var days = MirroredDays(daemon)
        try await daemon.refresh()
        var final: SampleDay?
        daemon.publish {
            final = $0
            draft.write(&$0)
        }
        let post = try #require(final)
        try await daemon.refresh(isAsked: true)
        daemon.mirror.clock.advance(hours: 1)
        #expect(daemon.mirror.metadata(post.date)?.title.hasPrefix("Draft: ") == true)
        if let accident { daemon.begin(accident, .init(part: .everything)) }
        try await daemon.refresh(isAsked: true)
        daemon.revise { $0 = post }
        try await daemon.refresh(isAsked: accident != nil)
        if accident != nil { try daemon.endAccident() }
        try await daemon.run(hours: 23)
        #expect(days.look(mayBeWrong: false) == [] && days.wrong.isEmpty, "\(daemon.mirror.disputes.reasons)")
        #expect(daemon.mirror.disputes == Disputes())
        #expect(!daemon.mirror.formerWords(post.date).isEmpty, "the draft is kept")
        try daemon.mirror.expectSoundTree()
    }
}
