internal import Days

/// A command line that makes no sense: what is wrong with it and the one line that helps.
package struct UsageError: ExitCoded, Equatable {
    package let sentence: String
    package let hint: String

    package init(sentence: String, hint: String) {
        self.sentence = sentence
        self.hint = hint
    }

    package var exitCode: ExitCode { .usage }
}

extension UsageError: CustomStringConvertible {
    /// Two lines, safe for a terminal.
    package var description: String {
        printable(sentence) + "\n" + printable(hint)
    }
}

/// The known word that was probably meant: at most two slips away (one in a short word), or the only one that begins
/// like it.
package func nearest(to word: String, in known: [String]) -> String? {
    let written = Array(word.lowercased())
    let allowed = written.count <= 4 ? 1 : 2
    let close = known.map { (word: $0, slips: slips(from: written, to: Array($0))) }.min { $0.slips < $1.slips }
    if let close, close.slips <= allowed { return close.word }
    let longer = known.filter { written.count >= 3 && $0.hasPrefix(String(written)) }
    return longer.count == 1 ? longer.first : nil
}

/// The edit distance: letters to add, drop, change or swap with their neighbour.
private func slips(from source: [Character], to target: [Character]) -> Int {
    var before: [Int] = []
    var previous = Array(0...target.count)
    for (row, letter) in source.enumerated() {
        var current = [row + 1]
        for (column, other) in target.enumerated() {
            var least = min(previous[column + 1], current[column]) + 1
            least = min(least, previous[column] + (letter == other ? 0 : 1))
            if row > 0, column > 0, letter == target[column - 1], source[row - 1] == other {
                least = min(least, before[column - 1] + 1)
            }
            current.append(least)
        }
        (before, previous) = (previous, current)
    }
    return previous[target.count]
}
