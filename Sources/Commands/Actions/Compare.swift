internal import Comparing
internal import Days
internal import Folder
internal import MirrorTree
internal import NASA
internal import Settings
internal import Transfer
internal import Words

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

extension Session {
    /// Tells which days differ from another mirror, without transferring pictures.
    ///
    /// - Parameter name: A URL or a folder.
    func compare(with name: String, json: Bool) async throws -> ExitCode {
        let tree = try Tree.open(configuration.mirror)
        let other = try otherMirror(name)
        let listing = try tree.listing()
        var comparison = Comparison()
        // Mirrors are compared year by year, newest first, to keep answers and memory small.
        let years = Dictionary(grouping: Day.first...max(Day.first, today()), by: \.year).values
        for days in years.sorted(by: { $0[0] > $1[0] }) {
            let range = days[0]...days[days.count - 1]
            // The other mirror answers while this is read.
            async let answer = other.days(in: range)
            let here = try tree.compared(in: range, of: listing)
            let there = try await answer
            for day in Set(here.keys).union(there.keys).sorted(by: >) {
                if here[day]?.isPresent == true || there[day]?.isPresent == true { comparison.compared += 1 }
                guard let difference = DayDifference(here: here[day], there: there[day]) else { continue }
                comparison.days.append(Comparison.DifferentDay(date: day, difference: difference))
                if !json { output.line("\(day)  \(difference.rawValue)") }
            }
        }
        if json { output.text(try JSONText.lines(comparison)) } else { output.line(comparison.sum) }
        return comparison.days.isEmpty ? .fine : .notAllWell
    }

    private func otherMirror(_ name: String) throws -> OtherMirror {
        guard name.hasPrefix("http://") || name.hasPrefix("https://") else {
            let paths = AbsolutePath(home: process.home, directory: process.workingDirectory)
            let tree = try Tree.open((try? paths.reading(name)) ?? name)
            return .folder(tree, try tree.listing())
        }
        var base = name
        while base.hasSuffix("/") { base.removeLast() }
        // An address without a path, as a browser opens it, gets the API's.
        if base.split(separator: "/").count == 2 { base += APIPaths.shown }
        return .server(base, Transfer(userAgent: Version.userAgent, limits: Transfer.Limits()))
    }
}
