package import Belief
package import Days
internal import Folder

/// `.apod-mirror/days.json`: how often NASA was seen to serve what is stored, and what it came after.
///
/// A day of which nothing is noted has settled where it came more than a week ago, so only days in motion are noted: a
/// mirror at rest has a few dozen of them, a fresh one all until they settle.
package struct DayNotes: Equatable, Sendable {
    static let file: FilePath = "days.json"

    package struct Noted: Equatable, Sendable {
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

    /// Whether a picture is noted as one that has not settled yet. One that is newer than the note came just now.
    package func isNotedProvisional(_ picture: Metadata.Picture, of day: Day) -> Bool {
        days[day]?.picture.map { picture.fetched > $0.asked || !$0.isGuarded(since: amnestyOfPictures) } == true
    }

    package mutating func note(words version: Version, of day: Day) {
        days[day, default: Noted()].words = version.withoutKey
    }

    package mutating func note(picture version: Version, of day: Day) {
        days[day, default: Noted()].picture = version.withoutKey
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
        for (day, noted) in days {
            let (words, picture) = (noted.words?.isQuiet(at: now) == true, noted.picture?.isQuiet(at: now) == true)
            if words { notes.days[day]?.words = nil }
            if picture { notes.days[day]?.picture = nil }
            if notes.days[day] == Noted() { notes.days[day] = nil }
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
        days = try values.decode([Day: Noted].self, forKey: .days)
        amnestyOfWords = try values.decodeIfPresent(Timestamp.self, forKey: .amnestyOfWords)
        amnestyOfPictures = try values.decodeIfPresent(Timestamp.self, forKey: .amnestyOfPictures)
        daysAway = try values.decodeIfPresent(DaysAway.self, forKey: .daysAway) ?? DaysAway()
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(days, forKey: .days)
        try values.encodeIfPresent(amnestyOfWords, forKey: .amnestyOfWords)
        try values.encodeIfPresent(amnestyOfPictures, forKey: .amnestyOfPictures)
        if !daysAway.hosts.isEmpty { try values.encode(daysAway, forKey: .daysAway) }
    }
}

extension DayNotes.Noted: Codable {
    /// One text for a day, `WORDS | PICTURE`, of which either may be empty.
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let parts = try value.decode(String.self).split(separator: "|", omittingEmptySubsequences: false)
        self.init(
            words: parts.first.flatMap { Version(String($0)) }, picture: parts.last.flatMap { Version(String($0)) })
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode("\(words?.description ?? "") | \(picture?.description ?? "")")
    }
}

extension Tree {
    package var dayNotes: DayNotes {
        get throws { try readNote(DayNotes.self, DayNotes.file) ?? DayNotes() }
    }
}
