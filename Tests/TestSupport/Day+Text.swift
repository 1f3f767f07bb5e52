package import Days

/// The day of a date such as `2026-11-20`, which a test names.
package func day(_ text: String) throws -> Day {
    guard let day = Day(text) else { throw NoDay(text: text) }
    return day
}

private struct NoDay: Error {
    var text: String
}
