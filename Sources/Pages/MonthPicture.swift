/// The picture of a day in its month's page: a thumbnail that leads to the file, a player, or a drawn sky.
struct MonthPicture {
    var day: GalleryDay
    /// Leads from the page to the root.
    var root: String

    /// How wide it is shown.
    private static let sizes: HTML = #"sizes="(max-width: 46rem) 92vw, 22rem""#

    var html: HTML {
        let file = day.file.map { RelativeAddress.of("\($0)") } ?? ""
        switch day.content {
        case .video:
            return """
                <div class="pic"><video controls preload="none" src="\(file)"\
                \(.attribute("poster", day.large(from: root))) aria-label="\(day.title)"></video></div>
                """
        case .pending(let reason):
            return #"<div class="pic"><span class="why" dir="auto">\#(reason)</span></div>"#
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
            <img src="\(small)"\(finer(small)) alt="\(day.alt ?? day.title)" loading="lazy" decoding="async"\
            \(.attribute("data-full", full))>
            """
    }

    /// What a screen with more pixels shows instead.
    private func finer(_ small: String) -> HTML? {
        guard day.thumbnails.contains(.small) else { return nil }
        let narrow = ThumbnailSize.small.rawValue
        if let large = day.thumbnail(.large, from: root) {
            return #" srcset="\#(small) \#(narrow)w, \#(large) \#(ThumbnailSize.large.rawValue)w" \#(Self.sizes)"#
        }
        guard let picture = day.picture, let width = picture.width, width > narrow,
            picture.bytes <= ThumbnailSize.heavy
        else { return nil }
        let file = RelativeAddress.of("\(picture.file)")
        return #" srcset="\#(small) \#(narrow)w, \#(file) \#(width)w" \#(Self.sizes)"#
    }
}
