package import Belief
package import Days

/// What NASA says of stored days and is held back. Replacements and corrections that look like an accident wait for the
/// owner's word; answers that are refused as a whole only for better ones.
package struct Disputes: Codable, Equatable, Sendable {
    package var pictures: [Day: Dispute]
    /// The disputes about a day's title, story and credit. Their addresses are empty, and their sums are those of the words.
    package var words: [Day: Dispute]
    /// The days whose last answer is for another day or otherwise not to be believed, with the reason. Nothing of such an
    /// answer can be taken.
    package var refused: [Day: String]

    package init(pictures: [Day: Dispute] = [:], words: [Day: Dispute] = [:], refused: [Day: String] = [:]) {
        (self.pictures, self.words, self.refused) = (pictures, words, refused)
    }

    package var reasons: [Day: String] {
        pictures.mapValues(\.reason).merging(words.mapValues(\.reason)) { "\($0), and \($1)" }
    }

    package func isDisputed(_ day: Day) -> Bool { pictures[day] != nil || words[day] != nil }

    /// The days of which anything is held back.
    package var allDays: Set<Day> { Set(pictures.keys).union(words.keys).union(refused.keys) }

    package mutating func merge(_ others: Disputes) {
        pictures.merge(others.pictures) { $1 }
        words.merge(others.words) { $1 }
        refused.merge(others.refused) { $1 }
    }

    mutating func forget(where isGone: (Day) -> Bool) {
        pictures = pictures.filter { !isGone($0.key) }
        words = words.filter { !isGone($0.key) }
        refused = refused.filter { !isGone($0.key) }
    }
}
