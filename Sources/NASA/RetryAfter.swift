internal import Days
internal import Words

/// The wait that a server asks for.
public enum RetryAfter {
    /// The wait in seconds when the server gives none that can be read.
    static let unsaid = 15 * 60
    /// NASA's gateway has asked for sixteen hours where an hour was meant.
    public static let longest = 6 * 3_600

    /// The header's seconds or date, between a second and ``longest``; `now` in seconds since 1970.
    public static func seconds(_ header: String?, now: Int) -> Int {
        guard let header = header?.trimmingSpace, !header.isEmpty else { return unsaid }
        if header.utf8.allSatisfy(\.isASCIIDigit) {
            return min(max(Int(header) ?? longest, 1), longest)
        }
        guard let date = HTTPDate.unixTime(header) else { return unsaid }
        let (wait, overflow) = date.subtractingReportingOverflow(now)
        return overflow ? longest : min(max(wait, 1), longest)
    }
}
