extension Session {
    /// Compares every picture with its checksum; on request fetches what is damaged, or takes a disputed replacement.
    func verify(repair: Bool, accept: Day?) async throws -> ExitCode {
        if let accept { return try await perform(.accept(accept)) }
        let tree = try Tree.open(configuration.mirror)
        let damaged = try check(tree, tree.listing().days.keys.sorted(by: >))
        guard repair, !damaged.isEmpty else { return damaged.isEmpty ? .fine : .notAllWell }
        return try await perform(.repair(damaged.sorted()))
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
}
