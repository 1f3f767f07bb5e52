internal import Archive
package import Days
package import MirrorTree
internal import Settings
internal import Store

extension OrderHandler {
    /// Makes the words of days anew from their records, without the source.
    func reread(_ named: [Day]) async throws -> ExitCode {
        try archive.claim.check()
        var report = RereadReport()
        for day in try await days(named) {
            try Task.checkCancellation()
            let reread = try await passes.between { try await archive.reread(day) }
            report.record(day, reread)
            if let reread, !request.isQuiet { line(report.line(reread)) }
        }
        if !request.isQuiet { line(report.sum(isDryRun: false)) }
        return .fine
    }

    private func days(_ named: [Day]) async throws -> [Day] {
        if !named.isEmpty { return named }
        return try await archive.perform { try $0.store.list() }.days.withMetadata.sorted(by: >)
    }
}

/// The answer to `reread`: a line for each day that is read otherwise, and how many there are.
package struct RereadReport: Sendable {
    private var days = 0
    private var changed = 0

    package init() {}

    package mutating func record(_ day: Day, _ reread: RereadDay?) {
        days += 1
        if reread != nil { changed += 1 }
    }

    package func line(_ reread: RereadDay) -> String {
        "\(reread.former.date) \(reread.metadata.title): \(reread.changes)"
    }

    package func sum(isDryRun: Bool) -> String {
        let what = isDryRun ? "would be read otherwise" : changed == 1 ? "was read anew" : "were read anew"
        return "\(Quantity.count(changed)) of \(Quantity.plural(days, "day")) \(what)."
    }
}
