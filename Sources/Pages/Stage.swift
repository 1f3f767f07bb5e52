/// A day as large as the window allows; what `fill` of the script draws for the others.
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
                <img src="\(first ?? file)" alt="\(day.alt ?? day.title)"\(size(picture)) fetchpriority="high"\
                \(.attribute("data-full", first == file || !picture.isForBrowsers ? nil : file))></a>
                """
        case .picture, .page:
            let image: HTML? = first.map { #"<img src="\#($0)" alt="\#(day.alt ?? day.title)">"# }
            let isPage = day.isPlayed
            return """
                <a class="pic\(isPage ? " play" : "")" href="\(file)" target="_blank" rel="noreferrer">\(image)\
                <span class="words">\(isPage ? "Watch it" : "Open the picture")</span></a>
                """
        case .pending(let reason):
            return #"<div class="pic"><span class="words" dir="auto">\#(reason)</span></div>"#
        }
    }

    private func size(_ picture: GalleryPicture) -> HTML? {
        guard let width = picture.width, let height = picture.height else { return nil }
        return #" width="\#(width)" height="\#(height)""#
    }
}
