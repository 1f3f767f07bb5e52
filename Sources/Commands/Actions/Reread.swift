internal import Days
internal import MirrorTree
internal import Service
internal import Settings

/// Makes the words of days anew from their records; of all days where none is named.
struct Reread: SessionAction {
    var days: [Day] = []
    /// Whether only to tell which days would say something else; that changes nothing, and needs no daemon.
    var dryRun = false

    static let row = Command(
        name: "reread", arguments: .optionalDays, options: [.dryRereading],
        help: "makes words anew from NASA's records",
        details: """
            Every day's record lies in metadata/published/ as NASA served it, and the day's JSON is made of it. A \
            version that reads records better makes all words anew by itself; this does so at once, of all days or \
            of these, and asks nobody. Pictures stay as they are.
            """,
        action: { words throws(UsageError) in Reread(days: try words.days(), dryRun: words.has(.dryRereading)) })

    func run(_ session: Session) async throws -> ExitCode {
        if !dryRun { return try await session.perform(.reread(days)) }
        let tree = try session.tree()
        var report = RereadReport()
        for day in try days.isEmpty ? tree.listing().days.withMetadata.sorted(by: >) : days {
            let reread = try tree.reread(day)
            report.record(day, reread)
            if let reread { session.output.line(report.line(reread)) }
        }
        session.output.line(report.sum(isDryRun: true))
        return .fine
    }
}
