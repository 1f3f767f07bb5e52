internal import Days
internal import Folder
internal import MirrorTree
internal import Service
internal import Settings

/// Checks the whole mirror for damage; on request repairs the damage, with the help of other mirrors.
struct Verify: SessionAction {
    var repair = false
    var others = OtherMirrors()
    var json = false
}

extension Verify {
    static let row = Command(
        name: "verify", options: [.repair, .from, .offline, .accept, .keep, .json],
        help: "looks for damage, byte by byte",
        details: """
            Pictures and the second copies of favorites are compared with their checksums, and all that refers to \
            them is looked at: names, links, the record of favorites, Today and pages. What is damaged gives way only \
            to the very bytes that were stored: those of the second copy, else NASA's, else those of a mirror named with \
            --from, a folder or what apod-mirror serve answers at an address. Where the sum that was recorded is itself \
            lost, or the whole day is, two witnesses have to say the same: what is left here is one, each mirror another.
            """,
        action: { words throws(UsageError) in
            guard let word = try words.onlyOne(of: [.accept, .keep]) else { return try Verify(words) }
            for option in [CommandOption.repair, .json, .from, .offline] where words.has(option) {
                throw words.error("\(option.name) does not go with \(word.name), which looks for no damage.")
            }
            let days = try disputedDays(words, word)
            return Perform(word == .accept ? .accept(days) : .keep(days))
        })

    private init(_ words: CommandWords) throws(UsageError) {
        (repair, json) = (words.has(.repair), words.has(.json))
        for option in [CommandOption.from, .offline] where words.has(option) && !repair {
            throw words.error("\(option.name) goes with --repair.")
        }
        others = OtherMirrors(places: words.all(.from), isOffline: words.has(.offline))
    }

    /// The days of `--accept` or `--keep`: its values, and the arguments behind one.
    private static func disputedDays(_ words: CommandWords, _ option: CommandOption) throws(UsageError) -> DisputedDays
    {
        let texts = words.all(option) + words.arguments
        if texts == ["all"] { return .all }
        if texts.contains("all") { throw words.error("“all” stands alone.") }
        return .named(try words.days(texts))
    }

    func run(_ session: Session) async throws -> ExitCode {
        let report = try await check(session)
        if json { session.output.text(try JSONText.lines(report)) } else { show(report, session) }
        let damage = report.damage
        if repair, !report.findings.isEmpty || others != OtherMirrors() {
            let others = OtherMirrors(places: others.places.map(session.wholePlace), isOffline: others.isOffline)
            let session = json ? session.forProgram(.programWithAnswer) : session
            return try await session.perform(.mend(damage.keys.sorted(), from: others))
        }
        try await remember(damage, session)
        return report.findings.isEmpty ? .fine : .notAllWell
    }

    /// Records the damage for `status` to tell.
    private func remember(_ damage: [Day: String], _ session: Session) async throws {
        let tree = try session.tree()
        if try tree.dayNotes.damaged == damage { return }
        do {
            let claim = try RootClaim(tree)
            try withExtendedLifetime(claim) { try MirrorNotes(tree).change { $0.damaged = damage } }
        } catch RootError.locked {
            _ = try? await DaemonClient(session: session).carryOut(.damaged(damage.keys.sorted()))
        } catch is RootError {
            // Another user's mirror is only read.
            return
        } catch let error as FolderError where error.isNotWritable || error.isDiskFull {
            return
        }
    }

    private func check(_ session: Session) async throws -> Verification.Report {
        let verification = Verification(try session.tree(), session.configuration)
        defer { session.endProgress() }
        return try await verification.run(progress: session.progress())
    }

    private func show(_ report: Verification.Report, _ session: Session) {
        let output = session.output
        for finding in report.findings { output.line(finding.reason) }
        if session.isQuiet { return }
        let damaged = report.damage.count
        let days = Quantity.plural(report.days, "day")
        var checked = days
        if report.favorites > 0 { checked += " and \(Quantity.plural(report.favorites, "favorite"))" }
        if report.findings.isEmpty {
            output.line("All is well: \(checked) checked.")
        } else {
            let what =
                damaged == 0 ? "Not all is well with \(checked)." : "\(Quantity.count(damaged)) of \(days) damaged."
            let advice = " To repair what can be repaired: apod-mirror verify --repair\(session.sameOptions)"
            // A repair that follows at once needs no advice.
            output.line(what + (repair ? "" : advice))
        }
    }
}
