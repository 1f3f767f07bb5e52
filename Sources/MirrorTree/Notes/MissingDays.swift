package import Days

/// Days without an entry, so that they are not asked for again and again.
///
/// No note is final: absent days come round with the rotation, the others are asked for once a day.
package struct MissingDays: Codable, Equatable, Sendable {
    /// Old days for which the source itself said that it has nothing, with the day it said so.
    package var absent: [Day: Day] = [:]
    /// Days that may still be published or filled in, with the day they were last asked for.
    package var notYet: [Day: Day] = [:]
    /// Why days are missing that a list of the source's left out, or of which no answer could be read or believed.
    package var reasons: [Day: String] = [:]

    /// The number of days for which a missing entry means *not yet*: NASA has filled in entries weeks later.
    static let patience = 60

    enum CodingKeys: String, CodingKey {
        case absent, reasons
        case notYet = "not_yet"
    }

    package init() {}

    package func isAbsent(_ day: Day) -> Bool { absent[day] != nil }

    /// Whether NASA has said that it has nothing for the day, for now or for good.
    package func isKnown(_ day: Day) -> Bool { isAbsent(day) || notYet[day] != nil }

    /// Whether the day was asked for today already and had nothing.
    package func wasAsked(_ day: Day, on today: Day) -> Bool { notYet[day].map { $0 >= today } ?? false }

    package mutating func record(_ day: Day, confirmed: Bool, today: Day) {
        forget(day)
        if confirmed, day.distance(to: today) > Self.patience {
            absent[day] = today
        } else {
            notYet[day] = today
        }
    }

    /// Forgets what is recorded of a day, which may have an entry after all.
    package mutating func forget(_ day: Day) {
        absent[day] = nil
        notYet[day] = nil
        reasons[day] = nil
    }
}
