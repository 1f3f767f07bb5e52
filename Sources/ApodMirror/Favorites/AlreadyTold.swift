/// What was found in `favorites/` and told already, so that nothing is told twice.
struct AlreadyTold {
    /// Since when a fact holds, and whether it was told.
    private var facts: [String: (since: ContinuousClock.Instant, isTold: Bool)] = [:]

    /// Tells what has stood for two seconds: a shortcut is a file without an address while it is written, and a
    /// link that comes before the one it leads to leads nowhere. Returns when more may be told.
    mutating func tell(_ found: [String], _ log: (String) -> Void) -> Duration? {
        let now = ContinuousClock.now
        // What is put right may go wrong again.
        facts = found.reduce(into: [:]) { $0[$1] = facts[$1] ?? (now, false) }
        var next: Duration?
        for fact in found {
            guard let (since, isTold) = facts[fact], !isTold else { continue }
            let wait = now.duration(to: since + Reconciliation.apart)
            if wait <= .zero {
                log(fact)
                facts[fact] = (since, true)
            } else {
                next = min(next ?? wait, wait)
            }
        }
        return next
    }
}
