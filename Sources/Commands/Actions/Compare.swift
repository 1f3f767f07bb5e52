internal import Days
internal import MirrorTree
internal import Refresh
internal import Service
internal import Settings

/// Tells which days differ from another mirror, without transferring pictures.
struct Compare: SessionAction {
    /// A URL or a folder.
    var other: String
    var json = false

    static let row = Command(
        name: "compare", arguments: .mirror, options: [.json], help: "tells which days differ from another mirror",
        details: """
            The other is a folder, or what apod-mirror serve answers at an address. A day is missing there, missing \
            here, has other bytes or other words; only sums and words travel. Two mirrors that disagree have found a \
            picture that NASA replaced, or damage: apod-mirror verify on both tells which. The exit code is 1 where \
            anything differs.
            """,
        action: { Compare(other: $0.arguments[0], json: $0.has(.json)) })

    func run(_ session: Session) async throws -> ExitCode {
        let tree = try session.tree()
        let mirror = try Peer(session.wholePlace(other))
        let theirs = if case .folder(let tree) = mirror { try tree.listing() } else { Listing() }
        let listing = try tree.listing()
        let ranges = try await differing(mirror, theirs, try? tree.heldSums(listing), session)
        let isAsked = { (day: Day) in ranges.contains { $0.lowerBound <= day && day <= $0.upperBound } }
        var comparison = Comparison()
        comparison.compared = listing.presentDays.count { !isAsked($0) }
        for range in ranges {
            // The other mirror answers while this is read.
            async let answer = mirror.days(in: range, of: theirs)
            let here = try tree.compared(in: range, of: listing)
            let there = try await answer
            for day in Set(here.keys).union(there.keys).sorted(by: >) {
                if here[day]?.isPresent == true || there[day]?.isPresent == true { comparison.compared += 1 }
                guard let difference = DayDifference(here: here[day], there: there[day]) else { continue }
                comparison.days.append(Comparison.DifferentDay(date: day, difference: difference))
                if !json { session.output.line("\(day)  \(difference.rawValue)") }
            }
        }
        if json { session.output.text(try JSONText.lines(comparison)) } else { session.output.line(comparison.sum) }
        return comparison.days.isEmpty ? .fine : .notAllWell
    }

    /// The days in which the mirrors' sums differ; all where one of them tells no sums. Days are asked for year by year at
    /// most, newest first, to keep answers and memory small.
    private func differing(
        _ mirror: Peer, _ listing: Listing, _ held: HeldSums?, _ session: Session
    ) async throws -> [ClosedRange<Day>] {
        let known = Day.first...max(Day.first, session.today())
        if let held, let ranges = try await mirror.differing(from: held, in: known, of: listing) { return ranges }
        let years = Dictionary(grouping: known, by: \.year).values
        return years.map { $0[0]...$0[$0.count - 1] }.sorted { $0.lowerBound > $1.lowerBound }
    }
}

/// The result of a comparison, as `--json` prints it.
private struct Comparison: Encodable {
    struct DifferentDay: Encodable {
        var date: Day
        var difference: DayDifference
    }

    var compared = 0
    var days: [DifferentDay] = []

    var sum: String {
        let counts = DayDifference.allCases.compactMap { kind in
            let count = days.count { $0.difference == kind }
            return count == 0 ? nil : "\(Quantity.count(count)) \(kind.rawValue)"
        }
        let all = "\(Quantity.plural(compared, "day")) compared"
        return counts.isEmpty ? "\(all): no difference." : "\(all): \(counts.joined(separator: ", "))."
    }
}
