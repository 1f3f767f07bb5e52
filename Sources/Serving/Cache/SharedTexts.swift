internal import Days

/// The cache of texts that clients have asked for. A text that is being sent to any client is found again, however many
/// there are, so no client's answer is a copy of another's. Besides, the latest texts are held, up to `mostBytes`.
struct SharedTexts {
    enum Key: Hashable, Sendable {
        case day(Day, withThumbnails: Bool, withRecord: Bool)
        case feed(FeedForm)
        case metalink(Day)
        case poster(Day)
        case held(Period)
        /// The first page, with the token of the stars.
        case starred
    }

    private struct CachedText {
        weak var text: AddressedText?
        /// The listing of the mirror for which the text was last found to be right.
        var revision: Int
        /// The fingerprint of what the text was made of; `nil` where only making the text again would tell a change.
        var state: String?
    }

    private var known: [Key: CachedText] = [:]
    private var latest: [AddressedText] = []
    private var latestBytes = 0

    /// The most bytes held: as much as the entries of ten years.
    private static let mostBytes = 16 << 20

    /// The text, if it is known to be right for this listing.
    func text(_ key: Key, revision: Int) -> AddressedText? {
        known[key].flatMap { $0.revision == revision ? $0.text : nil }
    }

    /// The text that was made of the same state of the mirror, and so is right for this listing, too.
    mutating func text(_ key: Key, state: String, revision: Int) -> AddressedText? {
        guard let former = known[key], former.state == state, let text = former.text else { return nil }
        known[key]?.revision = revision
        return text
    }

    /// Adds a text that was just made; returns the former one where that says the same.
    mutating func share(_ text: AddressedText, as key: Key, revision: Int, state: String?) -> AddressedText {
        let isOfSame = { (former: AddressedText) in
            former.source.map { $0.isSame(as: text.source?.status) } ?? (text.source == nil)
        }
        if let former = known[key]?.text, former.tag == text.tag, former.type == text.type, isOfSame(former) {
            known[key] = CachedText(text: former, revision: revision, state: state)
            return former
        }
        if latestBytes + text.bytes > Self.mostBytes {
            (latest, latestBytes) = ([], 0)
            known = known.filter { $0.value.text != nil }
        }
        latest.append(text)
        latestBytes += text.bytes
        known[key] = CachedText(text: text, revision: revision, state: state)
        return text
    }
}
