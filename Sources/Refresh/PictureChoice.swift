internal import MirrorTree
internal import NASA
internal import Settings

/// The addresses that can give a day its picture, best first. Pure.
enum PictureChoice: Equatable, Sendable {
    case download([Candidate])
    /// There is nothing to store but a page; `poster` goes inside.
    case page(address: String?, poster: String?)
    /// The picture is not there yet, with the reason.
    case wait(String)

    struct Candidate: Equatable, Sendable {
        var url: String
        var kind: Metadata.Picture.Kind
        var isVideo = false
    }

    static func make(_ media: Media, size: PictureSize, video: VideoPolicy) -> PictureChoice {
        switch media {
        case .picture(let original, let rendition, let preview):
            var candidates: [Candidate] = []
            if let width = size.width, let sized = media.rendition(width: width) {
                candidates.append(Candidate(url: sized, kind: .rendition))
            }
            if let original { candidates.append(Candidate(url: original, kind: .original)) }
            for url in [rendition, preview].compactMap(\.self) where !candidates.contains(where: { $0.url == url }) {
                candidates.append(Candidate(url: url, kind: .rendition))
            }
            return candidates.isEmpty ? .page(address: nil, poster: nil) : .download(candidates)
        case .hostedVideo(let address, let poster, let instead):
            guard video == .download else { return .page(address: address, poster: poster) }
            let film = Candidate(url: address, kind: .original, isVideo: true)
            return .download([film] + [instead].compactMap(\.self).map { Candidate(url: $0, kind: .rendition) })
        case .elsewhere(let address, let poster):
            return .page(address: address, poster: poster)
        case .placeholder:
            return .wait("NASA shows a placeholder; the picture is not up yet")
        case .unnamed:
            return .wait("NASA says that the day has a picture, and does not say where it is")
        case .none:
            return .page(address: nil, poster: nil)
        }
    }

    /// Whether the entry names neither a picture nor where to see one.
    var isEmpty: Bool {
        switch self {
        case .wait, .page(address: nil, poster: _): true
        case .page, .download: false
        }
    }

    /// The address of a film without which the day has nothing.
    var onlyFilm: String? {
        guard case .download(let candidates) = self, candidates.allSatisfy(\.isVideo) else { return nil }
        return candidates.first?.url
    }

    /// Whether a stored picture stands in for something better.
    func isStandIn(_ picture: Metadata.Picture) -> Bool {
        guard case .download(let candidates) = self else { return false }
        if picture.kind == .page || picture.isConverted { return true }
        // An address that was once taken for an original may be known for a rendition now.
        let isRendition = candidates.first { $0.url == picture.url }.map { $0.kind == .rendition }
        return isRendition ?? (picture.kind == .rendition) && candidates.first?.url != picture.url
    }

    /// Whether a file that came from this address, or a page that leads there, is still what the entry names.
    func names(_ url: String?) -> Bool {
        guard let url else { return false }
        return switch self {
        case .download(let candidates): candidates.contains { $0.url == url }
        case .page(let address, _): address == url
        case .wait: false
        }
    }
}
