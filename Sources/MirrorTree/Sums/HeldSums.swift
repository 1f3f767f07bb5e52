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
            self.picture = picture
            self.record = record
        }
    }

    package private(set) var days: [Day: DaySums] = [:]

    package init() {}

    /// Reads the lines that ``text(of:)`` writes; `nil` where a line is none of them.
    package init?(_ text: [UInt8]) {
        let isWhole = Checksums.forEachLine(of: text) { sum, name in
            guard let day = Day(name.prefix(10)) else { return false }
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
            self.period = period
            self.sum = sum
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
            var sums: [PeriodSum] = []
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                guard let sum = PeriodSum(line) else { return nil }
                let first = sum.period.days.lowerBound
                if let last = sums.last {
                    guard sums.count == 1 || first > last.period.days.lowerBound, period.days.contains(first),
                        period.part(of: first) == sum.period, sum.period.days.overlaps(known)
                    else { return nil }
                } else if sum.period != period {
                    return nil
                }
                sums.append(sum)
            }
            return sums.isEmpty ? nil : sums
        }
    }

    /// The sum of what is held of a period.
    package func sum(of period: Period) -> PeriodSum {
        PeriodSum(period, SHA256.hash(text(of: held(in: period))))
    }

    /// The sums of a period's years, months or days of which anything is held, oldest first.
    package func parts(of period: Period) -> [PeriodSum] {
        var parts: [PeriodSum] = []
        var rest = held(in: period)[...]
        while let first = rest.first, let part = period.part(of: first) {
            let days = rest.prefix { part.days.contains($0) }
            parts.append(PeriodSum(part, SHA256.hash(text(of: Array(days)))))
            rest = rest.dropFirst(days.count)
        }
        return parts
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
        var text: [UInt8] = []
        text.reserveCapacity(held.count * 160)
        for day in held {
            let name = day.description
            for (sum, suffix) in [(self[day].picture, ""), (self[day].record, ".json")] {
                guard let sum else { continue }
                text += sum.utf8
                text += "  ".utf8
                text += name.utf8
                text += suffix.utf8
                text.append(UInt8(ascii: "\n"))
            }
        }
        return text
    }
}
