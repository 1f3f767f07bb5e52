internal import Archive
internal import Days
internal import MirrorTree
internal import Service
internal import Settings

/// Removes pictures that are older than `keep` allows. A dry run only tells which would go, and needs no daemon.
struct PruneAction: Action {
    var dryRun: Bool

    func run(_ call: Call) async throws -> ExitCode {
        let session = try call.session()
        return try await dryRun ? session.tellPrunable() : session.perform(.prune)
    }
}

extension Session {
    fileprivate func tellPrunable() throws -> ExitCode {
        let keep = configuration.keep
        let pruning = try Tree.open(configuration.mirror).prunable(keep: keep, favoritesRules(), now: .now)
        let report = PruneReport(pruning: pruning, keep: keep, options: sameOptions, isDryRun: true)
        output.lines(report.lines)
        guard let refusal = pruning.refusal else { return .fine }
        output.complain("apod-mirror: " + refusal)
        return .notAllWell
    }
}
