internal import Days
internal import MirrorTree
internal import Service
internal import Settings

extension Session {
    /// Tells which days would say something else if their records were read anew; changes nothing, and needs no daemon.
    func tellReadOtherwise(_ named: [Day]) throws {
        let tree = try Tree.open(configuration.mirror)
        let days = try named.isEmpty ? tree.listing().days.withMetadata.sorted(by: >) : named
        var report = RereadReport()
        for day in days {
            let reread = try tree.reread(day)
            report.record(day, reread)
            if let reread { output.line(report.line(reread)) }
        }
        output.line(report.sum(isDryRun: true))
    }
}
