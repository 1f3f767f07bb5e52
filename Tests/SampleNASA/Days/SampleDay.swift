/// One day as NASA published it: what both APIs are answered from.
///
/// Texts are plain here; each API dresses them in its own way.
public struct SampleDay: Sendable, Hashable {
    /// What the day shows.
    public enum Media: Sendable, Hashable {
        case picture(Picture)
        /// A film on NASA's own server, with the picture shown before it starts.
        case video(Video, poster: Picture)
        /// A film that lives elsewhere; the address may lack its scheme.
        case embedded(address: String)
        /// A picture that was left behind when the pages moved.
        case placeholder
        /// Something without any address.
        case other
    }

    /// Addresses exactly as an archived record gives them.
    public struct Addresses: Sendable, Hashable {
        public var url: String?
        public var hdurl: String?

        public init(url: String?, hdurl: String?) {
            self.url = url
            self.hdurl = hdurl
        }
    }

    /// `YYYY-MM-DD`
    public let date: String
    public var title: String
    public var explanation: String
    /// Phrases of the explanation that are links, and where they lead.
    public var links: [String: String] = [:]
    /// Powers in the explanation, such as 10^12: HTML raises the exponent, and the legacy API runs it together.
    public var powers: [String] = []
    /// At least one record lacks the label "Explanation:".
    public var isLabelled = true
    /// The photographer, or whoever else is thanked.
    public var credit: String
    /// What makes a credit a copyright.
    public var claimsRights: Bool
    /// The legacy API's `copyright`, which holds line breaks now and then.
    public var copyright: String?
    public var alt: String?
    public var media: Media
    /// The legacy API often called a film of NASA's own `other` and gave no address.
    public var hidesFilm = false
    public var addresses: Addresses?
    /// Scheme, host and port of another server that has the day's pictures and film; `nil` where this one has them.
    public var mediaOrigin: String?
    /// The day whose kind, words and painting an invented one has: its own, or that of another.
    var model: CalendarDay

    public init(date: String, title: String, explanation: String, credit: String, claimsRights: Bool, media: Media) {
        self.date = date
        self.title = title
        self.explanation = explanation
        self.credit = credit
        self.claimsRights = claimsRights
        self.media = media
        copyright = claimsRights ? credit : nil
        model = CalendarDay.named(date)
    }

    /// The record names the placeholder, and the page has the picture: recorded of the very first day.
    var isLeftBehind: Bool { date == "1995-06-16" }

    /// The picture, or the film's poster.
    public var picture: Picture? {
        get {
            switch media {
            case .picture(let picture), .video(_, let picture): return picture
            case .embedded, .placeholder, .other: return nil
            }
        }
        set {
            guard let newValue else { return }
            switch media {
            case .video(let video, _): media = .video(video, poster: newValue)
            case .picture, .embedded, .placeholder, .other: media = .picture(newValue)
            }
        }
    }

    var day: CalendarDay { CalendarDay.named(date) }
}
