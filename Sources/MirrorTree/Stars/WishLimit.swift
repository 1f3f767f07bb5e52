/// The wishes of the last minute, by the clients that sent them.
package struct WishLimit<Client> {
    /// The oldest first.
    private var visits: [(time: ContinuousClock.Instant, client: Client)] = []

    package init() {}

    /// Counts a wish; returns the seconds after which it may come again, uncounted, where it is one too many.
    ///
    /// - Parameter bounds: Each is the most wishes in a minute of all the clients that it counts.
    package mutating func wait(
        for client: Client, at now: ContinuousClock.Instant, within bounds: [(most: Int, counts: (Client) -> Bool)]
    ) -> Int? {
        visits.removeAll { now >= $0.time + .seconds(60) }
        for (most, counts) in bounds {
            let counted = visits.filter { counts($0.client) }
            guard counted.count >= most, let first = counted.first else { continue }
            return Int(now.duration(to: first.time + .seconds(60)).components.seconds) + 1
        }
        visits.append((now, client))
        return nil
    }
}
