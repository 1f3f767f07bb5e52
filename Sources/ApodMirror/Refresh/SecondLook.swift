/// What a day's entry, read again, means for what is stored. Pure.
enum SecondLook: Equatable, Sendable {
    case nothing
    /// Only words changed.
    case words
    /// The entry is the same, but the picture's age says to ask once whether it still is.
    case picture
    /// The entry names another picture.
    case replacement

    /// A picture is looked at again after a day and after a week.
    static let ages = [86_400, 7 * 86_400]

    static func make(_ new: Metadata, choice: PictureChoice, stored: Metadata, now: Timestamp) -> SecondLook {
        guard let picture = stored.mirror.picture else { return .replacement }
        switch (choice, picture.kind) {
        // A placeholder never takes a picture away, nor does an entry that lost its media.
        case (.wait, _), (.page(address: nil, poster: _), .original), (.page(address: nil, poster: _), .rendition):
            break
        case (.page(let address, _), .page):
            if address != picture.url { return .replacement }
        case (.page, _), (.download, .page):
            return .replacement
        case (.download, _):
            if !choice.names(picture.url) { return .replacement }
            if isDue(picture, now) { return .picture }
        }
        return words(of: new) == words(of: stored) ? .nothing : .words
    }

    private static func isDue(_ picture: Metadata.Picture, _ now: Timestamp) -> Bool {
        let checked = picture.checked ?? picture.fetched
        return ages.contains { age in
            let due = picture.fetched + age
            return due <= now && checked < due
        }
    }

    /// Everything that comes from NASA, without what we noted about it.
    private static func words(of metadata: Metadata) -> Metadata {
        var words = metadata
        words.mirror.picture = nil
        words.mirror.pending = nil
        words.mirror.state = .present
        words.mirror.fetched = Timestamp(seconds: 0)
        words.mirror.source = ""
        return words
    }
}
