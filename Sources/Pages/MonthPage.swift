public import Days
internal import Sky

/// A month's page: every picture with its title, date, credit and story, complete without a script.
public struct MonthPage {
    /// `2026-11`
    let month: String
    let days: [GalleryDay]
    /// The days that are missing for a known reason, in any order.
    let missing: [MissingDay]
    /// The months before and after that exist.
    let previous: String?
    let next: String?

    public init(month: String, days: [GalleryDay], missing: [MissingDay] = [], previous: String?, next: String?) {
        self.month = month
        self.days = days
        self.missing = missing
        self.previous = previous
        self.next = next
    }

    /// The Content-Security-Policy of a month's page, which a server sends as a header, too.
    public static var policy: String { GalleryAssets.month.policy }

    private static let root = "../../"

    /// The path of a month's page below the root.
    static func address(of month: String) -> String {
        "\(month.prefix(4))/\(month)/index.html"
    }

    public var bytes: [UInt8] {
        var articles = HTML()
        for day in days.sorted(by: { $0.day > $1.day }) { articles += article(day) }
        let name = Day.monthInWords(month)
        var page = GalleryAssets.head(GalleryAssets.month, title: "\(name) · Astronomy Picture of the Day")
        page += """
            <body>
            <a class="skip" href="#main">Skip to the pictures</a>
            \(turn)
            <header>
            <h1>\(name)</h1>
            <p class="quiet">\(Quantity.plural(days.count, "day")) of NASA’s Astronomy Picture of the Day</p>
            </header>
            <main id="main" tabindex="-1">
            \(articles)\(absence)</main>
            <footer><p>Each picture belongs to those its credit names.</p></footer>
            <script>\(HTML(markup: GalleryAssets.month.script))</script>
            </body>
            </html>

            """
        return page.bytes
    }

    private var turn: HTML {
        """
        <nav class="pages" aria-label="Months">
        \(link(previous, "prev", "← "))
        <a href="\(Self.root)index.html">All years</a>
        \(link(next, "next", "", " →"))
        </nav>
        """
    }

    private func link(_ month: String?, _ rel: String, _ before: String, _ after: String = "") -> HTML {
        guard let month else { return "<span></span>" }
        let address = Self.root + Self.address(of: month)
        return #"<a rel="\#(rel)" href="\#(address)">\#(before)\#(Day.monthInWords(month))\#(after)</a>"#
    }

    private func article(_ day: GalleryDay) -> HTML {
        let credit: HTML? = day.attribution.map { " · <bdi>\($0)</bdi>" }
        let date = day.day.description
        return """
            <article id="\(date)" aria-labelledby="t\(date)">
            \(MonthPicture(day: day, root: Self.root).html)
            <div>
            <h2 id="t\(date)" dir="auto"><a href="#\(date)">\(day.title)</a></h2>
            <p class="when quiet"><time datetime="\(date)">\(day.day.inWords)</time>\(credit)</p>
            <p class="story" dir="auto">\(day.story.html(from: Self.root))</p>
            \(details(day))\(objects(day))\(others("Shown before or again", day.repeats))\(others("Mentioned in", day.mentions))\
            <p class="links">\(links(day))</p>
            </div>
            </article>

            """
    }

    /// The list of missing days with their reasons; `nil` where none is known.
    private var absence: HTML? {
        guard !missing.isEmpty else { return nil }
        var rows = HTML()
        for one in missing.sorted(by: { $0.day > $1.day }) {
            rows += """
                <li id="\(one.day.description)"><time datetime="\(one.day.description)">\(one.day.inWords)</time>: <span dir="auto">\(one.reason)</span></li>

                """
        }
        return """
            <section class="missing quiet" aria-labelledby="missing">
            <h2 id="missing">Not in this mirror</h2>
            <ul>
            \(rows)</ul>
            </section>

            """
    }

    private func details(_ day: GalleryDay) -> HTML? {
        guard case .pending(let waiting) = day.content else { return nil }
        return """
            <details class="quiet"><summary>Why it is not here yet</summary><span dir="auto">\(waiting.reason)</span></details>

            """
    }

    private func objects(_ day: GalleryDay) -> HTML? {
        guard !day.objects.isEmpty else { return nil }
        var links = HTML()
        for object in day.objects {
            links += #"<a href="\#(Self.root)\#(ObjectsPage.address(of: object))">\#(object.name)</a> "#
        }
        return "<p class=\"objects\">\(links)</p>\n"
    }

    private func others(_ what: String, _ days: [Day]) -> HTML? {
        guard !days.isEmpty else { return nil }
        var links = HTML()
        for (place, other) in days.enumerated() {
            links += "\(place == 0 ? "" : ", ")"
            links += DayLink(day: other, root: Self.root).html("\(other.inShort)")
        }
        return "<p class=\"mentions quiet\">\(what): \(links)</p>\n"
    }

    private func links(_ day: GalleryDay) -> HTML {
        var links: HTML = #"<a href="\#(Self.root)index.html#\#(day.day.description)">In the gallery</a>"#
        if let page = day.webPage { links += #" <a href="\#(page)" rel="noreferrer">NASA’s page</a>"# }
        return links
    }
}

/// A day of which the mirror has nothing but the reason: its answer could not be read or was not believed, or a list of
/// NASA's left the day out.
public struct MissingDay: Equatable, Sendable {
    public var day: Day
    /// The reason in one sentence, as `status` tells it.
    public var reason: String

    public init(day: Day, reason: String) {
        self.day = day
        self.reason = reason
    }
}

/// The picture of a day in its month's page: a thumbnail that leads to the file, a player, or a drawn sky.
struct MonthPicture {
    var day: GalleryDay
    /// The relative address from the page to the root.
    var root: String

    /// The width at which `month.css` shows the picture.
    private static let sizes: HTML = "(max-width: 60rem) 92vw, min(45vw, 49rem)"

    var html: HTML {
        let file = day.file.map { RelativeAddress.of("\($0)") } ?? ""
        switch day.content {
        case .video:
            return """
                <div class="pic"><video controls preload="none" src="\(file)"\
                \(.attribute("poster", day.large(from: root))) aria-label="\(day.title)"></video></div>
                """
        case .pending(let waiting):
            return #"<div class="pic"><span class="why">\#(waiting.inWords)</span></div>"#
        case .picture, .page:
            return """
                <a class="pic\(day.isPlayed ? " play" : "")" href="\(file)"\
                \(.attribute("aria-label", image == nil ? day.title : nil))>\(image)</a>
                """
        }
    }

    private var image: HTML? {
        guard let small = day.small(from: root) else { return nil }
        let full = day.picture.map { RelativeAddress.of("\($0.file)") }
        return """
            <img src="\(small)"\(day.choices(from: root, sizes: Self.sizes) { $0 <= 960 || !day.isHeavy }) alt="\(day.alt ?? day.title)" loading="lazy" decoding="async"\
            \(.attribute("data-full", full))>
            """
    }
}
