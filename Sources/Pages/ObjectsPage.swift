public import Days
public import Sky
internal import Words

/// The objects in the sky that the stories name, each with its days. The page is complete without a script.
public struct ObjectsPage {
    let entries: [Entry]

    /// An object, and the days that name it, the newest first.
    public struct Entry: Sendable {
        var object: SkyObject
        var days: [Day]
        /// The day whose picture is the object's.
        var cover: Day?

        public init(object: SkyObject, days: [Day], cover: Day?) {
            self.object = object
            self.days = days
            self.cover = cover
        }
    }

    public init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// The Content-Security-Policy of the page of objects, which a server sends as a header, too.
    public static var policy: String { GalleryAssets.objects.policy }

    public static let name = "objects.html"

    /// The address of the object's entry, from the root.
    static func address(of object: SkyObject) -> String {
        "\(name)#\(id(of: object))"
    }

    private static func id(of object: SkyObject) -> String {
        RelativeAddress.of("\(object.name.replacing(" ", with: "-"))")
    }

    public var bytes: [UInt8] {
        var groups = HTML()
        for group in Group.allCases {
            let entries = entries.filter { Group($0.object) == group }.sorted { $0.object < $1.object }
            guard !entries.isEmpty else { continue }
            var list = HTML()
            for entry in entries { list += html(entry) }
            groups += """
                <section aria-labelledby="\(group.rawValue)">
                <div class="head"><h2 id="\(group.rawValue)">\(group.title)</h2> <span class="quiet">\(entries.count)</span></div>
                <ul class="things">
                \(list)</ul>
                </section>

                """
        }
        var page = GalleryAssets.head(GalleryAssets.objects, title: "Things in the sky · Astronomy Picture of the Day")
        page += """
            <body>
            <a class="skip" href="#main">Skip to the list</a>
            <header>
            <p><a href="index.html">All years</a></p>
            <h1>Things in the sky</h1>
            <p class="quiet">What titles and stories name, with the days that name it.</p>
            </header>
            <main id="main" tabindex="-1">
            \(groups)</main>
            <footer><p>Each picture belongs to those its credit names.</p></footer>
            <script>\(HTML(markup: GalleryAssets.objects.script))</script>
            </body>
            </html>

            """
        return page.bytes
    }

    private func html(_ entry: Entry) -> HTML {
        let names = entry.object.names
        let others: HTML? =
            names.count > 1 ? #"<span class="quiet">\#(names.dropFirst().joined(separator: " · "))</span>"# : nil
        let image: HTML? = entry.cover.map {
            #"<img src="\#(RelativeAddress.of(ThumbnailSize.small.path($0)))" alt="" loading="lazy" decoding="async">"#
        }
        var days = HTML()
        for day in entry.days {
            days += #"<li><a href="index.html#\#(day.description)">\#(day.inShort)</a></li>"#
        }
        return """
            <li id="\(Self.id(of: entry.object))"><details><summary><span class="pic">\(image)</span>\
            <b>\(entry.object.name)</b> <i>\(Quantity.plural(entry.days.count, "day"))</i>\(others)</summary>
            <ul class="days">\(days)</ul></details></li>

            """
    }

    private enum Group: String, CaseIterable {
        case constellations, messier, others

        init(_ object: SkyObject) {
            switch object {
            case .constellation: self = .constellations
            case .numbered(.messier, _): self = .messier
            case .numbered: self = .others
            }
        }

        var title: String {
            switch self {
            case .constellations: "Constellations"
            case .messier: "Messier’s objects"
            case .others: "Other catalogues"
            }
        }
    }
}
