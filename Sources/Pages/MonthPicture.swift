/// The picture of a day in its month's page: a thumbnail that leads to the file, a player, or a drawn sky.
struct MonthPicture {
    var day: GalleryDay
    /// The relative address from the page to the root.
    var root: String

    /// The width at which the picture is shown.
    private static let sizes: HTML = "(max-width: 46rem) 92vw, 22rem"

    var html: HTML {
        let file = day.file.map { RelativeAddress.of("\($0)") } ?? ""
        switch day.content {
        case .video:
            return """
                <div class="pic"><video controls preload="none" src="\(file)"\
                \(.attribute("poster", day.large(from: root))) aria-label="\(day.title)"></video></div>
                """
        case .pending(let waiting):
            return #"<div class="pic"><span class="why">\#(waiting.inWords)</span></div>"#
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
            <img src="\(small)"\(day.choices(from: root, sizes: Self.sizes) { $0 <= 960 || !day.isHeavy }) alt="\(day.alt ?? day.title)" loading="lazy" decoding="async"\
            \(.attribute("data-full", full))>
            """
    }
}
