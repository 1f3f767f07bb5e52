internal import Archive
internal import Days
internal import Service
internal import Settings

/// Removes pictures that are older than `keep` allows. A dry run only tells which would go, and needs no daemon.
struct Prune: SessionAction {
    var dryRun = false

    static let row = Command(
        name: "prune", options: [.dryRun], help: "removes pictures that are older than keep allows",
        details: """
            keep counts back from the newest picture in the mirror. Favorites and hidden days stay, and a favorite \
            that was removed stays for 30 days. A sync over all days prunes by itself; one that names days does not.
            """,
        action: { Prune(dryRun: $0.has(.dryRun)) })

    func run(_ session: Session) async throws -> ExitCode {
        if !dryRun { return try await session.perform(.prune) }
        let keep = session.configuration.keep
        let tree = try session.tree()
        let pruning = try tree.prunable(keep: keep, session.favoritesRules(), now: .now)
        let report = PruneReport(pruning: pruning, keep: keep, options: session.sameOptions, isDryRun: true)
        session.output.lines(report.lines)
        guard let refusal = pruning.refusal else { return .fine }
        session.output.complain("apod-mirror: " + refusal)
        return .notAllWell
    }
}
