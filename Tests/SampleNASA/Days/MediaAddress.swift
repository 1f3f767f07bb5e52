/// Where NASA keeps its files, as paths below this server. Paths are plain here and percent-encoded by `url`.
enum MediaAddress {
    static let originals = "/content/dam/science/cds/apod/apod/"
    static let renditions = "/dynamicimage/assets/science/cds/apod/apod/"
    static let placeholder = "/dynamicimage/assets/science/cds/apod/images/misc/news-thumbnail.png"
    static let placeholderOriginal = "/content/dam/science/cds/apod/images/misc/news-thumbnail.png"
    /// A picture for articles that have none of their own.
    static let newsPicture = "/content/dam/science/cds/apod/images/misc/news-thumbnail.jpg"
    static let logo = "/dynamicimage/assets/science/cds/general/nasa-logo.png"
    static let logoOriginal = "/content/dam/science/cds/general/nasa-logo.png"
    static let landingPage = "/apod/"

    static func original(_ folder: String, _ file: String) -> String { originals + folder + "/" + file }

    static func rendition(_ folder: String, _ file: String) -> String { renditions + folder + "/" + file }

    static func legacy(_ file: String, on day: CalendarDay) -> String { "/apod/image/\(day.short.prefix(4))/" + file }

    static func rolloverFile(_ picture: Picture) -> String { picture.stem + "_labels.jpg" }

    /// GIFs are never resized: both addresses are one.
    static func reducedFile(_ picture: Picture) -> String {
        picture.format == .gif ? picture.file : picture.stem + "_1024." + picture.suffix
    }

    /// What follows a size: NASA's image server gets it with every request.
    static func sizeQuery(_ width: Int, _ height: Int) -> String {
        "?w=\(width)&h=\(height)&fit=clip&crop=faces%2Cfocalpoint"
    }

    /// Part of the address below the host when the host was NASA's.
    static func isOnNASA(_ address: String) -> Bool { below(address) != nil }

    static func below(_ address: String) -> String? {
        for prefix in ["https://apod.nasa.gov/", "http://apod.nasa.gov/", "//apod.nasa.gov/"]
        where address.hasPrefix(prefix) {
            return "/" + address.dropFirst(prefix.count)
        }
        return nil
    }

    /// The path an archived address leads to.
    static func path(_ address: String) -> String? {
        below(address).map { below in
            let path = below.prefix { $0 != "?" && $0 != "#" }
            return PercentEncoding.decoded(String(path)).trimmedSpaces
        }
    }

    /// The still of a film at the place where all are collected; nil for films that lie elsewhere.
    static func thumbnail(of address: String) -> String? {
        let parts = address.split(separator: "/")
        guard let mark = parts.firstIndex(of: "embed"), mark + 1 < parts.count else { return nil }
        return "/vi/" + parts[mark + 1].prefix { $0 != "?" } + "/0.jpg"
    }

    /// The name of the file behind any address, fit for a path.
    static func file(of address: String) -> String {
        let path = path(address) ?? address
        let name = path.split(separator: "/").last.map(String.init) ?? "picture"
        return String(name.map { "?=&#".contains($0) ? "_" : $0 })
    }
}

extension String {
    var trimmedSpaces: String {
        let start = drop { $0 == " " || $0.isNewline }
        return String(start.reversed().drop { $0 == " " || $0.isNewline }.reversed())
    }
}
