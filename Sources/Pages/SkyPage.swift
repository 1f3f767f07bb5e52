public import Days
internal import JSON
public import Sky

/// The objects that titles and stories name, on a map of the sky. Without a script the map leads to the page of objects, and
/// so does the list below it.
public struct SkyPage {
    private let rows: [Row]
    private let covered: Set<Day>

    /// An object with its days, the newest first.
    public struct Row: Sendable {
        var object: SkyObject
        /// The days whose pictures are of it.
        var subjectDays: [Day]
        /// The days that only mention it.
        var otherDays: [Day]

        public init(object: SkyObject, subjectDays: [Day], otherDays: [Day]) {
            self.object = object
            self.subjectDays = subjectDays
            self.otherDays = otherDays
        }

        var days: [Day] { subjectDays + otherDays }

        /// `M31, Andromeda Galaxy: 123 days`
        var title: String {
            let names = [object.name, object.commonName].compactMap(\.self).joined(separator: ", ")
            return "\(names): \(Quantity.plural(days.count, "day"))"
        }
    }

    /// - Parameter covered: the days that have a small thumbnail.
    public init(_ rows: [Row], covered: Set<Day>) {
        self.rows = rows.sorted { $0.object < $1.object }
        self.covered = covered
    }

    static var policy: String { GalleryAssets.sky.policy }

    public var bytes: [UInt8] {
        var page = GalleryAssets.head(GalleryAssets.sky, title: "\(ListPage.sky.title) · Astronomy Picture of the Day")
        page += """
            <body>
            <a class="skip" href="#list">Skip to the list</a>
            <header>
            <p><a href="index.html">All years</a> \(ListPage.objects.link)</p>
            <h1>\(ListPage.sky.title)</h1>
            <p class="quiet">Each mark is an object that titles or stories name, larger the more often.</p>
            </header>
            <main id="main" tabindex="-1">
            <div class="bar" hidden>
            <input id="find" type="search" placeholder="Find" aria-label="Find an object by its name" autocomplete="off" \
            spellcheck="false" list="known"><datalist id="known"></datalist>
            <div class="chips" role="group" aria-label="Which pictures count"></div>
            <div class="chips zoom" role="group" aria-label="The map"></div>
            </div>
            <div class="sky">
            \(SkyMap(rows: rows).html)
            <section id="panel" aria-labelledby="panel-title" tabindex="-1" hidden></section>
            </div>
            <p class="key quiet"><span class="g">galaxies</span> <span class="c">clusters</span> \
            <span class="n">nebulae</span> <span class="e">ecliptic</span> \
            Positions: Stellarium; constellations and Milky Way: KStars.</p>
            <section id="list" tabindex="-1" aria-labelledby="list-title">
            <h2 id="list-title">All objects</h2>
            <ul>
            \(list)</ul>
            </section>
            </main>
            <footer><p>Each picture belongs to those its credit names.</p></footer>
            <script type="application/json" id="rows">\(HTML(markup: data))</script>
            <script>\(HTML(markup: GalleryAssets.sky.script))</script>
            </body>
            </html>

            """
        return page.bytes
    }

    private var list: HTML {
        var html = HTML()
        for row in rows {
            let other = row.object.commonName.map { ", \($0)" } ?? ""
            let words =
                row.object.facts?.inWords ?? (row.object.constellation == nil ? "place not known" : "constellation")
            html += """
                <li><a href="\(ObjectsPage.address(of: row.object))">\(row.object.name)</a>\(other): \
                \(words); \(Quantity.plural(row.days.count, "day"))</li>

                """
        }
        return html
    }

    /// The rows for the script, in the order of the list. A row's keys are its `n`ame, its `o`ther names, its `p`lace in
    /// ten-thousandths of a degree, what is known of it in `w`ords, the days whose pictures are of it (`s`), and those
    /// that only `m`ention it: each twice the number of days since 1970, and one more where there is a thumbnail.
    private var data: [UInt8] {
        var json = JSONPiece()
        json.list { json in
            for row in rows {
                json.object { json in
                    json.exactly("n", row.object.name)
                    let others = row.object.names.dropFirst()
                    if !others.isEmpty { json.list("o") { json in for name in others { json.exactly(nil, name) } } }
                    if let facts = row.object.facts {
                        facts.place.write("p", to: &json)
                        json.exactly("w", facts.inWords)
                    }
                    for (key, days) in [("s", row.subjectDays), ("m", row.otherDays)] where !days.isEmpty {
                        json.list(key) { json in
                            for day in days { json.number(nil, 2 * day.number + (covered.contains(day) ? 1 : 0)) }
                        }
                    }
                }
            }
        }
        return json.bytes
    }
}

extension SkyPlace {
    /// Writes right ascension and declination in ten-thousandths of a degree.
    func write(_ key: String?, to json: inout JSONPiece) {
        json.list(key) { json in
            for degrees in [rightAscension, declination] { json.number(nil, Int((degrees * 10_000).rounded())) }
        }
    }
}
