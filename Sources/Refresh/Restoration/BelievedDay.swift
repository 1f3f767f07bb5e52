internal import MirrorTree

/// The sums that are believed of a day's files, by witnesses of which any may be damaged or lie. Pure.
///
/// The day's own JSON is believed as long as its own sum is right. Of what it does not say enough other witnesses have to
/// say the same, and no other sum may have as many.
struct BelievedDay: Equatable {
    enum Belief: Equatable {
        case sum(String)
        /// No witness says anything.
        case nothing
        /// Too few say the same, or as many say something else.
        case unproved

        var sum: String? {
            if case .sum(let sum) = self { sum } else { nil }
        }
    }

    let picture: Belief
    let record: Belief

    /// - Parameters:
    ///   - own: what the day's own JSON says, where that is what the mirror wrote.
    ///   - enough: how many of the others have to say the same.
    init(own: HeldSums.DaySums?, others: [HeldSums.DaySums], enough: Int) {
        // The picture of a day that waits for one is not known to its JSON; which record its words are from is.
        picture = own?.picture.map { .sum($0) } ?? Self.belief(others.compactMap(\.picture), enough)
        if let own {
            record = own.record.map { .sum($0) } ?? .nothing
        } else {
            record = Self.belief(others.compactMap(\.record), enough)
        }
    }

    private static func belief(_ sums: [String], _ enough: Int) -> Belief {
        if sums.isEmpty { return .nothing }
        let votes = Dictionary(grouping: sums) { $0 }.mapValues(\.count)
        let most = votes.values.max() ?? 0
        let leading = votes.filter { $0.value == most }
        guard most >= enough, leading.count == 1, let sum = leading.first?.key else { return .unproved }
        return .sum(sum)
    }
}
