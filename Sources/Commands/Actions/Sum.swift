internal import Days
internal import Folder
internal import MirrorTree
internal import Service
internal import Settings

/// The sum of a period, as `--json` prints it.
private struct SumAnswer: Encodable {
    struct Part: Encodable {
        var period: String
        var sum: String

        init(_ sum: HeldSums.PeriodSum) {
            (period, self.sum) = ("\(sum.period)", sum.sum)
        }
    }

    var period: String
    var sum: String
    var pictures: Int
    var records: Int
    var parts: [Part]
}

/// The days that changed since sums were noted, as `--json` prints them.
private struct ChangesAnswer: Encodable {
    var noted: Timestamp
    var sum: String
    var new: [Day]
    var changed: [Day]
    var gone: [Day]
}

extension Session {
    /// Prints the sum of what the mirror holds of a period, or the sums of its parts.
    func sum(of period: Period, list: Bool, json: Bool) async throws -> ExitCode {
        let tree = try Tree.open(configuration.mirror)
        let held = try await sumsAtRest(of: tree)
        let days = held.days.filter { period.days.contains($0.key) }.values
        guard !days.isEmpty else {
            let what = period == .all ? "nothing" : "nothing of \(period)"
            output.complain("apod-mirror: \(shown(configuration.mirror)) holds \(what), so there is no sum.")
            return .notAllWell
        }
        if json {
            let answer = SumAnswer(
                period: "\(period)", sum: held.sum(of: period).sum, pictures: days.count { $0.picture != nil },
                records: days.count { $0.record != nil }, parts: held.parts(of: period).map(SumAnswer.Part.init))
            output.text(try JSONText.lines(answer))
        } else if list {
            let parts = held.parts(of: period)
            output.lines((parts.isEmpty ? [held.sum(of: period)] : parts).map(\.description))
        } else {
            output.line(held.sum(of: period).sum)
        }
        // A picture whose words have no sum is of a version that kept no records.
        let without = days.count { $0.record == nil }
        if without > 0 {
            output.complain(
                "\(Quantity.plural(without, "day")) of these have no record yet, and count by their pictures alone; "
                    + "syncs bring records, 25 a day.")
        }
        return .fine
    }

    /// Tells what has changed in a period since the sums were noted.
    func sumChanges(in period: Period, json: Bool) async throws -> ExitCode {
        let tree = try Tree.open(configuration.mirror)
        guard let noted = try tree.notedSums else {
            output.complain(
                "apod-mirror: No sums are noted in \(shown(configuration.mirror)). "
                    + "To note them: apod-mirror sum --note\(sameOptions)")
            return .notAllWell
        }
        let changes = HeldChanges(from: noted.held, to: try await sumsAtRest(of: tree), in: period)
        let sum = noted.held.sum(of: .all).sum
        if json {
            let answer = ChangesAnswer(
                noted: noted.noted, sum: sum, new: changes.new, changed: changes.changed, gone: changes.gone)
            output.text(try JSONText.lines(answer))
        } else {
            let all = [(changes.new, "new"), (changes.changed, "changed"), (changes.gone, "gone")]
            let lines = all.flatMap { days, word in days.map { (day: $0, text: "\($0)  \(word)") } }
            output.lines(lines.sorted { $0.day < $1.day }.map(\.text))
            output.line("Since \(LocalTime.system.text(noted.noted)): \(changes.counts).")
            output.line("What was noted then has the sum \(sum).")
        }
        return changes.changed.isEmpty && changes.gone.isEmpty ? .fine : .notAllWell
    }

    /// The sums of the mirror while nobody changes it: between two steps of a commit a file and its sum do not
    /// belong together. A sync that goes on and on is not waited for.
    private func sumsAtRest(of tree: Tree) async throws -> HeldSums {
        for _ in 0..<Self.mostLooks {
            let listing = try tree.listing()
            let isAtRest = try !tree.isTaken || listing.months.allSatisfy { listing.stamps[$0] != nil }
            if isAtRest {
                let held = try? tree.heldSums(listing)
                if let held, try !tree.isTaken || tree.listing(after: listing).stamps == listing.stamps { return held }
                if try !tree.isTaken { break }
            }
            try await Pause().wait(for: .milliseconds(250))
        }
        return try tree.heldSums(tree.listing())
    }

    private static let mostLooks = 16
}
