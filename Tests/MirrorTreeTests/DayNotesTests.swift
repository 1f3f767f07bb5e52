import Days
import Folder
import Testing

@testable import Archive
@testable import Belief
@testable import MirrorTestSupport
@testable import MirrorTree

private let old = day.advanced(by: -100)
private let now = TestMirror.now

/// The files in which 1.0.0 noted what it knew of days, and their successor.
@Suite("What is noted of days") struct DayNotesTests {
    private let mirror: TestMirror

    init() throws { mirror = try TestMirror() }

    private var tree: Tree { get throws { try Tree.open(mirror.root) } }

    private func write(_ text: String, _ name: String, ahead seconds: Double = 0) throws {
        try mirror.write(Array(text.utf8), to: ".apod-mirror/\(name).json")
        try mirror.date(".apod-mirror/\(name).json", ahead: seconds)
    }

    private static func dispute(_ day: Day) -> String {
        #""\#(day)": {"reason": "It is smaller.", "url": "https://x/a.jpg", "since": "2026-11-20T00:00:00Z"}"#
    }

    /// As 1.0.0 writes what it notes.
    private func writeFormer(disputed: [Day], absent: Day, ahead seconds: Double = 0) throws {
        let disputes = disputed.map(Self.dispute).joined(separator: ", ")
        try write(#"{"days": {\#(disputes)}}"#, "disputed", ahead: seconds)
        let reasons =
            #""left_out": {"2026-11-01": "A list leaves it out."}, "refused": {"2026-11-02": "It is a logo."}"#
        try write(#"{"absent": {"\#(absent)": "\#(day)"}, "not_yet": {}, \#(reasons)}"#, "absent", ahead: seconds)
        try write(#"{"days": ["\#(old)"]}"#, "unverified", ahead: seconds)
        let progress = #""ended": "2026-11-20T00:00:00Z", "next": "2026-11-03""#
        try write(#"{\#(progress), "damaged": {"2026-11-04": "It is torn."}}"#, "verify", ahead: seconds)
    }

    private func expectFormer(disputed: Set<Day>, absent: Day, _ location: SourceLocation = #_sourceLocation) throws {
        let notes = try tree.dayNotes
        #expect(Set(notes.disputes.pictures.keys) == disputed, sourceLocation: location)
        #expect(notes.missing.absent == [absent: day], sourceLocation: location)
        let reasons = [Day.of("2026-11-01"): "A list leaves it out.", .of("2026-11-02"): "It is a logo."]
        #expect(notes.missing.reasons == reasons, sourceLocation: location)
        #expect(try tree.missingDays == notes.missing, sourceLocation: location)
        #expect(notes.damaged == [.of("2026-11-04"): "It is torn."], sourceLocation: location)
        #expect(notes.isUnasked(old) && notes.isNotedProvisional(old), sourceLocation: location)
    }

    private static let former = ["disputed", "absent", "unverified", "verify"].map { ".apod-mirror/\($0).json" }

    @Test func `1.0.0's files are read as they were meant, and left as they lie`() async throws {
        try writeFormer(disputed: [day], absent: old, ahead: -60)
        let before = Self.former.map(mirror.bytes)
        try expectFormer(disputed: [day], absent: old)
        #expect(try tree.checkupState?.next == .of("2026-11-03"))
        let archive = try await mirror.open()
        try await archive.perform { archive in
            try archive.notes.change { _ in }
            try archive.notes.save(CheckupState(ended: now, next: .of("2026-11-03")))
        }
        #expect(mirror.bytes(".apod-mirror/days.json") == nil, "nothing has changed")
        try await archive.perform { archive in
            try archive.notes.change { $0.damaged[day] = "It is torn, too." }
            try archive.notes.change { $0.damaged[day] = nil }
        }
        try expectFormer(disputed: [day], absent: old)
        #expect(Self.former.map(mirror.bytes) == before)
        // From now on the files of 1.0.0 say nothing more.
        try await archive.perform { archive in
            try archive.notes.change { $0 = DayNotes() }
            try archive.notes.save(CheckupState(ended: now))
        }
        #expect(try tree.dayNotes == DayNotes() && tree.missingDays == MissingDays())
        #expect(try tree.checkupState == CheckupState(ended: now))
        #expect(Self.former.map(mirror.bytes) == before)
    }

    @Test func `what 1.0.0 noted after the owner went back to it counts, also the second time`() async throws {
        let archive = try await mirror.open()
        let version = Version(key: "", looks: .init(first: now, last: now, days: 2), asked: now)
        let dispute = Dispute(reason: "It is another.", key: "abc", since: now)
        try writeFormer(disputed: [day], absent: old, ahead: -60)
        for round in 1...2 {
            try await archive.perform { archive in
                try archive.notes.change { notes in
                    notes.note(words: version, of: day)
                    notes.disputes.pictures = [day.advanced(by: -round): dispute]
                    notes.disputes.words = [day: dispute]
                    notes.missing = MissingDays()
                    (notes.damaged, notes.days[old]) = ([:], nil)
                }
                try archive.notes.save(CheckupState(ended: now))
            }
            #expect(try Set(tree.dayNotes.disputes.pictures.keys) == [day.advanced(by: -round)])
            let (disputed, absent) = (day.advanced(by: -10 * round), old.advanced(by: round))
            try writeFormer(disputed: [disputed], absent: absent, ahead: Double(round * 60))
            // A dispute that 1.0.0 knew nothing of is not lost.
            try expectFormer(disputed: [disputed, day.advanced(by: -round)], absent: absent)
            #expect(try tree.dayNotes.disputes.words == [day: dispute])
            #expect(try tree.dayNotes.days[day]?.words == version)
            #expect(try tree.checkupState?.next == .of("2026-11-03"))
            for path in Self.former { try mirror.date(path, ahead: -60) }
        }
    }

    @Test func `a file that is torn counts as missing, and one that cannot be read ends what needs it`() throws {
        try writeFormer(disputed: [day], absent: old, ahead: -60)
        try write("{", "days")
        try expectFormer(disputed: [day], absent: old)
        try write("{", "disputed")
        #expect(try tree.dayNotes.disputes == Disputes() && tree.dayNotes.missing.isAbsent(old))
        try mirror.remove(".apod-mirror/absent.json")
        try mirror.write([], to: ".apod-mirror/absent.json/a")
        let error = #expect(throws: FolderError.self) { try tree.dayNotes }
        #expect(error.map { "\($0)".contains("absent.json") } == true)
    }

    @Test func `a pass takes back nothing that others noted while it went on`() {
        let version = Version(key: "", looks: .init(first: now, last: now), asked: now)
        let dispute = Dispute(reason: "It is smaller.", key: "abc", since: now)
        var former = DayNotes()
        for ago in 1...3 { former.disputes.pictures[day.advanced(by: -ago)] = dispute }
        former.missing.record(old, confirmed: true, today: day)
        // The pass ends a dispute and finds a day; meanwhile the owner keeps one, hides one, and has damage found.
        var (pass, current) = (former, former)
        pass.disputes.pictures[day.advanced(by: -1)] = nil
        pass.missing.forget(old)
        pass.note(words: version, of: day)
        current.disputes.pictures[day.advanced(by: -2)] = nil
        current.note(picture: version.kept(against: "abc", now: now), of: day.advanced(by: -2))
        current.forget { $0 == day.advanced(by: -3) }
        current.damaged[day] = "It is torn."
        current.take(pass, insteadOf: former)
        #expect(current.disputes == Disputes() && current.missing == MissingDays())
        #expect(current.days[day]?.words == version && current.hasDeclined(day.advanced(by: -2)))
        #expect(current.damaged == [day: "It is torn."])
    }

    @Test func `a few damaged days are told each, many by their number`() {
        var damaged = [Day.of("2026-11-01"): "One.", .of("2026-11-02"): "Two."]
        #expect(DayNotes.inWords(damaged: damaged) == ["Two.", "One."])
        for number in 3...9 { damaged[.of("2026-11-0\(number)")] = "More." }
        #expect(DayNotes.inWords(damaged: damaged) == ["9 days are damaged: apod-mirror verify names them."])
    }
}
