internal import Days
internal import JSON

/// The candidates of an answer: only of the days that were asked for, few of each, and no more than fit into some
/// megabytes.
struct CandidateList {
    private(set) var candidates: [Candidate] = []
    private let days: ClosedRange<Day>
    private let make: (JSONValue) -> Candidate?
    private var count: [Day: Int] = [:]
    private var bytes = 0
    /// The first that is for another day.
    private var other: Candidate?

    /// NASA has sent two records of one day.
    private static let mostOfDay = 4
    private static let mostBytes = 8_000_000

    init(_ days: ClosedRange<Day>, _ make: @escaping (JSONValue) -> Candidate?) {
        self.days = days
        self.make = make
    }

    /// A record for any other day is not read any further than its date.
    mutating func take(_ records: JSONRecords) {
        for record in records {
            guard let day = record.day else { continue }
            guard days.contains(day) else {
                if other == nil { other = make(record) }
                continue
            }
            guard count[day, default: 0] < Self.mostOfDay, bytes < Self.mostBytes, let candidate = make(record),
                !candidates.contains(candidate)
            else { continue }
            count[day, default: 0] += 1
            bytes += candidate.bytes
            candidates.append(candidate)
        }
    }

    /// What answers a question for a single day: where nothing is for that day, what came instead.
    var answer: [Candidate] { candidates.isEmpty ? [other].compactMap(\.self) : candidates }
}

extension Candidate {
    /// How many bytes its long texts have.
    fileprivate var bytes: Int {
        entry.explanation.utf8.count + (entry.explanationHTML?.utf8.count ?? 0) + head.utf8.count
    }
}
