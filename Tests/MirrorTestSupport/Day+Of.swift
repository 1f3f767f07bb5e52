import Days

extension Day {
    /// The day a test names; a date that is none is the test's own mistake and stops it.
    static func of(_ text: String) -> Day {
        guard let day = Day(text) else { preconditionFailure("'\(text)' is not a date like 2026-11-20") }
        return day
    }
}
