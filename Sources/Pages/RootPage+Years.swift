internal import Days
internal import Folder
internal import Words

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
                <i>\(month.count)</i></a></li>

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
        <section id="found" aria-label="Search" hidden>
        <div class="chips" role="group" aria-label="Filters"></div>
        <div class="head"><p id="count" class="quiet" role="status" aria-live="polite"></p>\
        <progress aria-label="Reading the years" hidden></progress></div>
        <ul class="cards" id="hits"></ul>
        <div id="end"></div>
        </section>
        """
    }
}
