internal import Belief
package import Days
internal import Folder
package import MirrorTree
package import NASA
internal import Pictures
internal import Store
internal import Transfer

/// Answers that are taken in memory: posters, and pieces of pictures.
extension PictureFetch {
    /// Fetches a poster for a page, checked like any picture; a page without a poster is as good.
    ///
    /// - Parameter watch: of the pass that it is for; a poster by itself is a pass of its own.
    package func poster(
        _ address: String?, for day: Day? = nil, watch: PassWatch = PassWatch()
    ) async throws -> VideoPage.Poster? {
        guard let address, asksNASA else { return nil }
        try watch.checkFetching()
        let small = WebAddress(address).flatMap { PictureAddress.rendition(of: $0, width: Self.posterWidth) }
        var request = Request(small ?? address, maximumBytes: Self.maximumPosterBytes, timeLimit: .seconds(120))
        request.accept = Self.pictures
        request.mayStart = { address in watch.withLock { $0.grantsPicture(address, for: day) } }
        let kind = HostPart(request.url)
        if watch.withLock({ $0.hosts.reason(notToAsk: kind) != nil || $0.hosts.needsProof(kind) }) { return nil }
        switch try await answer(to: request) {
        case .success(let response):
            watch.withLock { $0.hear(request.url) }
            guard response.status == 200, let facts = try? PictureFacts(inspecting: FileBytes(response.body)),
                !facts.format.isVideo
            else { return nil }
            return VideoPage.Poster(type: facts.format.mediaType, bytes: response.body)
        case .failure(.notStarted): try watch.checkFetching()
        case .failure(let error):
            if error.isSilence { watch.withLock { $0.hear(request.url, silence: error.description) } }
        }
        return nil
    }

    /// Whether the server still has a picture that it had: only its beginning is asked for, and no more of it is taken.
    func isThere(_ proof: Proof, _ watch: PassWatch) async throws -> Bool {
        let answer = try await piece(0..<Int64(proof.beginning.count), of: proof.url) { address in
            watch.withLock { $0.grantsPicture(address, for: proof.day) }
        }
        guard case .success(let response) = answer else { return false }
        return [200, 206].contains(response.status) && response.body == proof.beginning
    }

    /// A server's answer to the request for a piece of a picture, of which no more is taken.
    func piece(
        _ piece: Range<Int64>, of url: String, mayStart: @escaping @Sendable (_ address: String) -> Bool
    ) async throws -> Result<Response, TransferError> {
        var request = Request(url, maximumBytes: Int64(piece.count), timeLimit: .seconds(120))
        request.takesBeginning = true
        request.accept = "\(Self.pictures),\(Self.videos)"
        request.headers = [("Range", "bytes=\(piece.lowerBound)-\(piece.upperBound - 1)")]
        request.mayStart = mayStart
        return try await answer(to: request)
    }

    /// Throws where the task is cancelled, and where the server asks for a pause.
    private func answer(to request: Request) async throws -> Result<Response, TransferError> {
        do {
            let response = try await transfer.data(request)
            if response.status == 429 { throw pause(response.url, response.headers) }
            return .success(response)
        } catch TransferError.cancelled {
            throw CancellationError()
        } catch let error as TransferError {
            return .failure(error)
        }
    }

    func pause(_ url: String, _ headers: Headers) -> SourceError {
        .rateLimited(url: url, seconds: RetryAfter.seconds(headers, now: Int(clock().seconds)))
    }

    /// The CDN may choose WebP for a request that names no formats.
    static let pictures = "image/jpeg,image/png,image/gif"
    static let videos = "video/mp4,video/quicktime,video/*"

    private static let posterWidth = 960
    private static let maximumPosterBytes: Int64 = 4_000_000
}

/// A picture that the server certainly has, since the mirror got it from there. A request for it tells a server that
/// has failed as a whole from days that are bad by themselves.
struct Proof: Sendable {
    var day: Day
    var url: String
    /// The first bytes of the picture.
    var beginning: [UInt8]
}

extension Incoming {
    /// Returns `nil` where the day has nothing that came from an address.
    func proof(of day: Day) throws -> Proof? {
        guard let metadata = try storedDay(day).metadata, let picture = metadata.mirror.picture, picture.kind != .page,
            let url = picture.url, let name = metadata.visibleName,
            let file = try open(day, name), case let beginning = try file.read(512, at: 0), !beginning.isEmpty
        else { return nil }
        return Proof(day: day, url: url, beginning: beginning)
    }
}
