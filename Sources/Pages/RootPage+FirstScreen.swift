internal import Days

extension RootPage {
    var bar: HTML {
        """
        <header class="bar">
        <a class="name" href="index.html" aria-label="APOD: to the first page">APOD</a>
        <form class="js" role="search" hidden><input id="search" type="search" placeholder="Search" \
        aria-label="Search titles and explanations" autocomplete="off" spellcheck="false" enterkeyhint="search"></form>
        \(button("filters", "Filters", "M4 6h16M7 12h10M10 18h4"))
        \(button("starred", "Favorites (f)", "M12 3.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.8-5.2 2.8 1-5.8-4.2-4.1 5.8-.8z"))
        \(button("random", "A picture at random (r)", "M4 7h3.5l9 10H20M4 17h3.5l2.4-2.7M14 9.6L16.5 7H20M17.5 4.5L20 7l-2.5 2.5M17.5 14.5L20 17l-2.5 2.5"))
        <a class="icon js" href="#slideshow" aria-label="Photo frame" title="Photo frame" hidden>\
        \(icon("M3.5 5h17v14h-17zM10 9l5 3-5 3z"))</a>
        <button class="icon wide help js" type="button" aria-label="Keys and addresses" title="Keys (?)" hidden>\
        \(icon("M9.2 9.2a2.9 2.9 0 1 1 4.3 2.6c-1 .6-1.5 1.1-1.5 2.2M12 17.2v.1"))</button>
        </header>
        """
    }

    private func button(_ name: String, _ label: String, _ path: String) -> HTML {
        // The script shows this one where there are favorites.
        return """
            <button class="icon\(name == "starred" ? "" : " js")" id="\(name)" type="button" aria-label="\(label)" \
            title="\(label)"\(.attribute("aria-pressed", name == "random" ? nil : "false")) hidden>\(icon(path))</button>
            """
    }

    private func icon(_ path: String) -> HTML {
        #"<svg viewBox="0 0 24 24" aria-hidden="true"><path d="\#(path)"/></svg>"#
    }

    var firstScreen: HTML {
        guard let shown else {
            return """
                <div class="first"><div class="today"><div class="stage"><div class="pic">\
                <h1 class="words">The first picture is on its way.</h1></div></div></div></div>
                """
        }
        return """
            <div class="first">
            \(band(shown.day))<article class="today" aria-label="The newest picture" data-day="\(shown.day.description)">
            <div class="stage">\(Stage(day: shown).html)</div>
            <div class="caption">
            <div>
            <h1 dir="auto">\(shown.title)</h1>
            <p class="when"><time datetime="\(shown.day.description)">\(shown.day.inWords)</time> <br>\
            <bdi class="by">\(shown.attribution ?? "")</bdi></p>
            </div>
            <div class="tale" id="tale"><p dir="auto">\(shown.story.html(from: ""))</p>\
            <a class="more" href="#tale">more</a></div>
            <nav class="turn" aria-label="Previous and next picture">
            <a class="icon older" href="\(older)" aria-label="Previous picture" title="Previous (←)"\
            \(.attribute("aria-disabled", overview.newest.last?.day == shown.day ? "true" : nil))>\(icon("M15 5l-7 7 7 7"))</a>
            <a class="icon newer" href="#main" aria-label="Next picture" title="Next (→)"\
            \(.attribute("aria-disabled", overview.newest.first?.day == shown.day ? "true" : nil))>\(icon("M9 5l7 7-7 7"))</a>
            </nav>
            </div>
            </article>
            <div class="timeline" role="group" aria-label="Time line" hidden></div>
            </div>
            """
    }

    private var older: String {
        let place = overview.newest.firstIndex { $0.day == shown?.day } ?? 0
        return overview.newest.dropFirst(place + 1).first?.story(from: "") ?? "#main"
    }

    /// The script shows this when the newest picture is older than three days: only the reader's clock can tell.
    private func band(_ day: Day) -> HTML {
        """
        <p class="band" role="status" data-day="\(day.description)" hidden>Nothing new since \(day.inWords). \
        \(overview.lastAnswer.map { "NASA’s last answer: \($0)" } ?? "")</p>

        """
    }
}

/// A day as large as the window allows. The script's `fill` draws the same for other days.
struct Stage {
    var day: GalleryDay

    var html: HTML {
        let file = day.address(from: "") ?? ""
        let first = day.large(from: "")
        switch day.content {
        case .video:
            return """
                <video controls preload="none" src="\(file)"\(.attribute("poster", first)) \
                aria-label="\(day.title)"></video>
                """
        case .picture(let picture) where first != nil:
            return """
                <a class="whole" href="\(file)">\
                <img\(choices(picture)) src="\(first ?? file)" alt="\(day.alt ?? day.title)"\(size(picture)) fetchpriority="high"\
                \(.attribute("data-full", isToBeSharpened ? file : nil))></a>
                """
        case .picture, .page:
            let image: HTML? = first.map { #"<img src="\#($0)" alt="\#(day.alt ?? day.title)">"# }
            let isPage = day.isPlayed
            return """
                <a class="pic\(isPage ? " play" : "")" href="\(file)" target="_blank" rel="noreferrer">\(image)\
                <span class="words">\(isPage ? "Watch it" : "Open the picture")</span></a>
                """
        case .pending(let waiting):
            return """
                <div class="pic"><div class="words">\(waiting.inWords)\
                <details><summary>Details</summary><span dir="auto">\(waiting.reason)</span></details></div></div>
                """
        }
    }

    /// The sizes to choose from, for a picture that is as wide as the window, or as its height allows.
    private func choices(_ picture: GalleryPicture) -> HTML? {
        guard let width = picture.width, let height = picture.height, height > 0 else { return nil }
        return day.choices(from: "", sizes: "min(100vw, \(70 * width / height)vh)") { $0 > 320 }
    }

    /// Whether the script shows the picture itself, because the thumbnail for whole screens does not exist yet.
    private var isToBeSharpened: Bool {
        day.isHeavy && (day.picture.map { $0.width == nil || !day.thumbnails.contains(.screen) } ?? false)
    }

    private func size(_ picture: GalleryPicture) -> HTML? {
        guard let width = picture.width, let height = picture.height else { return nil }
        return #" width="\#(width)" height="\#(height)""#
    }
}
