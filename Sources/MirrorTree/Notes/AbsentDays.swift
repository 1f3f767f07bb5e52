package import Days
package import Folder

/// `.apod-mirror/absent.json`: days without an entry, so that they are not asked for again and again.
///
/// None of it is final: absent days come round with the rotation, the others are asked for once a day.
package struct AbsentDays: Codable, Equatable, Sendable {
    package static let file = Tree.own.appending("absent.json")

    /// Old days for which the source itself said that it has nothing, with the day it said so.
    package var absent: [String: Day] = [:]
    /// Days that may still be published or filled in, with the day they were last asked for.
    package var notYet: [String: Day] = [:]
    /// Days that a list of the source's leaves out, with the reason. They are missing.
    package var leftOut: [String: String] = [:]
    /// Days for which no answer came that could be read or believed, with the reason. They are missing.
    package var refused: [String: String] = [:]

    /// The number of days for which a missing entry means *not yet*: NASA has filled in entries weeks later.
    static let patience = 60

    enum CodingKeys: String, CodingKey {
        case absent
        case notYet = "not_yet"
        case leftOut = "left_out"
        case refused
    }

    package init() {}

    /// A file of an older version knows nothing of days that were left out or refused.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        absent = try values.decode([String: Day].self, forKey: .absent)
        notYet = try values.decode([String: Day].self, forKey: .notYet)
        leftOut = try values.decodeIfPresent([String: String].self, forKey: .leftOut) ?? [:]
        refused = try values.decodeIfPresent([String: String].self, forKey: .refused) ?? [:]
    }

    package func isAbsent(_ day: Day) -> Bool {
        absent[day.description] != nil
    }

    /// Whether NASA has said that it has nothing for the day, for now or for good.
    package func isKnown(_ day: Day) -> Bool {
        isAbsent(day) || notYet[day.description] != nil
    }

    /// Whether the day was asked for today already and had nothing.
    package func wasAsked(_ day: Day, on today: Day) -> Bool {
        notYet[day.description].map { $0 >= today } ?? false
    }

    mutating func record(_ day: Day, confirmed: Bool, today: Day) {
        forget(day)
        if confirmed, day.distance(to: today) > Self.patience {
            absent[day.description] = today
        } else {
            notYet[day.description] = today
        }
    }

    /// Records only that a list leaves the day out: what the source said of it before may be no longer so.
    mutating func record(leftOut day: Day, reason: String) {
        forget(day)
        leftOut[day.description] = reason
    }

    /// Records why an answer about the day was refused. What the source said of it before stays.
    mutating func record(refused day: Day, reason: String) {
        refused[day.description] = reason
    }

    /// The reason why a day is missing, if one is known.
    package func reason(toMiss day: Day) -> String? {
        refused[day.description] ?? leftOut[day.description]
    }

    /// Forgets what is recorded of a day, which may have an entry after all.
    mutating func forget(_ day: Day) {
        absent[day.description] = nil
        notYet[day.description] = nil
        leftOut[day.description] = nil
        refused[day.description] = nil
    }
}

extension Tree {
    package var absentDays: AbsentDays {
        get throws { try readNote(AbsentDays.self, AbsentDays.file.name) ?? AbsentDays() }
    }
}
