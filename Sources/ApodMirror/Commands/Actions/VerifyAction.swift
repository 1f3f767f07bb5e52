extension Session {
    /// Compares every picture with its checksum; on request fetches what is damaged, or takes a disputed replacement.
    func verify(repair: Bool, accept: Day?) async throws -> ExitCode {
        if let accept { return try await take(accept) }
        let tree = try Tree.open(configuration.mirror)
        let damaged = try check(tree, tree.listing().days.keys.sorted(by: >))
        guard repair, !damaged.isEmpty else { return damaged.isEmpty ? .fine : .notAllWell }

        let archive = try await openArchive()
        let summary: RefreshSummary
        switch try await refresh(archive, RefreshRequest(damaged: damaged)) {
        case .interrupted: return stopped()
        case .ended(let ended): summary = ended
        }
        let left = try damaged.filter { try tree.check($0) != nil }
        output.line("\(Quantity.count(damaged.count - left.count)) of \(Quantity.count(damaged.count)) repaired.")
        for (day, reason) in summary.pending.sorted(by: { $0.key > $1.key }) { output.line("\(day): \(reason)") }
        if let stopped = summary.stopped { return told(stopped) }
        return left.isEmpty ? .fine : .notAllWell
    }

    private func check(_ tree: Tree, _ days: [Day]) throws -> Set<Day> {
        var damaged: Set<Day> = []
        var checked = 0
        let shows = output.errorTerminal.isTerminal && !isQuiet
        for (number, day) in days.enumerated() {
            if shows, number.isMultiple(of: 16) {
                output.status(
                    ProgressLine(done: number, total: days.count, title: day.description).rendered(
                        width: max(20, output.errorTerminal.columns - 1), unicode: output.errorTerminal.isUnicode))
            }
            checked += 1
            guard let damage = try tree.check(day) else { continue }
            if shows { output.status("") }
            output.line("\(damage)")
            damaged.insert(day)
        }
        if shows { output.status("") }
        if !isQuiet {
            output.line(
                damaged.isEmpty
                    ? "All is well: \(Quantity.plural(checked, "day")) checked."
                    : "\(Quantity.count(damaged.count)) of \(Quantity.plural(checked, "day")) damaged. "
                        + "To fetch them again: apod-mirror verify --repair\(sameOptions)")
        }
        return damaged
    }

    private func take(_ day: Day) async throws -> ExitCode {
        let archive = try await openArchive()
        guard try archive.tree.disputes[day] != nil else { throw NothingDisputed(day: day) }
        let summary: RefreshSummary
        switch try await refresh(archive, RefreshRequest(accepted: [day])) {
        case .interrupted: return stopped()
        case .ended(let ended): summary = ended
        }
        if let stopped = summary.stopped { return told(stopped) }
        if summary.replaced + summary.stored > 0 {
            output.line("\(day) now has NASA's new picture; the former one is in metadata/superseded/.")
            return .fine
        }
        if try archive.tree.disputes[day] == nil {
            output.line("\(day) keeps its picture: NASA shows the stored one again.")
            return .fine
        }
        output.line("\(day): the new picture could not be fetched; try again later.")
        return .notAllWell
    }
}

struct NothingDisputed: Error, Equatable, CustomStringConvertible {
    var day: Day

    var description: String { "\(day) is not disputed; there is nothing to accept." }
}
