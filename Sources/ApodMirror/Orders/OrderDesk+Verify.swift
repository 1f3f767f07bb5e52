extension OrderDesk {
    /// Fetches days whose files were found damaged.
    func repair(_ damaged: Set<Day>) async throws -> ExitCode {
        let summary = try await shown { try await passes.fetch(.damaged(damaged)) }
        let left = try damaged.filter { try archive.tree.check($0) != nil }
        line("\(Quantity.count(damaged.count - left.count)) of \(Quantity.count(damaged.count)) repaired.")
        for (day, reason) in summary.pending.sorted(by: { $0.key > $1.key }) { line("\(day): \(reason)") }
        if let stopped = summary.stopped { return told(stopped) }
        return left.isEmpty ? .fine : .notAllWell
    }

    /// Takes the new picture of a disputed day.
    func accept(_ day: Day) async throws -> ExitCode {
        guard try archive.tree.disputes[day] != nil else { throw NothingDisputed(day: day) }
        let summary = try await shown { try await passes.fetch(.replacements(of: [day])) }
        if let stopped = summary.stopped { return told(stopped) }
        if summary.replaced + summary.stored > 0 {
            line("\(day) now has NASA's new picture; the former one is in metadata/superseded/.")
            return .fine
        }
        if try archive.tree.disputes[day] == nil {
            line("\(day) keeps its picture: NASA shows the stored one again.")
            return .fine
        }
        line("\(day): the new picture could not be fetched; try again later.")
        return .notAllWell
    }
}

struct NothingDisputed: Error, Equatable, CustomStringConvertible {
    var day: Day

    var description: String { "\(day) is not disputed; there is nothing to accept." }
}
