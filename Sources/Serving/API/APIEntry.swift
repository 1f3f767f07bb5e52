internal import Credits
internal import Folder
internal import JSON
internal import MirrorTree
internal import Pages

/// A day as the API tells it: the legacy shape, whose addresses lead to this host, and what the mirror knows beyond it.
struct APIEntry {
    let metadata: Metadata
    /// The day's file; `nil` where it has none yet.
    let file: String?
    let thumbnails: Set<ThumbnailSize>
    /// The origin, such as `http://nas.local:8095`, or the mark that stands for it.
    let origin: String
    let withThumbnails: Bool
    /// The day's record as NASA served it, for another mirror.
    let record: [UInt8]?

    init(_ stored: ServedDay, origin: String, withThumbnails: Bool, record: [UInt8]? = nil) {
        self.record = record
        (metadata, file, thumbnails) = (stored.metadata, stored.file, stored.thumbnails)
        (self.origin, self.withThumbnails) = (origin, withThumbnails)
    }

    func write(to piece: inout JSONPiece) {
        piece.object { piece in
            func text(_ key: String, _ value: String?) {
                if let value { piece.exactly(key, value) }
            }
            text("copyright", metadata.copyright)
            text("date", "\(metadata.date)")
            text("explanation", metadata.explanation)
            text("hdurl", metadata.mediaType == .image ? picture : nil)
            text("media_type", metadata.mediaType.rawValue)
            text("service_version", metadata.serviceVersion)
            if withThumbnails, metadata.mediaType == .video { text("thumbnail_url", thumbnail ?? "") }
            text("title", metadata.title)
            text("url", address)
            piece.object("mirror") { metadata.mirror.write(to: &$0, record, metadata.reuse) }
        }
    }

    /// The address of the file here; `nil` where there is none, or only a page that the mirror made.
    private var picture: String? {
        guard let file, metadata.mirror.picture?.kind != .page else { return nil }
        return address(Tree.monthPath(metadata.date).appending(FilePath(file)))
    }

    /// The address of a picture for a page, also for a day with a video.
    var preview: String? { metadata.mediaType == .image ? address : thumbnail }

    private var address: String? {
        switch metadata.mediaType {
        case .image:
            thumbnails.contains(.large) && file != nil ? address(ThumbnailSize.large.path(metadata.date)) : picture
        case .video: picture ?? (file == nil ? nil : metadata.url)
        case .other: nil
        }
    }

    private var thumbnail: String? {
        if metadata.mirror.picture?.kind == .page, file != nil, metadata.mirror.poster != nil {
            return address(ServedPath.posters.appending(FilePath("\(metadata.date)")))
        }
        let size: ThumbnailSize? = thumbnails.contains(.large) ? .large : thumbnails.contains(.card) ? .card : nil
        return size.map { address($0.path(metadata.date)) } ?? metadata.thumbnailURL
    }

    private func address(_ path: FilePath) -> String { "\(origin)/\(RelativeAddress.of(path))" }
}

extension Metadata.Mirror {
    /// Writes what other mirrors read, so that nothing is lost on the way from one mirror to the next.
    fileprivate func write(to piece: inout JSONPiece, _ served: [UInt8]?, _ reuse: Reuse) {
        func text(_ key: CodingKeys, _ value: String?) {
            if let value { piece.exactly(key.rawValue, value) }
        }
        text(.alt, alt)
        text(.credit, credit)
        text(.explanationHTML, explanationHTML)
        text(.fetched, "\(fetched)")
        text(.license, license)
        text(.mediaType, mediaType)
        text(.page, page)
        if let picture {
            piece.object(CodingKeys.picture.rawValue) { piece in
                piece.number("bytes", Int(picture.bytes))
                piece.exactly("file", picture.file)
                if let height = picture.height { piece.number("height", height) }
                piece.exactly("kind", picture.kind.rawValue)
                piece.exactly("sha256", picture.sha256)
                if let address = picture.published { piece.exactly("url", address) }
                if let width = picture.width { piece.number("width", width) }
            }
        }
        if let postID { piece.number(CodingKeys.postID.rawValue, postID) }
        // Bytes that are no UTF-8 cannot stand in JSON.
        if let record, let served = served.flatMap({ String(validating: $0, as: UTF8.self) }) {
            piece.object(CodingKeys.record.rawValue) { piece in
                piece.exactly("base", record.base)
                piece.exactly("sha256", record.sha256)
                piece.exactly("source", record.source)
                piece.exactly("text", served)
            }
        }
        piece.object("reuse") { piece in
            piece.exactly("answer", reuse.answer.rawValue)
            if let license = reuse.license { piece.exactly("license", license.name) }
            if let words = reuse.words { piece.exactly("words", words) }
        }
        text(.source, source)
        text(.state, state.rawValue)
    }
}
