internal import Days
internal import Folder
internal import MirrorTree
internal import Service
internal import Settings

extension Session {
    /// Checks the whole mirror for damage; on request repairs the damage, with the help of other mirrors.
    func verify(repair: Bool, _ others: OtherMirrors, json: Bool) async throws -> ExitCode {
        let report = try await check()
        if json { output.text(try JSONText.lines(report)) } else { show(report, isRepaired: repair) }
        let damage = report.damage
        let session = json ? forProgram(.programWithAnswer) : self
        if repair, others != OtherMirrors() {
            let others = OtherMirrors(places: others.places.map(wholePlace), isOffline: others.isOffline)
            return try await session.perform(.restore(damage.keys.sorted(), others))
        }
        if repair, !report.findings.isEmpty { return try await session.perform(.repair(damage.keys.sorted())) }
        try await remember(damage)
        return report.findings.isEmpty ? .fine : .notAllWell
    }

    /// Records the damage for `status` to tell.
    private func remember(_ damage: [Day: String]) async throws {
        let tree = try Tree.open(configuration.mirror)
        if try tree.dayNotes.damaged == damage { return }
        do {
            let claim = try RootClaim(tree)
            try withExtendedLifetime(claim) { try MirrorNotes(tree).change { $0.damaged = damage } }
        } catch RootError.locked {
            _ = try? await DaemonClient(session: self).carryOut(.damaged(damage.keys.sorted()))
        } catch is RootError {
            // Another user's mirror is only read.
            return
        } catch let error as FolderError where error.isNotWritable || error.isDiskFull {
            return
        }
    }

    private func check() async throws -> Verification.Report {
        let verification = Verification(try Tree.open(configuration.mirror), configuration)
        defer { endProgress() }
        return try await verification.run(progress: progress())
    }

    /// - Parameter isRepaired: whether what was found is repaired right now, so that nobody needs to be told how.
    private func show(_ report: Verification.Report, isRepaired: Bool) {
        for finding in report.findings { output.line(finding.reason) }
        if isQuiet { return }
        let damaged = report.damage.count
        let days = Quantity.plural(report.days, "day")
        var checked = days
        if report.favorites > 0 { checked += " and \(Quantity.plural(report.favorites, "favorite"))" }
        if report.findings.isEmpty {
            output.line("All is well: \(checked) checked.")
        } else {
            let what =
                damaged == 0 ? "Not all is well with \(checked)." : "\(Quantity.count(damaged)) of \(days) damaged."
            let advice = " To repair what can be repaired: apod-mirror verify --repair\(sameOptions)"
            output.line(what + (isRepaired ? "" : advice))
        }
    }
}
