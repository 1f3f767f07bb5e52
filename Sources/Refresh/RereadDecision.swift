internal import Days
internal import MirrorTree

/// The consequence of a day's entry, read again, for the stored day. Pure.
enum RereadDecision: Equatable, Sendable {
    case nothing
    /// Only words changed.
    case words
    /// The entry is the same, but the picture's age is a reason to ask once whether its bytes changed.
    case picture
    /// The entry is the same, but the picture is doubtful: its bytes are fetched without asking whether they changed.
    /// The server's are right, as far as it knows; ours may have suffered on the way.
    case anew
    /// The entry names another picture.
    case replacement

    /// The ages at which a picture is checked again: a day and a week.
    ///
    /// A picture that came when its day was long past waits for that until the rotation reaches its day, and both ages
    /// may be over by then. A mirror that is filled at once would otherwise ask for eleven thousand pictures twice more
    /// on two days; so it asks for 25 a day, and only whether they have changed.
    static let ages = [86_400, 7 * 86_400]

    /// - Parameters:
    ///   - comesRound: the entry is read because the rotation reached it, which is the time to try again for what a
    ///     rendition or a page stands in for, and for the second check of an old day's picture.
    ///   - isOther: the source says that its picture has other bytes than the stored one.
    ///   - isDoubtful: the picture is doubtful, and it is time to ask for it again.
    static func make(
        _ new: Metadata, choice: PictureChoice, stored: Metadata, now: Timestamp, comesRound: Bool,
        isDoubtful: Bool = false, isOther: Bool = false
    ) -> RereadDecision {
        guard let picture = stored.mirror.picture else { return .replacement }
        let isDue =
            hasItsAge(picture, of: stored.date, now, comesRound: comesRound)
            || comesRound && choice.isStandIn(picture) && isRested(picture, now)
        switch (choice, picture.kind) {
        // A placeholder never takes a picture away, nor does an entry that lost its media.
        case (.wait, _), (.page(address: nil, poster: _), .original), (.page(address: nil, poster: _), .rendition):
            break
        case (.page(let address, _), _):
            // The video itself is as good as the page that would open it.
            if address != picture.url || picture.kind == .page && picture.isUnverified == true { return .replacement }
        case (.download, .page):
            if isDue || !choice.names(picture.url) { return .replacement }
        case (.download, _):
            if isOther || !choice.names(picture.url) { return .replacement }
            if isDoubtful { return .anew }
            if picture.isUnverified == true { return .picture }
            if isDue { return .picture }
        }
        return hasOtherWords(new, than: stored) ? .words : .nothing
    }

    /// Whether NASA says anything else of the day, its picture aside.
    static func hasOtherWords(_ new: Metadata, than stored: Metadata) -> Bool {
        words(of: new) != words(of: stored)
    }

    /// Whether the last check is a day old: the rotation's block is read with every pass of its day, and once is enough.
    private static func isRested(_ picture: Metadata.Picture, _ now: Timestamp) -> Bool {
        (picture.checked ?? picture.fetched) + 86_400 <= now
    }

    private static func hasItsAge(
        _ picture: Metadata.Picture, of day: Day, _ now: Timestamp, comesRound: Bool
    ) -> Bool {
        let checked = picture.checked ?? picture.fetched
        if day.distance(to: picture.fetched.day) >= Plan.recent {
            return comesRound && ages.contains { picture.fetched + $0 <= now && checked < picture.fetched + $0 }
        }
        return ages.contains { age in
            let due = picture.fetched + age
            // A check that was missed for long is not made up for, least of all for a whole block of days at once.
            return due <= now && now < due + Plan.recent * 86_400 && checked < due
        }
    }

    /// The parts that come from NASA, without the mirror's notes about them.
    private static func words(of metadata: Metadata) -> Metadata {
        var words = metadata
        words.mirror.picture = nil
        words.mirror.pending = nil
        words.mirror.state = .present
        words.mirror.fetched = Timestamp(seconds: 0)
        words.mirror.source = ""
        words.mirror.record = nil
        return words
    }
}
