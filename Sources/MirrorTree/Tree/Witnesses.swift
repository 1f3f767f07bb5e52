/// The witnesses of a picture's SHA-256, beside one another. Two that agree are believed, and heal the others; where no
/// two agree, or two agree against two, nothing may be written. Pure.
package struct Witnesses: Equatable, Sendable {
    package enum Witness: String, CaseIterable, Sendable {
        /// The day's JSON.
        case metadata
        /// The month's SHA256SUMS.
        case sums
        /// A favorite's second copy.
        case vault
        /// The file itself.
        case file
    }

    /// The SHA-256 by the witness that gives it; one that is missing gives none.
    package var sums: [Witness: String]

    package init(_ sums: [Witness: String]) {
        self.sums = sums
    }

    package enum Verdict: Equatable, Sendable {
        /// All say the same.
        case agreed
        /// Two or more agree on the sum; the others are to be healed.
        case outvoted(Set<Witness>, sum: String)
        /// No sum has more witnesses than every other.
        case undecided
    }

    package var verdict: Verdict {
        let votes = Dictionary(grouping: sums.keys) { sums[$0] ?? "" }
        if votes.count < 2 { return .agreed }
        let most = votes.values.map(\.count).max() ?? 0
        let leading = votes.filter { $0.value.count == most }
        guard most > 1, leading.count == 1, let sum = leading.first?.key else { return .undecided }
        return .outvoted(Set(sums.keys.filter { sums[$0] != sum }), sum: sum)
    }
}

extension Witnesses {
    /// The sum that each witness gives, for people.
    package var description: [String] {
        Witness.allCases.compactMap { witness in sums[witness].map { "\(witness.words) \($0.prefix(8))…" } }
    }
}

extension Witnesses.Witness {
    fileprivate var words: String {
        switch self {
        case .metadata: "its JSON says"
        case .sums: "SHA256SUMS says"
        case .vault: "its second copy says"
        case .file: "its bytes are"
        }
    }
}
