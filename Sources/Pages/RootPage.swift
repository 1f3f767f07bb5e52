internal import Days
internal import Folder
internal import JSON
internal import Sky

/// The first page of the gallery: the newest picture, this week, this day in other years, all years. Its script adds
/// favorites (``FavoritesScript``).
public struct RootPage {
    let overview: GalleryOverview

    public init(_ overview: GalleryOverview) {
        self.overview = overview
    }

    /// The Content-Security-Policy of the first page, which a server sends as a header, too.
    public static var policy: String { GalleryAssets.root.policy }

    /// The policy of the first page where stars are taken: its script may send them to the server that the page is of.
    public static var starredPolicy: String { "\(policy); connect-src 'self'" }

    /// The page as a server sends it that takes stars: with that policy, and a token for its script. `nil` for a page that
    /// another version has made.
    public static func starred(_ page: [UInt8], token: String) -> [UInt8]? {
        let former = GalleryAssets.meta(policy: policy).bytes
        guard let start = Array(page.prefix(Self.mostHead)).offset(of: former) else { return nil }
        var meta = GalleryAssets.meta(policy: starredPolicy)
        meta += "<meta name=\"star\" content=\"\(token)\">\n"
        var starred = page
        starred.replaceSubrange(start..<start + former.count, with: meta.bytes)
        return starred
    }

    /// The bytes within which a page's head begins.
    private static let mostHead = 4_096

    public var bytes: [UInt8] {
        var page = GalleryAssets.head(GalleryAssets.root, title: "Astronomy Picture of the Day")
        page += """
            <body>
            <a class="skip" href="#main">Skip to the pictures</a>
            \(bar)
            <p class="notice" role="status" hidden></p>
            <main id="main" tabindex="-1">
            \(firstScreen)
            \(week)\(onThisDay)\(years)\(found)
            </main>
            \(footer)
            \(GalleryAssets.shell)
            <script type="application/json" id="about">\(HTML(markup: about))</script>
            <script>\(HTML(markup: GalleryAssets.root.script))</script>
            </body>
            </html>

            """
        return page.bytes
    }

    /// The day that fills the window: the newest with something to show.
    var shown: GalleryDay? {
        overview.newest.first { !$0.isPending }
    }

    private var week: HTML? {
        let others = overview.newest.filter { $0.day != shown?.day }
        return section("week", "This week", others.map { DayCard(day: $0, date: $0.day.inItsWeek) })
    }

    private var onThisDay: HTML? {
        guard let newest = overview.newest.first?.day else { return nil }
        let cards = overview.onThisDay.map { DayCard(day: $0, date: $0.day.year) }
        return section(
            "anniversaries", "On this day", cards, #"<span class="quiet">\#(newest.inItsYear) in other years</span>"#)
    }

    private func section(_ name: String, _ title: String, _ cards: [DayCard], _ more: HTML? = nil) -> HTML? {
        guard !cards.isEmpty else { return nil }
        var list = HTML()
        for card in cards { list += card.html }
        return """
            <section\(.attribute("class", name == "week" ? name : nil)) aria-labelledby="\(name)">
            <div class="head"><h2 id="\(name)">\(title)</h2>\(more)</div>
            <ul class="cards strip">
            \(list)</ul>
            </section>

            """
    }

    private var footer: HTML {
        let count = overview.years.reduce(0) { $0 + $1.count }
        let first = overview.years.last?.year ?? ""
        return """
            <footer>
            <p>\(Quantity.plural(count, "day")) of NASA’s Astronomy Picture of the Day\
            \(first.isEmpty ? "" : " since \(first)"), kept by apod-mirror. \
            Each picture belongs to those its credit names. \
            \(lists)\
            <button class="link help js" type="button" hidden>Keys and addresses</button></p>
            </footer>
            """
    }

    private var lists: HTML {
        var links = HTML()
        for page in ListPage.allCases { links += "\(page.link). " }
        return links
    }

    /// The data that the script has from the start.
    private var about: [UInt8] {
        var json = JSONPiece()
        json.object { json in
            overview.write(to: &json)
            // The further names of objects that have several, for the search.
            json.object("names") { json in
                for object in SkyObject.withSeveralNames {
                    json.exactly(object.name, object.names.dropFirst().joined(separator: " "))
                }
            }
        }
        return json.bytes
    }
}

// MARK: - Years

extension RootPage {
    /// A card for each year that opens into its months; the newest is open.
    var years: HTML? {
        guard !overview.years.isEmpty else { return nil }
        var list = HTML()
        for (place, year) in overview.years.enumerated() { list += html(year, isOpen: place == 0) }
        return """
            <section class="years" aria-labelledby="years">
            <div class="head"><h2 id="years">All years</h2></div>
            <ul>
            \(list)</ul>
            </section>

            """
    }

