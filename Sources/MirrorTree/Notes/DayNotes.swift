package import Belief
package import Days
package import Folder
package import JSON

/// `.apod-mirror/days.json`: all that the mirror notes of days beside their JSON. It is read once a pass and written where
/// anything changed.
///
/// A day of whose versions nothing is noted has settled where it came more than a week ago, so only days in motion are
/// noted: a mirror at rest has a few dozen of them, a fresh one all until they settle.
package struct DayNotes: MirrorNote, Sendable {
    package static let name: FilePath = "days.json"

    /// How often NASA was seen to serve what is stored of a day, and what that came after.
    package struct Noted: Equatable, Sendable {
        package var words: Version?
        package var picture: Version?
        package var hasFormer: Bool { words?.former.isEmpty == false || picture?.former.isEmpty == false }
    }

    package var days: [Day: Noted] = [:]
    package var missing = MissingDays()
    package var disputes = Disputes()
    /// The damaged days that the last check could not mend, with a sentence each.
    package var damaged: [Day: String] = [:]
    /// Versions that settled before these moments are provisional again.
    package var amnestyOfWords: Timestamp?
    package var amnestyOfPictures: Timestamp?
    package var daysAway = DaysAway()

    enum CodingKeys: String, CodingKey {
        case days, missing, disputes, damaged
        case amnestyOfWords = "amnesty_of_words"
        case amnestyOfPictures = "amnesty_of_pictures"
        case daysAway = "days_away"
    }

    package init() {}

    package init(reading reader: inout JSONReader) throws(NotJSON) {
        let members = try JSONMembers(CodingKeys.self, of: &reader)
        (days, damaged) = (try members.read(.days), try members.read(.damaged))
        (missing, disputes, daysAway) = try (
            members.decode(.missing), members.decode(.disputes), members.decode(.daysAway)
        )
        amnestyOfWords = try members.readIfAny(.amnestyOfWords)
        amnestyOfPictures = try members.readIfAny(.amnestyOfPictures)
    }

    // MARK: - Versions

    /// The words of a day as they are stored.
    package func words(of stored: Metadata, key: @autoclosure () -> String = "", now: Timestamp) -> Version {
        let (noted, fetched) = (days[stored.date]?.words, stored.mirror.fetched)
        return version(noted, key: key(), fetched: fetched, isUnverified: stored.isUnverified, now: now)
    }

    /// The picture of a day as it is stored.
    package func picture(_ picture: Metadata.Picture, of day: Day, now: Timestamp) -> Version {
        version(
            days[day]?.picture, key: picture.sha256, fetched: picture.fetched,
            isUnverified: picture.isUnverified == true, now: now)
    }

    /// The version as noted. Words or a picture that are newer than the note came another way than by a pass, or by one that
    /// ended before its notes: what it was about to store is provisional, however long that lasts.
    private func version(
        _ noted: Version?, key: String, fetched: Timestamp, isUnverified: Bool, now: Timestamp
    ) -> Version {
        let isUnfinished = noted?.other?.key == key
        guard var version = noted, fetched <= version.asked, !isUnfinished else {
            var version = Version(key: key, unnotedSince: fetched, isUnverified: isUnverified, now: now)
            if isUnfinished { version.settled = nil }
            return version
        }
        version.key = key
        return version
    }

    /// Whether a picture has not settled yet. One that is newer than the note came just now.
    package func isProvisional(_ picture: Metadata.Picture, of day: Day, now: Timestamp) -> Bool {
        let isNewer = days[day]?.picture.map { picture.fetched > $0.asked } ?? false
        return isNewer || !self.picture(picture, of: day, now: now).isGuarded(since: amnestyOfPictures)
    }

    /// Notes that a picture is about to take another's place. A pass that ends before it notes more leaves a picture that
    /// counts as provisional, and that the next one asks about.
    mutating func note(_ new: Metadata.Picture, inPlaceOf former: Metadata.Picture, of day: Day) {
        let now = new.fetched
        note(picture: picture(former, of: day, now: now).givingWay(to: new.sha256, on: now.day), of: day)
    }

    package mutating func note(words version: Version, of day: Day) {
        days[day, default: Noted()].words = version.withoutKey
    }

    package mutating func note(picture version: Version, of day: Day) {
        days[day, default: Noted()].picture = version.withoutKey
    }

    /// Notes that NASA was never asked about the pictures of days, for the next pass to ask. Where that is lost, NASA is asked
    /// when their turn comes.
    package mutating func note(unasked all: Set<Day>) {
        for day in all where !isUnasked(day) { days[day, default: Noted()].picture = .unasked }
    }

    /// Whether NASA was never seen to serve a day's picture.
    package func isUnasked(_ day: Day) -> Bool { days[day]?.picture?.looks.days == 0 }

    package var isAnyUnasked: Bool { days.keys.contains(where: isUnasked) }

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

    /// Forgets versions that say no more than no note.
    package mutating func forgetQuiet(at now: Timestamp) {
        for (day, old) in days where old.words?.isQuiet(at: now) == true || old.picture?.isQuiet(at: now) == true {
            let loud = Noted(words: old.words?.unlessQuiet(at: now), picture: old.picture?.unlessQuiet(at: now))
            days[day] = loud == Noted() ? nil : loud
        }
    }

    // MARK: - All of a day

    /// Notes that the owner keeps what is stored of a day, and declines what is disputed.
    package mutating func keep(_ stored: Metadata, now: Timestamp) {
        let day = stored.date
        if let dispute = disputes.words.removeValue(forKey: day) {
            note(words: words(of: stored, now: now).kept(against: dispute.key, now: now), of: day)
        }
        if let dispute = disputes.pictures.removeValue(forKey: day), let picture = stored.mirror.picture {
            note(picture: self.picture(picture, of: day, now: now).kept(against: dispute.key, now: now), of: day)
        }
    }

    /// Forgets the versions and disputes of days that are gone.
    mutating func forget(where isGone: (Day) -> Bool) {
        days = days.filter { !isGone($0.key) }
        disputes.forget(where: isGone)
    }

    /// Takes over what a pass changed since it read the notes. What others noted meanwhile stays, day by day.
    package mutating func take(_ new: DayNotes, insteadOf former: DayNotes) {
        days.take(new.days, insteadOf: former.days)
        missing.absent.take(new.missing.absent, insteadOf: former.missing.absent)
        missing.notYet.take(new.missing.notYet, insteadOf: former.missing.notYet)
        missing.reasons.take(new.missing.reasons, insteadOf: former.missing.reasons)
        disputes.pictures.take(new.disputes.pictures, insteadOf: former.disputes.pictures)
        disputes.words.take(new.disputes.words, insteadOf: former.disputes.words)
        disputes.refused.take(new.disputes.refused, insteadOf: former.disputes.refused)
        (amnestyOfWords, amnestyOfPictures, daysAway) = (new.amnestyOfWords, new.amnestyOfPictures, new.daysAway)
    }

    /// The damage, in a few sentences at most.
    package static func inWords(damaged: [Day: String]) -> [String] {
        if damaged.count <= 3 { return damaged.sorted { $0.key > $1.key }.map(\.value) }
        return ["\(Quantity.plural(damaged.count, "day")) are damaged: apod-mirror verify names them."]
    }
}

