import Belief
import Days
import Foundation
import SampleNASA
import TestSupport
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

/// NASA's texts go wrong for a while, and a daemon goes on mirroring.
@Suite(
    "Text accidents of an afternoon and of a week", .timeLimit(.minutes(20)),
    .disabled(if: Abilities.isForSanitizer, "one pass after the other, which tells a sanitizer nothing"))
struct TextAccidentTests {
    private static let days = "2026-01-26"..."2026-11-20"
    /// The accidents of a week without a word changed take 200 passes each; they are for the long run.
    private static let cases: [(MirrorUnderTest.Shape, Length)] =
        [(.basic, .afternoon), (.basic, .week), (.legacy, .afternoon)] + (Abilities.isLong ? [(.legacy, .week)] : [])

    enum Length: Int, CaseIterable, CustomStringConvertible {
        case afternoon = 6
        case week = 168

        var description: String { self == .afternoon ? "an afternoon" : "a week" }
    }

    /// One mirror lives through one accident after the other, since a mirror of 300 days takes its time.
    @Test(arguments: cases)
    func `nothing right is lost, and all is right within two days`(
        shape: MirrorUnderTest.Shape, length: Length
    ) async throws {
        let daemon = try await DaemonUnderTest(Self.days, shape)
        var right = RightDays(daemon)
        for accident in TextAccident.allCases where shape == .basic || accident.changesWords {
            if length == .week, !Abilities.isLong, !accident.changesWords || accident == .nothing { continue }
            try await suffer(accident, length, daemon, &right)
        }
    }

    private func suffer(
        _ accident: TextAccident, _ length: Length, _ daemon: DaemonUnderTest, _ right: inout RightDays
    ) async throws {
        let mirror = daemon.mirror
        // The accident begins at noon, before the day's post.
        daemon.isLate = true
        while daemon.isPosted || mirror.clock.now.seconds % 86_400 != 12 * 3_600 { try await daemon.run(hours: 1) }
        right.record(daemon)
        #expect(right.count == mirror.nasa.dates.count)

        daemon.begin(accident)
        for hour in stride(from: 0, to: length.rawValue, by: 3) {
            if hour == 3 { daemon.publish() }
            let passes = daemon.passes
            try await daemon.run(hours: 3)
            // An owner asks in the afternoon.
            if hour % 24 == 3 { try await daemon.refresh(isAsked: true) }
            guard daemon.passes > passes else { continue }
            right.expectKept("\(accident)")
            let named = try await daemon.named()
            let recent = mirror.clock.now.day.advanced(by: 1 - Limits.newest)
            let asked = mirror.nasa.dates.filter { $0 >= "\(recent)" && right.contains($0) }
            let unnamed = asked.filter { named[$0] == nil && daemon.isSpoiled($0) }
            #expect(unnamed == [], "status names what \(accident) spoiled")
            right.record(daemon)
        }

        daemon.endAccident()
        try await daemon.run(hours: 48)
        right.record(daemon)
        right.expectKept("after \(accident)")
        #expect(mirror.nasa.dates.filter { !right.contains($0) } == [], "each day is as NASA has it after \(accident)")
        #expect(mirror.disputes == Disputes(), "\(accident)")
        try mirror.expectSoundTree()
    }

    // MARK: - Drafts

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
    @Test(arguments: Draft.allCases, [nil, TextAccident.notice])
    func `a final text is stored within a day of its draft`(draft: Draft, accident: TextAccident?) async throws {
        let daemon = try await DaemonUnderTest("2026-10-20"..."2026-11-20", .basic)
        var final: SampleDay?
        daemon.publish {
            final = $0
            draft.write(&$0)
        }
        let post = try #require(final)
        try await daemon.refresh()
        daemon.mirror.clock.advance(hours: 1)
        #expect(daemon.mirror.metadata(post.date)?.title.hasPrefix("Draft: ") == true)
        if let accident { daemon.begin(accident) }
        try await daemon.refresh(isAsked: true)
        daemon.revise { $0 = post }
        try await daemon.refresh(isAsked: accident != nil)
        if accident != nil { daemon.endAccident() }
        try await daemon.run(hours: 23)
        var right = RightDays(daemon)
        #expect(right.contains(post.date), "\(daemon.mirror.disputes.reasons)")
        #expect(right.count == daemon.mirror.nasa.dates.count)
        #expect(daemon.mirror.disputes == Disputes())
        #expect(!daemon.mirror.formerWords(post.date).isEmpty, "the draft is kept")
        right.expectKept("with a draft")
        try daemon.mirror.expectSoundTree()
    }
}

/// The days that are as NASA meant them: they stay so.
private struct RightDays {
    private let mirror: MirrorUnderTest
    private var days: [String: Kept] = [:]

    private struct Kept {
        var json: [UInt8]
        var words: DayWords
        var picture: [UInt8]
        var record: [UInt8]
    }

    init(_ daemon: DaemonUnderTest) {
        mirror = daemon.mirror
        record(daemon)
    }

    var count: Int { days.count }

    func contains(_ date: String) -> Bool { days[date] != nil }

    /// Takes note of days that have become right.
    mutating func record(_ daemon: DaemonUnderTest) {
        for (date, post) in daemon.posts where days[date] == nil {
            guard let metadata = mirror.metadata(date),
                let json = mirror.bytes("\(mirror.month(date))/metadata/\(date).json"),
                metadata.title == post.title,
                DayWords.lettersAndDigits(metadata.explanation) == DayWords.lettersAndDigits(post.explanation),
                metadata.mirror.state == .present, let picture = mirror.picture(date), let record = mirror.record(date)
            else { continue }
            let (film, still) = (mirror.nasa.video(for: date), mirror.nasa.picture(for: date))
            guard metadata.mirror.picture?.kind == .page || picture == (film.isEmpty ? still : film) else { continue }
            days[date] = Kept(json: json, words: DayWords(metadata), picture: picture, record: record)
        }
    }

    mutating func expectKept(_ when: String, sourceLocation: SourceLocation = #_sourceLocation) {
        var lost: [String] = []
        for (date, kept) in days {
            if mirror.picture(date) != kept.picture { lost.append("the picture of \(date)") }
            if mirror.record(date) != kept.record { lost.append("the record of \(date)") }
            let json = mirror.bytes("\(mirror.month(date))/metadata/\(date).json")
            if json == kept.json { continue }
            if mirror.metadata(date).map({ DayWords($0) }) != kept.words {
                lost.append("the words of \(date)")
            }
            days[date]?.json = json ?? []
        }
        #expect(lost.sorted() == [], "\(when)", sourceLocation: sourceLocation)
    }
}
