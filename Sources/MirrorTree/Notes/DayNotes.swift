package import Belief
package import Days
internal import Folder

/// `.apod-mirror/days.json`: how often NASA was seen to serve what is stored, and what it came after.
///
/// A day of which nothing is noted has settled where it came more than a week ago, so only days in motion are noted: a
/// mirror at rest has a few dozen of them, a fresh one all until they settle.
package struct DayNotes: Equatable, Sendable {
    static let file: FilePath = "days.json"

    package struct Noted: Codable, Equatable, Sendable {
        package var words: Version?
        package var picture: Version?
    }

    package var days: [Day: Noted] = [:]
    /// Versions that settled before these moments are provisional again.
    package var amnestyOfWords: Timestamp?
    package var amnestyOfPictures: Timestamp?
    package var daysAway = DaysAway()

    package init() {}

    /// The words of a day as they are stored.
    package func words(of stored: Metadata, key: @autoclosure () -> String = "", now: Timestamp) -> Version {
        let fetched = stored.mirror.fetched
        guard var version = days[stored.date]?.words, fetched <= version.asked else {
            // Words that are newer than the note came another way than by a pass.
            return Version(key: key(), unnotedSince: fetched, isUnverified: stored.isUnverified, now: now)
        }
        version.key = key()
        return version
    }

    /// The picture of a day as it is stored.
    package func picture(_ picture: Metadata.Picture, of day: Day, now: Timestamp) -> Version {
        guard var version = days[day]?.picture, picture.fetched <= version.asked else {
            return Version(
                key: picture.sha256, unnotedSince: picture.fetched, isUnverified: picture.isUnverified == true, now: now
            )
        }
        version.key = picture.sha256
        return version
    }

    package mutating func note(words version: Version, of day: Day) {
        days[day, default: Noted()].words = version
    }

    package mutating func note(picture version: Version, of day: Day) {
        days[day, default: Noted()].picture = version
    }

    /// Notes that the owner keeps what is stored of a day, and declines what is disputed.
    mutating func keep(_ stored: Metadata, against disputes: Disputes, now: Timestamp) {
        let day = stored.date
        if let dispute = disputes.aboutWords(day) {
            note(words: words(of: stored, now: now).kept(against: dispute.key, now: now), of: day)
        }
        if let dispute = disputes[day], let picture = stored.mirror.picture {
            note(picture: self.picture(picture, of: day, now: now).kept(against: dispute.key, now: now), of: day)
        }
    }

    /// Whether the owner declined something that NASA says of a day.
    package func hasDeclined(_ day: Day) -> Bool {
        [days[day]?.words, days[day]?.picture].contains { $0?.hasDeclined == true }
    }

    /// Whether the words or the picture are provisional; a day of which nothing is noted tells by its JSON.
    package func isNotedProvisional(_ day: Day) -> Bool {
        guard let noted = days[day] else { return false }
        return noted.words.map { !$0.isGuarded(since: amnestyOfWords) } == true
            || noted.picture.map { !$0.isGuarded(since: amnestyOfPictures) } == true
    }

    /// The notes without what says no more than no note.
    func loud(at now: Timestamp) -> DayNotes {
        var notes = self
        notes.days = days.compactMapValues { noted in
            var noted = noted
            if noted.words?.isQuiet(at: now) == true { noted.words = nil }
            if noted.picture?.isQuiet(at: now) == true { noted.picture = nil }
            return noted.words == nil && noted.picture == nil ? nil : noted
        }
        return notes
    }
}

extension DayNotes: Codable {
    enum CodingKeys: String, CodingKey {
        case days
        case amnestyOfWords = "amnesty_of_words"
        case amnestyOfPictures = "amnesty_of_pictures"
        case daysAway = "days_away"
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let days = try values.decode([String: Noted].self, forKey: .days)
        self.days = Dictionary(days.compactMap { text, noted in Day(text).map { ($0, noted) } }) { $1 }
        amnestyOfWords = try values.decodeIfPresent(Timestamp.self, forKey: .amnestyOfWords)
        amnestyOfPictures = try values.decodeIfPresent(Timestamp.self, forKey: .amnestyOfPictures)
        daysAway = try values.decodeIfPresent(DaysAway.self, forKey: .daysAway) ?? DaysAway()
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(
            Dictionary(days.map { ($0.description, $1) }) { $1 }, forKey: .days)
        try values.encodeIfPresent(amnestyOfWords, forKey: .amnestyOfWords)
        try values.encodeIfPresent(amnestyOfPictures, forKey: .amnestyOfPictures)
        if !daysAway.hosts.isEmpty { try values.encode(daysAway, forKey: .daysAway) }
    }
}

extension Tree {
    package var dayNotes: DayNotes {
        get throws { try readNote(DayNotes.self, DayNotes.file) ?? DayNotes() }
    }
}
