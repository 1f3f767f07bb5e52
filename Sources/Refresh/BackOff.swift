/// The wait before a failed day is tried again: longer each time, never in step with other mirrors.
struct BackOff: Sendable {
    static let first = 15 * 60
    static let longest = 24 * 3_600

    /// - Parameter chance: 0 ..< 1, spreads the wait by a fifth to either side.
    static func seconds(afterAttempts attempts: Int, chance: Double) -> Int {
        let doubled = attempts >= 7 ? longest : min(longest, first << max(0, attempts - 1))
        return Int(Double(doubled) * (0.8 + 0.4 * chance))
    }
}
