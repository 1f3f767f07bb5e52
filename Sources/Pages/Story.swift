public import Days
internal import Words

/// A day's story with the links that its authors placed in it. It is text and places in it, never markup: whatever a story
/// holds, a page makes nothing of it but words and these links.
public struct Story: Equatable, Sendable {
    public var text: String
    public private(set) var links: [Link]

    public struct Link: Equatable, Sendable {
        /// In UTF-8 bytes of the text.
        public var place: Range<Int>
        public var target: Target

        public init(place: Range<Int>, target: Target) {
            self.place = place
            self.target = target
        }
    }

    public enum Target: Equatable, Sendable {
        /// Of this mirror.
        case day(Day)
        /// NASA's page of a day that this mirror does not have.
        case absent(Day)
        /// Another page of the web, at an address with http or https.
        case web(String)
    }

    /// Links that are in order, within the text and apart from each other are kept, and no others.
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

    /// One piece after the other, with where it leads.
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

    /// For a page at some place: `root` leads from it to the mirror's root.
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

/// Leads to another day: to its story in its month's page, and with the first page's script to the light-box.
struct DayLink {
    var day: Day
    var root: String

    func html(_ text: String) -> HTML {
        let address = "\(root)\(MonthPage.address(of: day.month))#\(day)"
        return #"<a href="\#(address)" data-day="\#(day.description)">\#(text)</a>"#
    }
}
