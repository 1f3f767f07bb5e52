public import Days
internal import Words

/// A day's story with the links that its authors placed in it. It is text with positions, never markup, so a page makes
/// only text and these links of any story.
public struct Story: Equatable, Sendable {
    public var text: String
    public private(set) var links: [Link]

    public struct Link: Equatable, Sendable {
        /// The link's words, in UTF-8 bytes of the text.
        public var place: Range<Int>
        public var target: Target

        public init(place: Range<Int>, target: Target) {
            self.place = place
            self.target = target
        }
    }

    public enum Target: Equatable, Sendable {
        /// A day of this mirror.
        case day(Day)
        /// NASA's page of a day that this mirror does not have.
        case absent(Day)
        /// Another page of the web, at an address with http or https.
        case web(String)
    }

    /// Keeps only links that are in order, within the text and apart from each other.
    public init(_ text: String, links: [Link] = []) {
        self.text = text
        self.links = []
        var end = 0
        for link in links where link.place.lowerBound >= end && !link.place.isEmpty {
            guard link.place.upperBound <= text.utf8.count else { continue }
            end = link.place.upperBound
            self.links.append(link)
        }
    }

    /// The story in successive pieces, each with the target of its link.
    public var pieces: [(text: String, target: Target?)] {
        var pieces: [(text: String, target: Target?)] = []
        let bytes = text.utf8
        var position = 0
        func words(upTo end: Int) -> String {
            let start = bytes.index(bytes.startIndex, offsetBy: position)
            defer { position = end }
            return String(decoding: bytes[start...].prefix(end - position), as: UTF8.self)
        }
        for link in links {
            if link.place.lowerBound > position { pieces.append((words(upTo: link.place.lowerBound), nil)) }
            pieces.append((words(upTo: link.place.upperBound), link.target))
        }
        if position < bytes.count { pieces.append((words(upTo: bytes.count), nil)) }
        return pieces
    }

    /// The story as markup for a page from which `root` leads to the mirror's root.
    func html(from root: String) -> HTML {
        var html = HTML()
        for (text, target) in pieces {
            switch target {
            case nil: html += "\(text)"
            case .day(let day): html += DayLink(day: day, root: root).html(text)
            case .absent(let day):
                html += """
                    <a class="out" href="\(Self.page(of: day))" rel="noopener noreferrer" \
                    title="NASA’s page: this mirror does not have \(day.inWords)">\(text)</a>
                    """
            case .web(let address):
                html += #"<a class="out" href="\#(address)" rel="noopener noreferrer">\#(text)</a>"#
            }
        }
        return html
    }

    /// NASA's page of any day.
    public static func page(of day: Day) -> String {
        "https://science.nasa.gov/apod/\(day.sixDigits)"
    }
}

/// A link to another day: to its story in its month's page, and with the first page's script to the light-box.
struct DayLink {
    var day: Day
    var root: String

    func html(_ text: String) -> HTML {
        let address = "\(root)\(MonthPage.address(of: day.month))#\(day)"
        return #"<a href="\#(address)" data-day="\#(day.description)">\#(text)</a>"#
    }
}