    private func html(_ year: GalleryOverview.Year, isOpen: Bool) -> HTML {
        var months = HTML()
        for month in year.months {
            let name = Day.monthInWords(month.name).prefix { $0 != " " }
            // A drag takes the picture and not the link, for which Firefox would make file managers move the month's
            // page.
            months += """
                <li><a href="\(year.year)/\(month.name)/index.html" draggable="false">\(cover(month.cover))<b>\(String(name))</b>\
                <i>\(Quantity.plural(month.count, "day"))</i></a></li>

                """
        }
        return """
            <li><details\(isOpen ? " open" : "")><summary>\(cover(year.months.compactMap(\.cover).first))\
            <b>\(year.year)</b><i>\(Quantity.plural(year.count, "day"))</i></summary>
            <ul class="months">
            \(months)</ul></details></li>

            """
    }

    private func cover(_ path: String?) -> HTML {
        let image: HTML? = path.map { #"<img src="\#(RelativeAddress.of(FilePath($0)))" alt="" loading="lazy">"# }
        return #"<span class="pic">\#(image)</span>"#
    }

    /// The section that shows the results of a search.
    var found: HTML {
        """
        <section id="found" aria-labelledby="found-title" hidden>
        <h1 id="found-title" class="unseen">Search</h1>
        <div class="chips" role="group" aria-label="Filters"></div>
        <div class="head"><p id="count" class="quiet" role="status" aria-live="polite"></p>\
        <progress aria-label="Reading the years" hidden></progress></div>
        <ul class="cards" id="hits"></ul>
        <div id="end"></div>
        </section>
        """
    }
}

// MARK: - Cards

/// A card of one day in a row: picture, title, date. It links to the day's file, and with the script to the light-box.
/// Browsers let the target of the link be dragged into a folder, and Firefox makes file managers move that file there.
struct DayCard {
    var day: GalleryDay
    /// The text in place of the date; `nil` for the date itself.
    var date: String?

    var html: HTML {
        let image: HTML? = day.small(from: "").map {
            #"<img src="\#($0)"\#(day.choices(from: "", sizes: "max(15rem, 13vw)") { $0 <= 640 }) alt="\#(day.alt ?? "")" loading="lazy" decoding="async">"#
        }
        return """
            <li><a href="\(day.address(from: "") ?? day.story(from: ""))" data-day="\(day.day.description)">\
            <span class="pic\(day.isPlayed ? " play" : "")">\(image)\(reason)</span>\
            <span class="title" dir="auto">\(day.title)</span></a>\(more)\
            <time datetime="\(day.day.description)">\(date ?? day.day.inShort)</time></li>

            """
    }

    private var reason: HTML? {
        guard case .pending(let waiting) = day.content else { return nil }
        return #"<span class="why">\#(waiting.inWords)</span>"#
    }

    /// The words for those who do not see the card's mark. They stand beside the link: of its text, browsers make the
    /// name that they offer where it is dragged to.
    private var more: HTML? {
        let words = day.isPending ? "Not here yet" : day.isPlayed ? "Video" : nil
        return words.map { #"<span class="unseen">\#($0), </span>"# }
    }
}
