internal import Days
internal import MirrorTree
internal import NASA
internal import Pictures
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

/// A picture that a day needs from the network: the addresses to try, best first, and what is taken of them.
struct Need: Sendable {
    var day: Day
    var candidates: [PictureChoice.Candidate]
    /// The stored picture, which is fetched only if the server has another by now.
    var stored: Metadata.Picture?
    /// The only bytes that are taken, by their SHA-256.
    var only: Only?
    /// Whether it is to show that a host which refuses has any picture.
    var isProbe = false

    enum Only: Sendable {
        /// The day's own: a picture that was damaged is mended by nothing else.
        case own(String)
        /// The sum that another mirror names for its first address, so that its damage does not spread.
        case mirrored(String)
    }

    /// The stored picture, where its server can be asked by a validator whether it has another.
    var conditional: Metadata.Picture? {
        guard let stored, stored.isUnverified != true, stored.etag != nil || stored.lastModified != nil else {
            return nil
        }
        return stored
    }

    func takes(_ picture: Metadata.Picture) -> Bool {
        switch only {
        case nil: true
        case .own(let sum): picture.sha256 == sum
        case .mirrored(let sum): picture.sha256 == sum || picture.url != candidates.first?.url
        }
    }

    func otherBytes(at url: String) -> String {
        switch only {
        case .mirrored: "\(url) has other bytes than its mirror says; there, apod-mirror verify tells which are right"
        case nil, .own: "NASA has another picture by now than the one that was stored"
        }
    }
}

/// Pictures that stand in for the untouched upload, by what their addresses and formats tell.
enum Rendition {
    /// The formats that requests for pictures ask for. Others come where the address names them, or where a server
    /// converts the upload as it likes.
    private static let asked: Set<PictureFormat> = [.jpeg, .png, .gif]

    /// Whether a picture from this address has a format that neither the address nor the request asked for.
    static func isConverted(_ format: PictureFormat, from url: String?) -> Bool {
        if format.isVideo || asked.contains(format) { return false }
        let suffix = url.flatMap { WebAddress($0) }?.path.lowercased().split(separator: ".").last ?? ""
        return !suffix.hasPrefix(format.rawValue.prefix(3))
    }
}

extension Metadata.Picture {
    /// Whether the server converted the picture into a format that was not asked for.
    var isConverted: Bool {
        kind != .page && PictureFormat(ofName: file).map { Rendition.isConverted($0, from: url) } ?? false
    }

    /// The kind by today's knowledge. A version of this program that knew less has stored renditions as originals.
    var knownKind: Kind {
        guard kind == .original else { return kind }
        let address = url.flatMap { WebAddress($0) }
        return isConverted || address.map(PictureAddress.isRendition) == true ? .rendition : .original
    }
}
