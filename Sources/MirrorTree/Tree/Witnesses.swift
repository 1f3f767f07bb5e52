/// The witnesses of a picture's SHA-256, beside one another. Two that agree are believed, and heal the others; where no
/// two agree, or two agree against two, nothing may be written. Pure.
package struct Witnesses: Equatable, Sendable {
    package enum Witness: String, CaseIterable, Sendable {
        /// The day's JSON.
        case metadata = "its JSON says"
        /// The month's SHA256SUMS.
        case sums = "SHA256SUMS says"
        /// A favorite's second copy.
        case vault = "its second copy says"
        /// The file itself.
        case file = "its bytes are"
    }

    /// The SHA-256 by the witness that gives it; one that is missing gives none.
    var sums: [Witness: String]

    init(_ sums: [Witness: String]) {
        self.sums = sums
    }

    /// The sum that two or more give; `nil` where as many give another. Those that give another are to be healed.
    package var agreed: String? { Self.belief(in: Array(sums.values)).sum }

    /// The sum that each witness gives, for people.
    var description: [String] {
        Witness.allCases.compactMap { witness in sums[witness].map { "\(witness.rawValue) \($0.prefix(8))…" } }
    }
}

// MARK: - The vote

extension Witnesses {
    /// The outcome of a vote about a sum, by witnesses of which any may be damaged or lie.
    package enum Belief: Equatable, Sendable {
        case sum(String)
        /// No witness says anything.
        case nothing
        /// Too few say the same, or as many say something else.
        case unproved

        package var sum: String? {
            if case .sum(let sum) = self { sum } else { nil }
        }
    }

    /// The sum that enough witnesses say, and more than say any other.
    package static func belief(in sums: [String], _ enough: Int = 2) -> Belief {
        if sums.isEmpty { return .nothing }
        let votes = Dictionary(grouping: sums) { $0 }.mapValues(\.count)
        let most = votes.values.max() ?? 0
        let leading = votes.filter { $0.value == most }
        guard most >= enough, leading.count == 1, let sum = leading.first?.key else { return .unproved }
        return .sum(sum)
    }
}
