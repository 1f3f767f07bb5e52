internal import Days
internal import JSON

/// The candidates of an answer: only of the days that were asked for, few of each, and within some megabytes.
struct CandidateList {
    private(set) var candidates: [Candidate] = []
    private let days: ClosedRange<Day>
    private let make: (JSONValue) -> Candidate?
    private var count: [Day: Int] = [:]
    private var bytes = 0
    /// The first candidate of another day.
    private var other: Candidate?

    /// The limit of candidates of one day; NASA has sent two.
    private static let mostOfDay = 4
    private static let mostBytes = 8_000_000

    init(_ days: ClosedRange<Day>, _ make: @escaping (JSONValue) -> Candidate?) {
        self.days = days
        self.make = make
    }

    /// Takes the records of the days asked for. Of other days only the first is read beyond its date.
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

    /// The answer to a question for one day: its candidates, else the one of another day that came instead.
    var answer: [Candidate] { candidates.isEmpty ? [other].compactMap(\.self) : candidates }
}

extension Candidate {
    /// The size of its long texts in bytes.
    fileprivate var bytes: Int {
        entry.explanation.utf8.count + (entry.explanationHTML?.utf8.count ?? 0) + head.utf8.count
    }
}
