internal import Days

extension Session {
    /// Lets go of what is older than `keep` allows, or tells what would go; that needs no daemon and changes nothing.
    func prune(dryRun: Bool) async throws -> ExitCode {
        guard dryRun else { return try await perform(.prune) }
        let keep = configuration.keep
        let pruning = try Tree.open(configuration.mirror).prunable(keep: keep, favoritesRules(), now: .now)
        let report = PruneReport(pruning: pruning, keep: keep, options: sameOptions, isDryRun: true)
        report.lines.forEach { output.line($0) }
        guard let refusal = pruning.refusal else { return .fine }
        output.complain("apod-mirror: " + refusal)
        return .notAllWell
    }
}
