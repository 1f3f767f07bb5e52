internal import Days

/// `.apod-mirror/absent.json`: days without an entry, so that they are not asked for again and again.
///
/// None of it is final: absent days come round with the rotation, the others are asked for once a day.
struct AbsentDays: Codable, Equatable, Sendable {
    /// Old days for which the source itself said that it has nothing, with the day it said so.
    var absent: [String: Day] = [:]
    /// Days that may still be published or filled in, with the day they were last asked for.
    var notYet: [String: Day] = [:]

    /// Days of which a missing entry means *not yet*: filled in weeks later has happened.
    static let patience = 60

    enum CodingKeys: String, CodingKey {
        case absent
        case notYet = "not_yet"
    }

    func isAbsent(_ day: Day) -> Bool {
        absent[day.description] != nil
    }

    /// Whether NASA has said that it has nothing for the day, for now or for good.
    func isKnown(_ day: Day) -> Bool {
        isAbsent(day) || notYet[day.description] != nil
    }

    /// Whether the day was asked for today already and had nothing.
    func wasAsked(_ day: Day, on today: Day) -> Bool {
        notYet[day.description].map { $0 >= today } ?? false
    }

    mutating func note(_ day: Day, confirmed: Bool, today: Day) {
        forget(day)
        if confirmed, day.distance(to: today) > Self.patience {
            absent[day.description] = today
        } else {
            notYet[day.description] = today
        }
    }

    /// The day has an entry after all.
    mutating func forget(_ day: Day) {
        absent[day.description] = nil
        notYet[day.description] = nil
    }
}
