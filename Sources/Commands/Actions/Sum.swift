internal import Days
internal import Folder
internal import MirrorTree
internal import Service
internal import Settings

/// Prints the sum of what the mirror holds of a period, or the sums of its parts.
struct Sum: SessionAction {
    var period = Period.all
    var list = false
    var json = false
}

extension Sum {
    static let row = Command(
        name: "sum", arguments: .optionalPeriod, options: [.list, .sinceLast, .note, .json],
        help: "one SHA-256 of all days, pictures and words",
        details: """
            Two mirrors with the same sum hold the same days, pictures and words. It is that of a line for each picture \
            and each record, by day, as the SHA256SUMS of the months have them; no picture is read, which is what verify \
            is for. --note keeps these lines in .apod-mirror/noted-sums and prints the sum, to be written down: a file that \
            still has that sum proves what --since-last tells, where verify finds no damage. The exit code is 1 where days \
            changed or went since.
            """,
        action: { words throws(UsageError) in
            let way = try words.onlyOne(of: [.list, .sinceLast, .note])
            if way == .note {
                if words.has(.json) { throw words.error("sum --note takes no --json.") }
                guard words.arguments.isEmpty else { throw words.error("sum --note notes all days; name none.") }
                return Perform(.noteSums)
            }
            let (period, json) = (try words.period(), words.has(.json))
            if way == .sinceLast { return SumChanges(period: period, json: json) }
            return Sum(period: period, list: way == .list, json: json)
        })

    func run(_ session: Session) async throws -> ExitCode {
        let tree = try session.tree()
        let held = try await session.sumsAtRest(of: tree)
        let days = held.days.filter { period.days.contains($0.key) }.values
        guard !days.isEmpty else {
            let what = period == .all ? "nothing" : "nothing of \(period)"
            session.output.complain("apod-mirror: \(session.place) holds \(what), so there is no sum.")
            return .notAllWell
        }
        if json {
            let answer = SumAnswer(
                period: "\(period)", sum: held.sum(of: period).sum, pictures: days.count { $0.picture != nil },
                records: days.count { $0.record != nil }, parts: held.parts(of: period).map(SumAnswer.Part.init))
            session.output.text(try JSONText.lines(answer))
        } else if list {
            let parts = held.parts(of: period)
            session.output.lines((parts.isEmpty ? [held.sum(of: period)] : parts).map(\.description))
        } else {
            session.output.line(held.sum(of: period).sum)
        }
        // A picture whose words have no sum is of a version that kept no records.
        let without = days.count { $0.record == nil }
        if without > 0 {
            session.output.complain(
                "\(Quantity.plural(without, "day")) of these have no record yet, and count by their pictures alone; "
                    + "syncs bring records, 25 a day.")
        }
        return .fine
    }
}

/// Tells what has changed in a period since the sums were noted.
struct SumChanges: SessionAction {
    var period = Period.all
    var json = false

    func run(_ session: Session) async throws -> ExitCode {
        let tree = try session.tree()
        guard let noted = try tree.notedSums else {
            session.output.complain(
                "apod-mirror: No sums are noted in \(session.place). "
                    + "To note them: apod-mirror sum --note\(session.sameOptions)")
            return .notAllWell
        }
        let changes = HeldChanges(from: noted.held, to: try await session.sumsAtRest(of: tree), in: period)
        let sum = noted.held.sum(of: .all).sum
        if json {
            let answer = ChangesAnswer(
                noted: noted.noted, sum: sum, new: changes.new, changed: changes.changed, gone: changes.gone)
            session.output.text(try JSONText.lines(answer))
        } else {
            let all = [(changes.new, "new"), (changes.changed, "changed"), (changes.gone, "gone")]
            let lines = all.flatMap { days, word in days.map { (day: $0, text: "\($0)  \(word)") } }
            session.output.lines(lines.sorted { $0.day < $1.day }.map(\.text))
            session.output.line("Since \(LocalTime.system.text(noted.noted)): \(changes.counts).")
            session.output.line("What was noted then has the sum \(sum).")
        }
        return changes.changed.isEmpty && changes.gone.isEmpty ? .fine : .notAllWell
    }
}

extension Session {
    /// The sums of the mirror while nobody changes it: between two steps of a commit a file and its sum do not
    /// belong together. A sync that goes on and on is not waited for.
    fileprivate func sumsAtRest(of tree: Tree) async throws -> HeldSums {
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
