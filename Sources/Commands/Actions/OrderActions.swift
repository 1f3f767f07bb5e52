internal import Archive
internal import Days
internal import MirrorTree
internal import Service
internal import Settings

/// Carries out an order that changes the mirror: here if the mirror is free, else by the daemon that has it.
struct OrderAction: Action {
    var order: Order

    func run(_ call: Call) async throws -> ExitCode {
        try await call.session().perform(order)
    }
}

/// Makes a pass over NASA, shown while it runs and summed up at its end.
struct SyncAction: Action {
    var since: Day?
    var until: Day?
    var create: Bool

    func run(_ call: Call) async throws -> ExitCode {
        let session = try call.session()
        if create { try session.make(start: session.configuration.history.startDay(today: session.today())) }
        return try await session.perform(.sync(since: since, until: until))
    }
}

extension Session {
    fileprivate func make(start: Day) throws {
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
