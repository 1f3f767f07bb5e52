internal import Favorites

/// Facts about `favorites/` that were logged already, so that none is logged twice. Thousands of them, at once or one
/// after the other, are a few lines all the same: each pass names the first and counts the rest, and so does each hour.
struct LoggedOnce<Fact: Hashable> {
    /// The end of a line, such as `7 more entries are no favorites`.
    let more: (Int) -> String
    /// Since when each fact holds and whether it was logged or counted.
    private var facts: [Fact: (since: ContinuousClock.Instant, isDone: Bool)] = [:]
    private var hour: ContinuousClock.Instant?
    private var linesInHour = 0
    private var countedInHour = 0

    /// The most lines in a pass.
    static var most: Int { 20 }
    /// The most lines in an hour.
    static var mostInHour: Int { 40 }
    /// Facts that are named in a line that stands for more.
    private static var named: Int { 3 }

    init(more: @escaping (Int) -> String) {
        self.more = more
    }

    /// Logs facts that have held for two seconds: a shortcut is a file without an address while it is written, and a
    /// link that comes before the one it leads to leads nowhere. Returns how long to wait until more may be logged.
    mutating func log(
        _ found: some Sequence<Fact>, inOrder: (Fact, Fact) -> Bool, at now: ContinuousClock.Instant = .now,
        sentence: (Fact) -> String, write: (String) -> Void
    ) -> Duration? {
        beginHour(at: now, write)
        var next: Duration?
        var ripe: [Fact] = []
        // Only facts that were found now are remembered, so that one that comes back is logged again.
        facts = found.reduce(into: [:]) { facts, fact in
            var state = self.facts[fact] ?? (now, false)
            if !state.isDone {
                let wait = now.duration(to: state.since + Reconciliation.apart)
                state.isDone = wait <= .zero
                if state.isDone { ripe.append(fact) } else { next = min(next ?? wait, wait) }
            }
            facts[fact] = state
        }
        if !ripe.isEmpty { log(ripe.sorted(by: inOrder), sentence, write) }
        return next
    }

    private mutating func log(_ ripe: [Fact], _ sentence: (Fact) -> String, _ write: (String) -> Void) {
        // The hour's last line is for facts that can only be counted.
        if ripe.count <= min(Self.most, Self.mostInHour - 1 - linesInHour) {
            linesInHour += ripe.count
            for fact in ripe { write(sentence(fact)) }
        } else if linesInHour < Self.mostInHour {
            linesInHour += 1
            let first = ripe.prefix(Self.named).map(sentence).joined(separator: " ")
            write("\(first) \(more(ripe.count - Self.named)); apod-mirror status counts them.")
        } else {
            countedInHour += ripe.count
        }
    }

    private mutating func beginHour(at now: ContinuousClock.Instant, _ write: (String) -> Void) {
        if let hour, now < hour + .seconds(3_600) { return }
        if countedInHour > 0 { write("Since then \(more(countedInHour)); apod-mirror status counts them.") }
        (hour, linesInHour, countedInHour) = (now, countedInHour > 0 ? 1 : 0, 0)
    }
}
