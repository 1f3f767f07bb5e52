internal import Archive
internal import Days
internal import MirrorTree
internal import Refresh
internal import Service
internal import Settings

extension Session {
    /// Makes a pass over NASA, shown while it runs and summed up at its end.
    ///
    /// - Parameters:
    ///   - mirrors: other mirrors that give what NASA does not.
    ///   - create: Whether to make the mirror first where there is none.
    func sync(since: Day?, until: Day?, from mirrors: [String], create: Bool) async throws -> ExitCode {
        if create { try make(start: configuration.history.startDay(today: today())) }
        if mirrors.isEmpty { return try await perform(.sync(since: since, until: until)) }
        let others = OtherMirrors(places: mirrors.map(wholePlace))
        return try await perform(.syncWith(others, since: since, until: until))
    }

    /// An address as it is, and a folder's path as one from the root.
    func wholePlace(_ place: String) -> String {
        if Peer.site(place) != nil { return place }
        return (try? AbsolutePath(home: process.home, directory: process.workingDirectory).reading(place)) ?? place
    }

    private func make(start: Day) throws {
        let outcome: RootCreation.Outcome
        do {
            outcome = try RootCreation.create(configuration.mirror, start: start)
        } catch RootError.othersMirror(let path, let owner, _) {
            throw othersMirror(path, owner)
        }
        switch outcome {
        case .made where !isQuiet: output.line("Made a new mirror in \(shown(configuration.mirror)).")
        case .restored where !isQuiet:
            output.line("\(shown(configuration.mirror)) is a mirror again; its pictures were left as they are.")
        case .made, .restored, .unchanged: break
        }
    }
}

extension Session {
    /// Removes pictures that are older than `keep` allows. A dry run only tells which would go, and needs no daemon.
    func prune(dryRun: Bool) async throws -> ExitCode {
        try await dryRun ? showPrunable() : perform(.prune)
    }

    private func showPrunable() throws -> ExitCode {
        let keep = configuration.keep
        let pruning = try Tree.open(configuration.mirror).prunable(keep: keep, favoritesRules(), now: .now)
        let report = PruneReport(pruning: pruning, keep: keep, options: sameOptions, isDryRun: true)
        output.lines(report.lines)
        guard let refusal = pruning.refusal else { return .fine }
        output.complain("apod-mirror: " + refusal)
        return .notAllWell
    }
}
