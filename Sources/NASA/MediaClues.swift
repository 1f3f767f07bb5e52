internal import Markup

/// All addresses that an entry names, and the decision what media the day has.
///
/// `media_type` only breaks ties: NASA invents new ones, calls videos `other` and names films where pictures are due.
struct MediaClues: Sendable {
    /// The `media_type` as published.
    var type: String
    /// The address of the largest picture; on days with a video, of its poster.
    var picture: WebAddress?
    var smallPicture: WebAddress?
    /// The video's poster, where the source names it separately.
    var poster: WebAddress?
    var page: WebAddress?
    /// The address of the source itself: a server that is not NASA's may host its own films.
    var base: WebAddress?

    /// A medium that the page shows; in the legacy shape, the `url` of a video.
    typealias Shown = (kind: Fragment.Found.Kind, address: WebAddress)

    /// The picture of an image day that names it; `nil` when the page must be read.
    var outright: Media? {
        guard type.lowercased() == "image", films.isEmpty, let best = real.first else { return nil }
        return picture(best, small: real.last)
    }

    /// The media of any other day, judged by everything that its page shows.
    func media(shown: [Shown]) -> Media {
        let players = shown.filter { $0.kind == .video || $0.kind == .frame }.map(\.address)
        let seen = pictures(shown)
        let poster = poster(pictures: real + shown.filter { $0.kind == .poster }.map(\.address) + seen)
        if let film = hosted(films + players) {
            let isImage = type.lowercased() == "image"
            return .hostedVideo(film.text, poster: poster, instead: isImage ? poster : nil)
        }
        let elsewhere = players + films + named.filter(\.isVideoSite)
        if let address = elsewhere.first { return .elsewhere(address.text, poster: poster) }
        let isVideo = ["video", "iframe"].contains(type.lowercased())
        // The page has the picture where the entry names only the placeholder or, as on the first day of all, nothing.
        let found = real.isEmpty ? seen : real
        if let best = found.first {
            // A video day without the video's address leads to NASA's page, since its poster alone would be misleading.
            if isVideo, let page, !PictureAddress.isLogo(best) { return .elsewhere(page.text, poster: poster) }
            return picture(best, small: found.last)
        }
        // An "other" day has no picture to come, so its placeholder does not count; the day has its page.
        if type.lowercased() == "other" { return .none }
        if hasPlaceholder(shown) { return .placeholder }
        return type.lowercased() == "image" ? .unnamed : .none
    }

    /// The pictures that the page shows, the largest first.
    private func pictures(_ shown: [Shown]) -> [WebAddress] {
        let enlargements = shown.filter { $0.kind == .enlargement }
        let images = shown.filter { $0.kind == .image }
        return (enlargements.prefix(1) + images.prefix(1)).map(\.address).filter {
            $0.isPicture && !PictureAddress.isLogo($0) && !PictureAddress.isPlaceholder($0)
        }
    }

    private func hasPlaceholder(_ shown: [Shown]) -> Bool {
        !pictures.isEmpty || shown.contains { $0.kind == .image && PictureAddress.isPlaceholder($0.address) }
    }

    private var named: [WebAddress] { [picture, smallPicture].compactMap { $0 } }
    private var films: [WebAddress] { named.filter(\.isFilm) }
    private var pictures: [WebAddress] { named.filter { !$0.isFilm && !$0.isVideoSite } }
    /// The pictures without placeholders.
    private var real: [WebAddress] { pictures.filter { !PictureAddress.isPlaceholder($0) } }

    private func picture(_ best: WebAddress, small: WebAddress?) -> Media {
        let original = PictureAddress.original(of: best)
        let lesser = small ?? best
        return .picture(
            original: original, rendition: lesser.text == original ? nil : lesser.text,
            preview: PictureAddress.rendition(of: lesser, width: PictureAddress.previewWidth) ?? lesser.text)
    }

    private func poster(pictures: [WebAddress]) -> String? {
        let candidates = [poster].compactMap { $0 } + pictures
        return candidates.first { !PictureAddress.isPlaceholder($0) && !PictureAddress.isLogo($0) }?.text
    }

    /// The best of the films on a server of NASA's or of the source's own.
    private func hosted(_ addresses: [WebAddress]) -> WebAddress? {
        let own = addresses.filter { $0.isFilm && ($0.isNASA || $0.authority == base?.authority) }
        return own.first { ["mp4", "m4v", "mov"].contains($0.suffix) } ?? own.first
    }
}

extension Fragment {
    /// The media of a page, with whole addresses.
    func shown(relativeTo site: WebAddress?) -> [MediaClues.Shown] {
        media.compactMap { found in WebAddress(found.address, relativeTo: site).map { (found.kind, $0) } }
    }
}

extension WebAddress {
    var isNASA: Bool {
        host == "nasa.gov" || host.hasSuffix(".nasa.gov")
    }

    /// Whether the name's suffix is a film's; nothing else is known before the download.
    fileprivate var isFilm: Bool {
        ["mp4", "m4v", "mov", "mpg", "mpeg", "wmv", "avi", "webm", "ogv"].contains(suffix)
    }

    fileprivate var isPicture: Bool {
        ["jpg", "jpeg", "png", "gif", "tif", "tiff", "webp", "bmp"].contains(suffix)
    }

    fileprivate var isVideoSite: Bool {
        ["youtube.com", "youtube-nocookie.com", "youtu.be", "vimeo.com"].contains { site in
            host == site || host.hasSuffix(".\(site)")
        }
    }
}
