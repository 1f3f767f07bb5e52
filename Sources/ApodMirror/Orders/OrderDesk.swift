internal import Folder
internal import Transfer

/// Carries out orders on a mirror that this process has. The same for a command that found the mirror free and for the
/// daemon that is asked by one: only where the replies go differs.
struct OrderDesk: Sendable {
    let looks: NASALooks
    let showcase: Showcase
    let say: @Sendable (Reply) -> Void
    let errand: Errand
    /// A daemon keeps favorites anyway, and knows how it is.
    var daemon: Daemon?

    var archive: Archive { looks.archive }

    /// Throws what a person must be told, and what the exit code follows from.
    func carryOut() async throws -> ExitCode {
        guard errand.mirror == archive.tree.identity.id else { return .noDaemon }
        return switch errand.order {
        case .sync(let since, let until): try await sync(since: since, until: until)
        case .hide(let days): try await hide(days)
        case .unhide(let days): try await unhide(days)
        case .repair(let days): try await repair(Set(days))
        case .accept(let day): try await accept(day)
        case .prune: try await prune()
        case .gallery: try await gallery()
        case .status: try await status()
        }
    }

    /// A pass, with all that it tells on the way.
    func shown(_ pass: () async throws -> RefreshSummary) async throws -> RefreshSummary {
        let transfer = looks.refresher.fetch.transfer
        let before = transfer.bytesReceived
        return try await withThrowingTaskGroup(of: Void.self) { group in
            if errand.wantsProgress {
                group.addTask {
                    while true {
                        try await Pause().wait(for: .milliseconds(100))
                        say(.received(transfer.bytesReceived - before))
                    }
                }
            }
            defer { group.cancelAll() }
            return try await archive.events.heard {
                say(.event($0))
            } during: {
                try await pass()
            }
        }
    }

    func line(_ text: String) {
        say(.line(text))
    }

    /// The last word of a pass that something ended early.
    func told(_ error: any Error) -> ExitCode {
        let failure = Failure(error)
        say(.complaint(failure.sentence))
        return failure.exitCode
    }

    private func status() async throws -> ExitCode {
        guard let daemon else { return .noDaemon }
        let status = await daemon.status()
        say(.status(status))
        return status.isWell ? .fine : .notAllWell
    }
}
