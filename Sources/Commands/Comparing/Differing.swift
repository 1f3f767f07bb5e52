internal import Days
internal import MirrorTree
internal import Refresh

extension Peer {
    /// The ranges of days in which both mirrors differ, newest first; `nil` where the other one tells no sums, as one of an
    /// older version or with damage does.
    ///
    /// - Parameters:
    ///   - known: the days that a mirror can have.
    ///   - listing: the names in the other mirror's folder, where it is one.
    func differing(
        from held: HeldSums, in known: ClosedRange<Day>, of listing: Listing
    ) async throws -> [ClosedRange<Day>]? {
        // Words without a record are in no sum.
        guard held.days.values.allSatisfy({ $0.record != nil }) else { return nil }
        switch self {
        case .folder(let tree):
            guard let theirs = try? tree.heldSums(listing) else { return nil }
            let changes = HeldChanges(from: theirs, to: held)
            let years = Dictionary(grouping: changes.new + changes.changed + changes.gone, by: \.year).values
            return years.compactMap { days in days.min().flatMap { first in days.max().map { first...$0 } } }
                .sorted { $0.lowerBound > $1.lowerBound }
        case .server: return try await differing(from: held, in: .all, known)
        }
    }

    /// Goes from years down to days: a request for two mirrors that are equal, and one more for each year and month that is
    /// not.
    private func differing(
        from held: HeldSums, in period: Period, _ known: ClosedRange<Day>
    ) async throws -> [ClosedRange<Day>]? {
        guard let theirs = try await sums(of: period, known), let whole = theirs.first else { return nil }
        if whole == held.sum(of: period) { return [] }
        let parts = Self.differing(held.parts(of: period), Array(theirs.dropFirst()))
        guard let newest = parts.first?.days, let oldest = parts.last?.days else { return [] }
        // The days of a month, and a year of which much differs, are asked for at once.
        if newest.lowerBound == newest.upperBound || (period != .all && parts.count > Self.few) {
            return [(oldest.lowerBound...newest.upperBound).clamped(to: known)]
        }
        var ranges: [ClosedRange<Day>] = []
        for part in parts {
            guard let found = try await differing(from: held, in: part, known) else { return nil }
            ranges += found
        }
        return ranges
    }

    private static let few = 3

    /// The periods whose sums differ, or that only one of both has, newest first. Pure.
    static func differing(_ ours: [HeldSums.PeriodSum], _ theirs: [HeldSums.PeriodSum]) -> [Period] {
        func sums(_ list: [HeldSums.PeriodSum]) -> [Period: String] {
            Dictionary(list.map { ($0.period, $0.sum) }) { first, _ in first }
        }
        let (ours, theirs) = (sums(ours), sums(theirs))
        return Set(ours.keys).union(theirs.keys).filter { ours[$0] != theirs[$0] }
            .sorted { $0.days.lowerBound > $1.days.lowerBound }
    }
}
