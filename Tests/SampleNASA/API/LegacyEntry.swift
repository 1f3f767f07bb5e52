/// One day in the shape of `planetary/apod`.
struct LegacyEntry {
    let sample: SampleDay
    let origin: String
    let withThumbnails: Bool

    var json: JSON {
        var json = JSON.members([
            "date": .text(sample.date), "explanation": .text(explanation), "media_type": .text(mediaType),
            "service_version": .text("v1"), "title": .text(sample.title),
        ])
        let (url, hdurl) = addresses
        json["url"] = url.map { .text($0) }
        json["hdurl"] = hdurl.map { .text($0) }
        json["copyright"] = sample.copyright.map { .text($0) }
        if withThumbnails, mediaType == "video" { json["thumbnail_url"] = .text(thumbnail) }
        return json
    }

    private var explanation: String {
        sample.powers.reduce(sample.explanation) { $0.replacing($1, with: $1.replacing("^", with: "")) }
    }

    private var mediaType: String {
        switch sample.media {
        case .picture, .placeholder: return "image"
        case .video: return sample.hidesFilm ? "other" : "video"
        case .embedded: return "video"
        case .other: return "other"
        }
    }

    private var addresses: (url: String?, hdurl: String?) {
        if let given = sample.addresses { return (given.url.map(local), given.hdurl.map(local)) }
        switch sample.media {
        case .picture(let picture):
            return (file(MediaAddress.reducedFile(picture)), file(picture.file))
        case .video(let video, _):
            return (sample.hidesFilm ? nil : file(video.file), nil)
        case .embedded(let address):
            return (address.hasPrefix("//") ? "https:" + address : address, nil)
        case .placeholder:
            return (origin + MediaAddress.placeholderOriginal, origin + MediaAddress.placeholderOriginal)
        case .other:
            return (nil, nil)
        }
    }

    /// Empty where the service knows of none.
    private var thumbnail: String {
        guard case .embedded(let address) = sample.media else { return "" }
        return MediaAddress.thumbnail(of: address).map { origin + $0 } ?? ""
    }

    private func file(_ name: String) -> String {
        (sample.mediaOrigin ?? origin) + PercentEncoding.encoded(MediaAddress.legacy(name, on: sample.day))
    }

    /// The same address on this server, letter by letter but for the host.
    private func local(_ address: String) -> String { MediaAddress.below(address).map { origin + $0 } ?? address }
}
