package import Days

/// Troubles of days: NASA has them, and the mirror lacks, disbelieves or disputes them. Folders that cannot be used are among
/// the troubles, too.
///
/// A trouble is told once. It is known again by its day and kind; where more than three days share the reason, by the reason; and
/// where a host is away, by the host.
package struct DayTroubles: Codable, Equatable, Sendable {
    package enum Kind: String, Codable, CodingKeyRepresentable, CaseIterable, Sendable {
        /// The picture or the whole day has not come.
        case missing
        /// The day is stored, and its last answer is not believed.
        case disbelieved
        /// The new picture or words are held back.
        case disputed
        /// A folder of a year or month cannot be used. Its reason is a sentence, and it has no days.
        case closed
    }

    private var days: [Kind: [String: [Day]]] = [:]

    /// The most days that share a reason and are told one by one.
    private static let handful = 3

    package init() {}

    package init(from decoder: any Decoder) throws {
        days = try decoder.singleValueContainer().decode([Kind: [String: [Day]]].self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(days)
    }

    package var isEmpty: Bool { days.isEmpty }

    /// Adds days of one kind, each with its reason.
    package mutating func add(_ reasons: [Day: String], as kind: Kind) {
        for (day, reason) in reasons.sorted(by: { $0.key < $1.key }) {
            days[kind, default: [:]][reason, default: []].append(day)
        }
    }

    package mutating func add(closed sentences: [String]) {
        for sentence in sentences { days[.closed, default: [:]][sentence] = [] }
    }

    /// The folders that cannot be used, a sentence each.
    package var closed: [String] { days[.closed].map { Array($0.keys) } ?? [] }

    /// Removes days that are as NASA has them by now.
    package mutating func remove(_ solved: Set<Day>) {
        for kind in Kind.allCases where kind != .closed {
            days[kind] = days[kind]?.mapValues { $0.filter { !solved.contains($0) } }.filter { !$0.value.isEmpty }
            if days[kind]?.isEmpty == true { days[kind] = nil }
        }
    }

    package mutating func merge(_ others: DayTroubles) {
        days.merge(others.days) { $0.merging($1) { Set($0 + $1).sorted() } }
    }

    package func all(_ kind: Kind) -> Set<Day> { Set((days[kind] ?? [:]).values.joined()) }

    /// Whether a day is missing for this reason.
    func waitsWith(_ reason: String) -> Bool { days[.missing]?[reason] != nil }

    /// The troubles that were not known.
    ///
    /// - Parameters:
    ///   - former: the troubles that were known.
    ///   - expected: the reasons that days wait with since a host is away, and that host was known to be so.
    func news(after former: DayTroubles, exceptMissing expected: Set<String>) -> DayTroubles {
        var news = DayTroubles()
        for (kind, groups) in days {
            let before = former.days[kind] ?? [:]
            let named = former.all(kind)
            for (reason, days) in groups {
                if kind == .missing, expected.contains(reason) { continue }
                if days.count > Self.handful, before[reason]?.count ?? 0 > Self.handful { continue }
                let new = days.filter { !named.contains($0) }
                if new.isEmpty, !days.isEmpty || before[reason] != nil { continue }
                news.days[kind, default: [:]][reason] = new
            }
        }
        return news
    }

    /// `Not as NASA has it: 3 days missing, 1 disputed.`; `nil` where no day is in trouble.
    package var sentence: String? {
        let facts = [(Kind.missing, "missing"), (.disbelieved, "not believed"), (.disputed, "disputed")].compactMap {
            kind, word in
            let count = all(kind).count
            return count == 0 ? nil : "\(Quantity.plural(count, "day")) \(word)"
        }
        return facts.isEmpty ? nil : "Not as NASA has it: \(facts.joined(separator: ", "))."
    }
}
