internal import Archive
internal import Days
internal import Folder
internal import MirrorTree
internal import NASA
internal import Refresh
internal import Settings
internal import Store

extension OrderHandler {
    /// Takes pictures from a folder in which somebody collected them.
    func adopt(_ folder: FolderToImport) async throws -> ExitCode {
        try archive.claim.check()
        let collection = try await passes.heartbeat.step("The look into \(folder.path)", progress: steps) {
            // The folder may be large, and its disk slow.
            try await FileWork().run { [archive, passes] in
                try PictureCollection(
                    folder.path, beside: archive.tree.root, longest: PictureFetch.longest(passes.configuration)
                ) { archive.steps.advance() }
            }
        }
        let offered = OfferedCollection(collection, folder.manner, isUnchecked: folder.isUnchecked)
        let days = try await days(of: offered)
        let pass = try await shown { try await passes.adopt(days.wanted, from: offered) }
        let reasons = pass.pending.merging(days.tooOld) { $1 }
        let report = try await passes.heartbeat.step("The comparison with \(folder.path)", progress: steps) {
            try await passes.between { try await passes.refresher.report(on: offered, reasons: reasons) }
        }
        if folder.wantsJSON { line(try JSONText.lines(report).trimmingSpace) } else { tell(report, folder) }
        if let stopped = pass.stopped { return told(stopped) }
        return report.left.isEmpty ? .fine : .notAllWell
    }

    private var steps: @Sendable () -> Int64 {
        { [archive] in archive.steps.value }
    }

    /// The days that the collection may have pictures of, and those among them that the mirror would not keep.
    private func days(of offered: OfferedCollection) async throws -> (wanted: Set<Day>, tooOld: [Day: String]) {
        let (collection, today) = (offered.collection, passes.clock.today)
        let newest = try await archive.perform { try $0.store.list().presentDays.last }
        let first = passes.configuration.keep.firstDay(since: .first, newest: newest ?? today)
        var days = collection.days
        // Whose picture a file is by its name alone, NASA's record of any day may tell.
        if collection.hasUndated, !offered.isUnchecked { days.formUnion(Day.first...today) }
        let tooOld = collection.days.filter { $0 < first }
        let reason = "the setting keep is \(passes.configuration.keep)"
        return (
            days.filter { $0 >= first && $0 <= today }, Dictionary(uniqueKeysWithValues: tooOld.map { ($0, reason) })
        )
    }

    private func tell(_ report: AdoptionReport, _ folder: FolderToImport) {
        if !request.isQuiet {
            let facts = [
                report.held > 0 ? "\(Quantity.count(report.held)) it had already" : nil,
                report.removed > 0 ? "\(Quantity.plural(report.removed, "file")) moved" : nil,
            ]
            let more = facts.compactMap(\.self).map { ", \($0)" }.joined()
            line("The mirror took \(Quantity.plural(report.adopted.count, "picture")) from \(folder.path)\(more).")
            if folder.isUnchecked, !report.adopted.isEmpty { line("They are unverified until a sync can ask NASA.") }
        }
        for (name, reason) in report.left.sorted(by: { $0.key < $1.key }) { line("\(printable(name)): \(reason)") }
    }
}