extension Dictionary where Value: Equatable {
    /// Takes over the entries that differ between two others.
    fileprivate mutating func take(_ new: Self, insteadOf former: Self) {
        if new == former { return }
        for (key, value) in new where former[key] != value { self[key] = value }
        for key in former.keys where new[key] == nil { self[key] = nil }
    }
}

extension Version {
    /// The picture of a day that NASA was never asked about: older than whatever is stored, so the day's JSON tells more.
    fileprivate static var unasked: Version {
        let never = Timestamp(seconds: 0)
        return Version(key: "", unnotedSince: never, isUnverified: true, now: never)
    }

    fileprivate func unlessQuiet(at now: Timestamp) -> Version? { isQuiet(at: now) ? nil : self }
}

extension DayNotes.Noted: JSONReadable, Encodable {
    /// One text for a day, `WORDS | PICTURE`, of which either may be empty.
    package init(reading reader: inout JSONReader) throws(NotJSON) {
        let bytes = Array(try reader.text().utf8)
        let bar = bytes.firstIndex(of: UInt8(ascii: "|")) ?? bytes.endIndex
        self.init(words: Version(bytes[..<bar]), picture: Version(bytes[bar...].dropFirst()))
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode("\(words?.description ?? "") | \(picture?.description ?? "")")
    }
}
