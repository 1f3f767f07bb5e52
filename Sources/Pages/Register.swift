internal import Days
internal import JSON

/// A page that lists names, each with its days, such as the objects that stories name.
///
/// Its script draws the list and the view of one name, which the address's fragment asks for, from data in the page, a
/// few items at a time: all days of all names are more elements than a browser should lay out. Without a script the
/// page is a plain list.
struct Register {
    var page: ListPage
    /// The sentence below the title.
    var lead: String
    /// The word for one row: `thing`.
    var noun: String
    /// Which of a row's days come first, as the end of a sentence: `those that name it first come first`.
    var order: String
    var sections: [Section]
    /// The days that have a small thumbnail.
    var covered: Set<Day>

    struct Section {
        /// Empty where there is only one.
        var title = ""
        var rows: [Row]
    }

    struct Row {
        /// No two rows of a page have the same.
        var name: String
        var others: [String] = []
        var facts: [Fact] = []
        /// The most important first. The first of them with a thumbnail stands for the row.
        var days: [Day]
    }

    /// A fact that the view of a row tells: `Type`, `Spiral galaxy`.
    struct Fact: Equatable, Sendable {
        var label: String
        var text: String
        /// A page that tells more, as an address from the root.
        var address: String?
    }

    /// The Content-Security-Policy of every such page.
    static var policy: String { GalleryAssets.register.policy }

    /// The address of a row's view, from the root.
    static func address(of name: String, in page: ListPage) -> String {
        "\(RelativeAddress.of(page.file))#\(RelativeAddress.of("\(id(of: name))"))"
    }

    /// The row's fragment, not encoded. The script makes the same of a name.
    private static func id(of name: String) -> String {
        name.replacing(" ", with: "-")
    }

    var bytes: [UInt8] {
        var html = GalleryAssets.head(
            GalleryAssets.register, title: "\(page.title) · Astronomy Picture of the Day")
        html += """
            <body>
            <a class="skip" href="#main">Skip to the list</a>
            <header>
            <p><a href="index.html">All years</a> <a class="up" href="#" hidden>\(page.title)</a></p>
            <div class="about">
            <h1>\(page.title)</h1>
            <p class="quiet">\(lead)</p>
            </div>
            </header>
            <main id="main" tabindex="-1">
            <div class="overview" hidden>
            <div class="head"><input id="filter" type="search" placeholder="Filter" aria-label="Filter by name" \
            autocomplete="off" spellcheck="false"><div class="chips"></div></div>
            <p class="quiet" id="count" role="status"></p>
            <ul class="rows"></ul>
            </div>
            <article class="one" hidden></article>
            <script type="application/json" id="register">\(HTML(markup: data))</script>
            <script>\(HTML(markup: GalleryAssets.register.script))</script>
            <noscript>
            \(plainList)</noscript>
            </main>
            <footer><p>Each picture belongs to those its credit names.</p></footer>
            </body>
            </html>

            """
        return html.bytes
    }

    /// The list for browsers without script; the others do not make elements of it.
    private var plainList: HTML {
        var html = HTML()
        for section in sections where !section.rows.isEmpty {
            html += "<section>\n"
            if !section.title.isEmpty { html += "<h2>\(section.title)</h2>\n" }
            html += "<ul>\n"
            for row in section.rows { html += plain(row) }
            html += "</ul>\n</section>\n"
        }
        return html
    }

    private func plain(_ row: Row) -> HTML {
        let others: HTML? =
            row.others.isEmpty ? nil : #" <span class="quiet">\#(row.others.joined(separator: " · "))</span>"#
        var facts = HTML()
        for fact in row.facts { facts += "<br>\(fact.label): \(fact.text)" }
        var days = HTML()
        for day in row.days {
            days += #" <a href="\#(MonthPage.address(of: day.month))#\#(day.description)">\#(day.inShort)</a>"#
        }
        return """
            <li id="\(Self.id(of: row.name))"><b dir="auto">\(row.name)</b>\(others)\(facts)<br>\
            \(Quantity.plural(row.days.count, "day")):\(days)</li>

            """
    }

    /// The rows for the script. The keys of a row are its `n`ame, its `o`ther names, its `f`acts (label, text, address)
    /// and its `d`ays: each twice the number of days since 1970, and one more where there is a thumbnail.
    private var data: [UInt8] {
        var json = JSONPiece()
        json.object { json in
            json.text("title", page.title)
            json.text("noun", noun)
            json.text("order", order)
            json.list("sections") { json in
                for section in sections where !section.rows.isEmpty {
                    json.object { json in
                        json.text("title", section.title)
                        json.list("rows") { json in for row in section.rows { write(row, to: &json) } }
                    }
                }
            }
        }
        return json.bytes
    }

    private func write(_ row: Row, to json: inout JSONPiece) {
        json.object { json in
            json.text("n", row.name)
            if !row.others.isEmpty {
                json.list("o") { json in for name in row.others { json.text(nil, name) } }
            }
            if !row.facts.isEmpty {
                json.list("f") { json in
                    for fact in row.facts {
                        json.list { json in
                            for text in [fact.label, fact.text, fact.address].compactMap(\.self) {
                                json.text(nil, text)
                            }
                        }
                    }
                }
            }
            json.list("d") { json in
                for day in row.days { json.number(nil, 2 * day.number + (covered.contains(day) ? 1 : 0)) }
            }
        }
    }
}
