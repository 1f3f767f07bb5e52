import Days
import JSON
import Settings
import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("The report of a pass") struct PassReportTests {
    private static let silence = PassEnd(.unreachable, "the server cannot be reached", exitCode: .unavailable)

    private static func report(_ change: (inout PassReport) -> Void) -> PassReport {
        var report = PassReport()
        change(&report)
        return report
    }

    private static func ended(_ kind: PassEnd.Kind, _ exitCode: ExitCode = .unavailable) -> PassReport {
        report { $0.stopped = PassEnd(kind, "it is over", exitCode: exitCode) }
    }

    private static func troubles(_ reasons: [Day: String], _ kind: DayTroubles.Kind = .missing) -> DayTroubles {
        var troubles = DayTroubles()
        troubles.add(reasons, as: kind)
        return troubles
    }

    private static func days(_ count: Int) -> [Day] { (0..<count).map { day.advanced(by: -$0) } }

    private static func same(_ count: Int, _ reason: String = "HTTP 503") -> [Day: String] {
        Dictionary(uniqueKeysWithValues: days(count).map { ($0, reason) })
    }

    struct Row: Sendable, CustomStringConvertible {
        let description: String
        let report: PassReport
        let exitCode: ExitCode
        let sentence: String

        init(_ description: String, _ exitCode: ExitCode, _ sentence: String, _ report: PassReport) {
            (self.description, self.report, self.exitCode, self.sentence) = (description, report, exitCode, sentence)
        }
    }

    static let rows = [
        Row("nothing new", .fine, "nothing new", PassReport()),
        Row(
            "news of all kinds", .fine, "2 new pictures, 1 replaced by NASA, 4 corrected by NASA",
            report {
                ($0.stored, $0.replaced, $0.corrected) = (3, 1, 4)
            }),
        Row(
            "today's picture is still to come", .fine, "nothing new, 1 pending",
            report {
                $0.pending = [day: "HTTP 404"]
            }),
        Row(
            "a day is newly missing", .notAllWell, "1 new picture, 1 pending",
            report {
                $0.stored = 1
                $0.pending = [day: "HTTP 404"]
                $0.news = troubles([day: "HTTP 404"])
            }),
        Row(
            "a day is missing as before", .fine, "nothing new, 1 pending",
            report {
                $0.pending = [day: "HTTP 404"]
                $0.known = troubles([day: "HTTP 404"])
            }),
        Row("nobody is there", .unavailable, "it is over", ended(.unreachable)),
        Row("nothing is believed", .unavailable, "it is over", ended(.doubtful)),
        Row("a pause is asked for", .unavailable, "it is over", ended(.paused)),
        Row("every answer is a refusal", .unavailable, "it is over", ended(.refused)),
        Row("the other API answers", .unavailable, "it is over", ended(.otherForm)),
        Row("the disk is full", .inputOutput, "it is over", ended(.room, .inputOutput)),
        Row("the root is gone", .root, "it is over", ended(.root, .root)),
        Row("the next pass goes on", .fine, "it is over", ended(.spent)),
        Row(
            "the next pass goes on, and a day is newly missing", .notAllWell, "it is over",
            {
                var report = ended(.spent)
                report.news = troubles([day: "HTTP 404"])
                return report
            }()),
        Row(
            "no better picture is to be had, and all is stored", .fine, "the server cannot be reached",
            report {
                $0.stopped = silence
                $0.stopped?.isAboutPictures = true
            }),
        Row(
            "no picture is to be had, and one is missing", .unavailable, "the server cannot be reached",
            report {
                $0.stopped = silence
                $0.stopped?.isAboutPictures = true
                $0.lacking = [day]
            }),
    ]

    @Test(arguments: rows) func `exit code and sentence follow from it`(row: Row) throws {
        #expect(row.report.exitCode == row.exitCode)
        #expect(row.report.sentence == row.sentence)
        // They are the same for a process that reads the report.
        let read = try JSONFile.decode(PassReport.self, from: JSONFile.encode(row.report))
        #expect(read == row.report)
    }

    /// The days that are newly in trouble, of those of a pass and of the one before.
    @Test(
        arguments: [
            ("one day", [:], [day: "a"], 1), ("as before", [day: "a"], [day: "a"], 0),
            ("another reason", [day: "a"], [day: "b"], 0), ("one more day", same(2), same(3), 1),
            ("many at once", [:], same(20), 20), ("one more of many", same(4), same(5), 0),
            ("few became many", same(3), same(4), 1), ("many became few", same(9), same(2), 0),
            ("many of another reason", same(9), same(10, "HTTP 404"), 1), ("all is well again", same(9), [:], 0),
        ] as [(String, [Day: String], [Day: String], Int)])
    func `a trouble is named once`(what: String, before: [Day: String], now: [Day: String], news: Int) {
        for kind in [DayTroubles.Kind.missing, .disbelieved, .disputed] {
            var former = PassReport()
            former.conclude(Self.troubles(before, kind), after: nil)
            var report = PassReport()
            report.conclude(Self.troubles(now, kind), after: former)
            #expect(report.exitCode == (news == 0 ? .fine : .notAllWell), "\(what), \(kind)")
            let count = news == 1 ? "1 day " : "\(news) days "
            #expect(report.news.sentence?.contains(count) ?? (news == 0), "\(what), \(kind)")
        }
    }

    @Test func `another kind of trouble with the same day is another trouble`() {
        var former = PassReport()
        former.conclude(Self.troubles([day: "a"], .disbelieved), after: nil)
        var report = PassReport()
        report.conclude(Self.troubles([day: "a"], .disputed), after: former)
        #expect(report.exitCode == .notAllWell)
    }

    @Test func `a folder that cannot be read is named once`() {
        var troubles = DayTroubles()
        troubles.add(closed: ["2026 cannot be read."])
        var reports = [PassReport(), PassReport()]
        reports[0].conclude(troubles, after: nil)
        reports[1].conclude(troubles, after: reports[0])
        #expect(reports.map(\.exitCode) == [.notAllWell, .fine])
        #expect(troubles.sentence == nil)
    }

    /// Three days of a host that is away, and later another one.
    @Test func `a host that is away is named once, whichever days wait for it`() {
        let reason = "films.example cannot be reached"
        var former = PassReport()
        former.hostsAway = ["films.example": reason]
        former.conclude(Self.troubles(Self.same(2, reason)), after: nil)
        #expect(former.exitCode == .notAllWell)
        for isAsked in [true, false] {
            var report = PassReport()
            if isAsked { report.hostsAway = former.hostsAway }
            report.conclude(Self.troubles(Self.same(3, reason)), after: former)
            #expect(report.exitCode == .fine)
            #expect(report.hostsAway == former.hostsAway)
        }
        var healed = PassReport()
        healed.conclude(DayTroubles(), after: former)
        #expect(healed.hostsAway.isEmpty)
    }

    @Test func `stand-ins stay known until their picture is stored`() {
        let days = Self.days(2)
        var reports = [PassReport(), PassReport(), PassReport()]
        (reports[0].standIns, reports[0].pictures) = (Set(days), Set(days))
        reports[2].pictures = [days[0]]
        reports[0].conclude(DayTroubles(), after: nil)
        reports[1].conclude(DayTroubles(), after: reports[0])
        reports[2].conclude(DayTroubles(), after: reports[1])
        #expect(reports.map(\.standIns) == [Set(days), Set(days), [days[1]]])
        #expect(reports.allSatisfy { $0.exitCode == .fine })
    }

    @Test func `the first page tells what keeps newer pictures from coming`() {
        let newest = day.advanced(by: -2)
        var report = PassReport()
        #expect(report.answer(after: newest) == "NASA has nothing newer.")
        report.pending = [newest.advanced(by: -5): "it is a GIF"]
        #expect(report.answer(after: newest) == "NASA has nothing newer.")
        report.pending[day] = "the answer is not to be believed"
        #expect(report.answer(after: newest) == "1 day is still to come; of \(day), the answer is not to be believed")
        #expect(report.answer(after: nil) == "2 days are still to come; of \(day), the answer is not to be believed")
        report.stopped = PassEnd(.otherForm, "set source to x", fact: "another form", exitCode: .unavailable)
        #expect(report.answer(after: newest) == "another form")
    }

    /// The older version wrote down when its pass was, and whether it came to its end, where it always did.
    @Test(arguments: [true, false])
    func `a pass that an older version made since is told by its time, and what was known stays`(isWhole: Bool)
        async throws
    {
        let mirror = try TestMirror()
        let archive = try await mirror.open()
        #expect(try archive.tree.passReport == nil)
        var report = PassReport()
        (report.ended, report.source, report.stored) = (TestMirror.now, "https://nasa.example", 3)
        report.standIns = [day]
        report.conclude(Self.troubles([day: "HTTP 404"]), after: nil)
        let last = { LastRefresh(time: $0, day: day, count: 1, isWhole: isWhole, wasThorough: true) }
        try await archive.record(report, last(report.ended))
        let kept = try #require(try archive.tree.passReport)
        #expect(kept == report && kept.isCounted)

        try await archive.record(nil, last(report.ended + 60))
        let later = try #require(try archive.tree.passReport)
        #expect(later.ended == report.ended + 60 && !later.isCounted && later.isWhole == isWhole)
        #expect(later.exitCode == (isWhole ? .fine : .unavailable))
        #expect(later.known == report.known && later.standIns == report.standIns)
    }
}

extension Archive {
    fileprivate func record(_ report: PassReport?, _ last: LastRefresh) throws {
        if let report { try notes.save(report) }
        try notes.record(last)
    }
}
