/// The legacy API's media keys, derived from an entry of either source, so that old programs can read a mirror.
public struct LegacyShape: Equatable, Sendable {
    /// `image`, `video` or `other`: the legacy API has no more types.
    public var mediaType: String
    /// The address of a picture about 1,024 pixels wide, or of the video.
    public var url: String?
    /// The address of the original.
    public var hdurl: String?
    /// The address of the video's poster.
    public var thumbnailURL: String?

    public init(_ entry: Entry) {
        switch entry.media {
        case .picture(let original, let rendition, let preview):
            mediaType = "image"
            url = preview ?? rendition ?? original
            hdurl = original ?? rendition
        case .hostedVideo(let address, let poster, _), .elsewhere(let address, let poster):
            mediaType = "video"
            url = address
            thumbnailURL = poster
        case .placeholder, .unnamed, .none:
            switch entry.publishedMediaType.lowercased() {
            case "image": mediaType = "image"
            case "video", "iframe": mediaType = "video"
            default: mediaType = "other"
            }
        }
    }
}
