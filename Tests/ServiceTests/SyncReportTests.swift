import Days
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import Service

/// What a sync does not ask for, it says when it will.
@Suite("The closing words of a sync") struct SyncReportTests {
    private func report(_ change: (inout SyncReport) -> Void) -> [String] {
        var report = SyncReport(
            report: PassReport(), pending: [:], usage: Usage(), place: "~/APOD", start: .of("2026-01-01"),
            today: .of("2026-11-20"))
        change(&report)
        return report.lines
    }

    @Test func `older days without a picture come round in turn`() {
        let lines = report { $0.absent = 3 }
        #expect(
            lines.contains(
                "NASA had no picture for 3 older days. Each is asked for again within 12 days; at once: "
                    + "apod-mirror sync --since DAY --until DAY"))
        #expect(!report { _ in }.contains { $0.contains("in turn") })
    }

    @Test func `what a pass that ended early left alone has its time`() {
        let lines = report {
            $0.pending = [.of("2026-11-19"): "the picture is not up yet", .of("2026-11-18"): "HTTP 503"]
            $0.retries = [.of("2026-11-19"): "2026-11-20 14:05"]
        }
        #expect(
            lines.contains(
                "Pending: 2026-11-19, the picture is not up yet; not asked now, but after 2026-11-20 14:05"))
        #expect(lines.contains("Pending: 2026-11-18, HTTP 503"))
    }

    @Test func `days that were read anew are counted apart from what NASA corrected`() {
        let lines = report { ($0.report.corrected, $0.report.reread) = (2, 1) }
        #expect(lines.first?.hasSuffix("; 2 corrected by NASA, 1 read anew") == true, "\(lines)")
    }

    @Test func `a yesterday that NASA left out is told, and one of many is not`() {
        let left = "NASA has left out 2026-11-19, yesterday; it is requested with every sync."
        #expect(report { $0.report.unpublished = [.of("2026-11-19")] }.contains(left))
        for dates in [["2026-11-19", "2026-11-20"], ["2026-11-18", "2026-11-19"], ["2026-11-18"]] {
            #expect(!report { $0.report.unpublished = Set(dates.map(Day.of)) }.contains(left), "\(dates)")
        }
    }

    @Test func `the full history is told by the sync that made the mirror, and by no other`() {
        func tells(stored: Int, replaced: Int = 0, since start: String = "2026-10-22") -> Bool {
            report {
                ($0.report.stored, $0.report.replaced) = (stored, replaced)
                ($0.usage, $0.start) = (Usage(pictures: 30, bytes: 12_000_000), .of(start))
            }.contains { $0.hasPrefix("The full history of ") }
        }
        #expect(tells(stored: 30))
        #expect(!tells(stored: 0) && !tells(stored: 1) && !tells(stored: 30, replaced: 30))
        #expect(!tells(stored: 30, since: "1995-06-16"))
    }

    @Test func `records that an older version did not keep are told in a line`() {
        let lines = report { ($0.report.recorded, $0.recordsToCome) = (25, 1_000) }
        #expect(
            lines.contains(
                "An older version made this mirror. NASA's own records of 25 days are kept now, too; those of 1,000 more "
                    + "are to come with later syncs."))
        let last = report { $0.report.recorded = 1 }
        #expect(last.contains("An older version made this mirror. NASA's own records of 1 day are kept now, too."))
    }
}
