package import Days
internal import Hashing

/// The sums of all that a mirror holds, a line for each picture and each record in the form of `sha256sum`, and one sum over
/// those lines. Two mirrors with the same sum have the same days, pictures and words, wherever and in whichever order these
/// came. Pure.
///
/// A picture goes by its day, a record by its day and `.json`: what a file is called besides says nothing of what it is.
package struct HeldSums: Equatable, Sendable {
    /// The SHA-256 of what is held of a day.
    package struct DaySums: Equatable, Sendable {
        /// `nil` where there is no picture or video.
        package var picture: String?
        /// The sum of the day's record as NASA served it; `nil` where there is none.
        package var record: String?

        package init(picture: String? = nil, record: String? = nil) {
            (self.picture, self.record) = (picture, record)
        }
    }

    package private(set) var days: [Day: DaySums] = [:]

    package init() {}

    /// Reads the lines that ``text(of:)`` writes; `nil` where a line is none of them.
    package init?(_ text: [UInt8]) {
        let isWhole = Checksums.forEachLine(of: text) { sum, name in
            guard let day = Day(name.prefix(10)) else { return false }
            let sum = String(decoding: sum, as: UTF8.self)
            switch name.dropFirst(10) {
            case let suffix where suffix.isEmpty: self[day].picture = sum
            case let suffix where suffix.elementsEqual(".json".utf8): self[day].record = sum
            default: return false
            }
            return true
        }
        if !isWhole { return nil }
    }

    package subscript(day: Day) -> DaySums {
        get { days[day] ?? DaySums() }
        set { days[day] = newValue == DaySums() ? nil : newValue }
    }

    /// A sum with the period that it is of.
    package struct PeriodSum: Equatable, Sendable, CustomStringConvertible {
        package var period: Period
        package var sum: String

        package init(_ period: Period, _ sum: String) {
            (self.period, self.sum) = (period, sum)
        }

        package var description: String { "\(sum)  \(period)" }

        /// Reads what ``description`` writes.
        package init?(_ line: some StringProtocol) {
            let bytes = line.utf8
            guard bytes.count > 66, Checksums.isSum(bytes.prefix(64)), line.dropFirst(64).hasPrefix("  "),
                let period = Period(line.dropFirst(66))
            else { return nil }
            self.init(period, String(line.prefix(64)))
        }

        /// Reads what ``HeldSums/list(of:)`` writes; `nil` for anything that is no sum of the period followed by sums of
        /// parts of it, in the order of their days.
        ///
        /// - Parameter known: the days that a mirror can have; every part has some of them.
        package static func list(_ bytes: [UInt8], of period: Period, in known: ClosedRange<Day>) -> [PeriodSum]? {
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            let sums = lines.compactMap { PeriodSum($0) }
            let parts = sums.dropFirst().map { (period: $0.period, first: $0.period.days.lowerBound) }
            guard sums.count == lines.count, sums.first?.period == period,
                parts.allSatisfy({ period.part(of: $0.first) == $0.period && period.days.contains($0.first) }),
                parts.allSatisfy({ $0.period.days.overlaps(known) }),
                zip(parts, parts.dropFirst()).allSatisfy({ $0.first < $1.first })
            else { return nil }
            return sums
        }
    }

    package func sum(of period: Period) -> PeriodSum {
        PeriodSum(period, SHA256.hash(text(of: held(in: period))))
    }

    /// The sums of a period's years, months or days of which anything is held, oldest first.
    package func parts(of period: Period) -> [PeriodSum] {
        Dictionary(grouping: held(in: period)) { period.part(of: $0) }.compactMap { part, days in
            part.map { PeriodSum($0, SHA256.hash(text(of: days))) }
        }.sorted { $0.period.days.lowerBound < $1.period.days.lowerBound }
    }

    /// The name below which a mirror serves ``list(of:)``.
    package static let address = "sums"

    /// The sum of a period and, in further lines, those of its parts, as another mirror asks for them.
    package func list(of period: Period) -> [UInt8] {
        Array(([sum(of: period)] + parts(of: period)).map { "\($0)\n" }.joined().utf8)
    }

    /// The lines that are summed.
    package func text(of period: Period) -> [UInt8] {
        text(of: held(in: period))
    }

    private func held(in period: Period) -> [Day] {
        days.keys.filter { period.days.contains($0) }.sorted()
    }

    private func text(of held: [Day]) -> [UInt8] {
        var text = ""
        for day in held {
            if let sum = self[day].picture { text += "\(sum)  \(day)\n" }
            if let sum = self[day].record { text += "\(sum)  \(day).json\n" }
        }
        return Array(text.utf8)
    }
}
