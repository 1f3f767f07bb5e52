internal import Archive
internal import Days
internal import Folder
internal import MirrorTree
internal import NASA
internal import Refresh
internal import Settings
internal import Store

/// How a pass becomes a report, and the report is kept.
extension Passes {
    /// Makes a pass. An error that its report may hold stands there as its end.
    func reported(
        holding mayHold: (any Error) -> Bool, during pass: () async throws -> PassReport
    ) async throws -> PassReport {
        let began = nasa.now
        var report = PassReport()
        do {
            report = try await pass()
        } catch {
            guard mayHold(error) else { throw error }
            report.stopped = PassEnd(error, at: nasa.now)
        }
        report.stopped = report.stopped?.leaving(freeBytes: try? archive.tree.root.freeBytes())
        (report.began, report.ended, report.source) = (began, nasa.now, refresher.source.address)
        return report
    }

    /// Names in the report what is wrong with days by now, and notes it.
    ///
    /// - Parameter isDue: whether the report is one of all that was due, which is kept.
    func conclude(_ report: inout PassReport, isDue: Bool) async {
        let (keep, today) = (configuration.keep, nasa.today)
        do {
            report = try await archive.perform { [report] archive in
                var report = report
                let former = try archive.tree.passReport
                var known = try DayTroubles(of: archive, keep: keep, today: today)
                // Days before the mirror's first, and those of a folder that cannot be written to, have no note.
                let noted = known.all(.missing)
                known.add(report.pending.filter { $0.key < today && !noted.contains($0.key) }, as: .missing)
                known.add(closed: report.troubles)
                // A pass that did not come to its end, or was over a few days, did not look into all folders.
                if !isDue || !report.isWhole { known.add(closed: former?.known.closed ?? []) }
                report.conclude(known, after: former)
                try archive.notes.save(isDue ? report : former?.updated(by: report) ?? report)
                return report
            }
        } catch {
            // Troubles that cannot be noted are named once more.
            if report.stopped == nil { report.stopped = PassEnd(error, at: nasa.now) }
        }
    }

    /// Has the schedule remember a pass for all that was due.
    func record(_ report: inout PassReport, after former: LastRefresh?) async {
        func refresh(isWhole: Bool) -> LastRefresh {
            schedule.recorded(report.ended, isWhole: isWhole, after: former)
        }
        do {
            let refresh = refresh(isWhole: report.isWhole)
            remember(refresh)
            try await archive.perform { try $0.notes.record(refresh) }
        } catch {
            if report.stopped == nil { report.stopped = PassEnd(error, at: nasa.now) }
            remember(refresh(isWhole: false))
        }
    }
}
