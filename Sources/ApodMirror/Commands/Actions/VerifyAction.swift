internal import Days
internal import Folder
internal import Words

/// Compares everything with what it is meant to be; on request mends what is damaged, or takes a disputed replacement.
struct VerifyAction: Action {
    var repair: Bool
    var accept: Day?
    var json: Bool

    func run(_ call: Call) async throws -> ExitCode {
        let session = try call.session()
        if let accept { return try await session.perform(.accept(accept)) }
        return try await session.verify(repair: repair, json: json)
    }
}

extension Session {
    fileprivate func verify(repair: Bool, json: Bool) async throws -> ExitCode {
        let report = try await check()
        if json { output.text(try JSONText.lines(report)) } else { tell(report) }
        if report.findings.isEmpty || !repair { return report.findings.isEmpty ? .fine : .notAllWell }
        return try await perform(.repair(report.damaged.sorted()))
    }

    private func check() async throws -> Verification.Report {
        let verification = Verification(try Tree.open(configuration.mirror), configuration)
        guard output.errorTerminal.isTerminal && !isQuiet else { return try await verification.run { _, _, _ in } }
        defer { output.status("") }
        let shown = Monitor(ContinuousClock.now)
        return try await verification.run { [output] done, total, day in
            // As often as an eye follows.
            let isDue = shown.withLock { shown in
                guard shown <= .now else { return false }
                shown = .now + .milliseconds(100)
                return true
            }
            guard isDue else { return }
            output.status(
                ProgressLine(done: done, total: total, title: day.description).rendered(
                    width: max(20, output.errorTerminal.columns - 1), unicode: output.errorTerminal.isUnicode))
        }
    }

    private func tell(_ report: Verification.Report) {
        for finding in report.findings { output.line(finding.reason) }
        if isQuiet { return }
        let damaged = report.damaged.count
        let days = Quantity.plural(report.days, "day")
        var checked = days
        if report.favorites > 0 { checked += " and \(Quantity.plural(report.favorites, "favorite"))" }
        if report.findings.isEmpty {
            output.line("All is well: \(checked) checked.")
        } else {
            let what =
                damaged == 0 ? "Not all is well with \(checked)." : "\(Quantity.count(damaged)) of \(days) damaged."
            output.line("\(what) To mend what can be mended: apod-mirror verify --repair\(sameOptions)")
        }
    }
}
