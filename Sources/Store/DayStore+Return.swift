package import Days
internal import MirrorTree

extension DayStore {
    /// Brings days back from the vault whose picture or JSON is missing from their months; returns those that came back.
    /// A day that cannot, or a month that is closed or a link, keeps no other from it (``Mending``).
    package func bringBack(_ days: some Collection<Day>) throws -> Set<Day> {
        var left = days.sorted()[...]
        var returned: Set<Day> = []
        while !left.isEmpty {
            let changes = left.prefix(Self.atOnce).compactMap { try? Mending(tree, $0).changeForMissing() }
            left = left.dropFirst(Self.atOnce)
            if changes.isEmpty { continue }
            for case .success(let metadata) in try carryOut(changes) { returned.insert(metadata.date) }
        }
        return returned
    }

    /// The days of one commit, each with some files that are open until it ends.
    private static let atOnce = 64
}
