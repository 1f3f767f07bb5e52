extension OrderDesk {
    func prune() async throws -> ExitCode {
        let pruning = try await looks.prune(isAsked: true)
        let report = PruneReport(pruning: pruning, keep: looks.configuration.keep, options: errand.options)
        if !errand.isQuiet { report.lines.forEach(line) }
        guard let refusal = pruning.refusal else { return .fine }
        say(.complaint("apod-mirror: " + refusal))
        return .notAllWell
    }

    /// Quiet where nothing goes.
    func pruneAfterSync() async -> ExitCode {
        do {
            let pruning = try await looks.prune()
            if let refusal = pruning.refusal { say(.complaint("apod-mirror: " + refusal)) }
            let report = PruneReport(pruning: pruning, keep: looks.configuration.keep)
            if !errand.isQuiet, let sum = report.sum { line(sum) }
            return .fine
        } catch {
            return told(error)
        }
    }
}
