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
