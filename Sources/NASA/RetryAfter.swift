internal import Days

/// The wait that a server asks for.
public enum RetryAfter {
    /// The wait in seconds when the server gives none that can be read.
    static let unsaid = 15 * 60
    /// NASA's gateway has asked for sixteen hours where an hour was meant.
    public static let longest = 6 * 3_600

    /// The header's seconds or date, between a second and ``longest``; `now` in seconds since 1970.
    public static func seconds(_ header: String?, now: Int) -> Int {
        header.flatMap { HTTPDate.wait($0, now: now) }.map { min(max($0, 1), longest) } ?? unsaid
    }
}
