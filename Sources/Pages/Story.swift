public import Days
public import Markup

/// A day's story with the links, exponents and indices that its authors placed in it. It is text with positions, never
/// markup, so a page makes only text, these links and raised or lowered text of any story.
public struct Story: Equatable, Sendable {
    public var text: String
    public private(set) var links: [Link]
    public private(set) var scripts: [Fragment.PlacedScript]

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

    /// Keeps only places that are in order, within the text and apart from each other.
    public init(_ text: String, links: [Link] = [], scripts: [Fragment.PlacedScript] = []) {
        self.text = text
        let length = text.utf8.count
        self.links = Self.apart(links, within: length, \.place)
        self.scripts = Self.apart(scripts, within: length, \.place)
    }

    private static func apart<Part>(
        _ parts: [Part], within length: Int, _ place: (Part) -> Range<Int>
    ) -> [Part] {
        var end = 0
        return parts.filter { part in
            let place = place(part)
            guard place.lowerBound >= end, !place.isEmpty, place.upperBound <= length else { return false }
            end = place.upperBound
            return true
        }
    }

    /// Text of one look within a link, or outside of one.
    public struct Run: Equatable, Sendable {
        /// The text as it is read, with the sign that stands for an exponent.
        public var text: String
        public var script: Script?

        /// The run as markup, in which an element says what the sign does.
        fileprivate var html: HTML {
            guard let script else { return "\(text)" }
            let shown = script.withoutSign(text)
            // The sign stands alone where a link begins behind it.
            if shown.isEmpty { return "" }
            let (start, end) = ("<\(script.element)>", "</\(script.element)>")
            return "\(HTML(stringLiteral: start))\(shown)\(HTML(stringLiteral: end))"
        }
    }

    /// The story in successive pieces, each in its runs and with the target of its link.
    public var pieces: [(runs: [Run], target: Target?)] {
        var pieces: [(runs: [Run], target: Target?)] = []
        var position = 0
        for link in links {
            if link.place.lowerBound > position { pieces.append((runs(in: position..<link.place.lowerBound), nil)) }
            pieces.append((runs(in: link.place), link.target))
            position = link.place.upperBound
        }
        let end = text.utf8.count
        if position < end { pieces.append((runs(in: position..<end), nil)) }
        return pieces
    }

    private func runs(in place: Range<Int>) -> [Run] {
        var runs: [Run] = []
        let bytes = text.utf8
        var position = place.lowerBound
        func add(upTo end: Int, _ script: Script?) {
            guard end > position else { return }
            let words = bytes.dropFirst(position).prefix(end - position)
            runs.append(Run(text: String(decoding: words, as: UTF8.self), script: script))
            position = end
        }
        for script in scripts where script.place.overlaps(place) {
            add(upTo: max(position, script.place.lowerBound), nil)
            add(upTo: min(place.upperBound, script.place.upperBound), script.script)
        }
        add(upTo: place.upperBound, nil)
        return runs
    }

    /// The story as markup for a page from which `root` leads to the mirror's root.
    func html(from root: String) -> HTML {
        var html = HTML()
        for (runs, target) in pieces {
            let text = runs.reduce(into: HTML()) { $0 += $1.html }
            switch target {
            case nil: html += text
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

    func html(_ text: HTML) -> HTML {
        let address = "\(root)\(MonthPage.address(of: day.month))#\(day)"
        return #"<a href="\#(address)" data-day="\#(day.description)">\#(text)</a>"#
    }
}
