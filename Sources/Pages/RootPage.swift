internal import Days
internal import JSON
internal import Sky
internal import Words

/// The first page of the gallery: the newest picture, this week, favorites, this day in other years, all years.
public struct RootPage {
    let overview: GalleryOverview

    public init(_ overview: GalleryOverview) {
        self.overview = overview
    }

    /// The Content-Security-Policy of the first page, which a server sends as a header, too.
    public static var policy: String { GalleryAssets.root.policy }

    public var bytes: [UInt8] {
        var page = GalleryAssets.head(GalleryAssets.root, title: "Astronomy Picture of the Day")
        page += """
            <body>
            <a class="skip" href="#main">Skip to the pictures</a>
            \(bar)
            <p class="notice" role="status" hidden></p>
            \(firstScreen)
            <main id="main" tabindex="-1">
            \(week)\(favorites)\(onThisDay)\(years)\(found)
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

    private var favorites: HTML? {
        guard overview.favoriteCount > 0 else { return nil }
        var links: HTML = "<a href=\"#find?is=favorites\">All \(overview.favoriteCount)</a>"
        for album in overview.albums {
            links += """
                 <span><a href="#find?album=\(RelativeAddress.of("\(album.name)"))"><bdi>\(album.name)</bdi></a> \
                <span class="quiet">\(album.count)</span></span>
                """
        }
        return section("favorites", "Favorites", overview.favorites.map { DayCard(day: $0) }, links)
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
            <a href="objects.html">Things in the sky</a>. \
            <button class="link help js" type="button" hidden>Keys and addresses</button></p>
            </footer>
            """
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
