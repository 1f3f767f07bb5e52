internal import Days
internal import MirrorTree
internal import Service
internal import Settings

/// Makes the words of days anew from their records. A dry run only tells which would change, and needs no daemon.
struct RereadAction: Action {
    var days: [Day]
    var dryRun: Bool

    func run(_ call: Call) async throws -> ExitCode {
        let session = try call.session()
        return try await dryRun ? session.tellReadOtherwise(days) : session.perform(.reread(days))
    }
}

extension Session {
    fileprivate func tellReadOtherwise(_ named: [Day]) throws -> ExitCode {
        let tree = try Tree.open(configuration.mirror)
        let days = try named.isEmpty ? tree.listing().days.withMetadata.sorted(by: >) : named
        var report = RereadReport()
        for day in days {
            let reread = try tree.reread(day)
            report.note(day, reread)
            if let reread { output.line(report.line(reread)) }
        }
        output.line(report.sum(isDryRun: true))
        return .fine
    }
}
