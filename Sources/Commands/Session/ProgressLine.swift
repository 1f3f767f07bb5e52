internal import Days
internal import Folder
internal import Settings

/// The progress of a pass, as a line of a terminal.
struct ProgressLine: Equatable, Sendable {
    var done: Int
    var total: Int
    var bytes = 0
    /// Bytes per second; `nil` while there is no estimate.
    var rate: Double?
    var left: Duration?
    /// The picture or day finished last, or a pause for NASA.
    var title = ""

    /// The line in at most so many columns.
    ///
    /// `▕██████████░░░░░░▏ 12/31  14 MB  4.1 MB/s  20 s left  Webb's View of M64`. The count stays longest; the
    /// title is the first to go. Only ASCII where the locale is not UTF-8.
    func rendered(width: Int, unicode: Bool = true) -> String {
        let style = unicode ? BarStyle.blocks : .ascii
        let count = "\(Quantity.count(done))/\(Quantity.count(total))"
        var room = width - count.width
        var line = count.padded(to: Quantity.count(total).width * 2 + 1, alignedRight: true)
        let barWidth = min(Self.widestBar, room - 3)
        guard barWidth >= Self.narrowestBar else { return line.truncated(to: width, mark: style.ellipsis) }
        line = style.bar(filled: fraction, width: min(barWidth, max(Self.narrowestBar, width / 6))) + " " + line
        room = width - line.width
        for fact in chosenFacts(room: room) {
            line += "  " + fact
        }
        let shown = style.text(printable(title))
        let forTitle = width - line.width - 2
        if !shown.isEmpty, forTitle >= min(shown.width, Self.narrowestTitle) {
            line += "  " + shown.truncated(to: forTitle, mark: style.ellipsis)
        }
        return line.truncated(to: width, mark: style.ellipsis)
    }

    private static let narrowestBar = 6
    private static let widestBar = 24
    private static let narrowestTitle = 12

    private var fraction: Double {
        total > 0 ? min(1, max(0, Double(done) / Double(total))) : 0
    }

    /// The facts that fit, in the order of the line. The time left matters most, then the rate, then the sum.
    private func chosenFacts(room: Int) -> [String] {
        let facts: [(text: String?, rank: Int)] = [
            (bytes > 0 ? Quantity.bytes(bytes) : nil, 2),
            (rate.map(Quantity.rate), 1),
            (left.map { Quantity.duration($0) + " left" }, 0),
        ]
        var chosen: Set<Int> = []
        var free = room
        for fact in facts.sorted(by: { $0.rank < $1.rank }) {
            guard let text = fact.text else { continue }
            guard text.width + 2 <= free else { break }
            free -= text.width + 2
            chosen.insert(fact.rank)
        }
        return facts.filter { chosen.contains($0.rank) }.compactMap(\.text)
    }
}

private enum BarStyle {
    case blocks, ascii

    var ellipsis: String {
        self == .blocks ? "…" : "..."
    }

    func bar(filled fraction: Double, width: Int) -> String {
        let cells = width - 2
        let full = Int((Double(cells) * fraction).rounded(.down))
        let (left, on, off, right) = self == .blocks ? ("▕", "█", "░", "▏") : ("[", "#", ".", "]")
        return left + String(repeating: on, count: full) + String(repeating: off, count: cells - full) + right
    }

    func text(_ text: String) -> String {
        self == .blocks ? text : String(text.map { $0.isASCII ? $0 : "?" })
    }
}

// MARK: - A line for work over days

extension Session {
    /// Draws how far work over days is, as often as an eye follows; nothing where nobody watches.
    func progress() -> @Sendable (_ done: Int, _ total: Int, _ last: Day) -> Void {
        guard output.errorTerminal.isTerminal && !isQuiet else { return { _, _, _ in } }
        let next = Monitor(ContinuousClock.now)
        return { [output] done, total, day in
            let isDue = next.withLock { next in
                guard next <= .now else { return false }
                next = .now + .milliseconds(100)
                return true
            }
            guard isDue else { return }
            output.status(
                ProgressLine(done: done, total: total, title: day.description).rendered(
                    width: max(20, output.errorTerminal.columns - 1), unicode: output.errorTerminal.isUnicode))
        }
    }

    func endProgress() {
        if output.errorTerminal.isTerminal && !isQuiet { output.status("") }
    }
}
