internal import Days

/// A card of one day in a row: picture, title, date. It links to the day's file, and with the script to the light-box.
/// Browsers let the target of the link be dragged into a folder, and Firefox makes file managers move that file there.
struct DayCard {
    var day: GalleryDay
    /// The text in place of the date; `nil` for the date itself.
    var date: String?

    var html: HTML {
        let image: HTML? = day.small(from: "").map {
            #"<img src="\#($0)"\#(day.choices(from: "", sizes: "15rem") { $0 <= 640 }) alt="\#(day.alt ?? "")" loading="lazy" decoding="async">"#
        }
        let star: HTML? = day.albums == nil ? nil : #"<span class="unseen">, a favorite</span>"#
        return """
            <li><a href="\(day.address(from: "") ?? day.story(from: ""))" data-day="\(day.day.description)">\
            <span class="pic\(day.isPlayed ? " play" : "")">\(image)\(reason)</span>\(kind)\
            <span class="title\(day.albums == nil ? "" : " star")" dir="auto">\(day.title)</span>\(star)\
            <time datetime="\(day.day.description)">\(date ?? day.day.inShort)</time></a></li>

            """
    }

    private var reason: HTML? {
        guard case .pending(let waiting) = day.content else { return nil }
        return #"<span class="why">\#(waiting.inWords)</span>"#
    }

    private var kind: HTML? {
        if day.isPending { return #"<span class="unseen">Not here yet: </span>"# }
        return day.isPlayed ? #"<span class="unseen">Video: </span>"# : nil
    }
}
