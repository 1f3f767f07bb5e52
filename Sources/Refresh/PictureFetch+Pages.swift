package import Days
package import MirrorTree
package import NASA
internal import Pictures
internal import Transfer

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
        var request = Request(
            small ?? address, maximumBytes: Self.maximumPosterBytes, timeLimit: .seconds(120))
        request.accept = "image/jpeg,image/png,image/gif"
        request.mayStart = { address in watch.withLock { $0.grantsPicture(address, for: day) } }
        let kind = PictureAddress.Kind(request.url)
        if watch.withLock({ $0.reason(notToAsk: kind) != nil || $0.isHeld(kind, for: nil) }) { return nil }
        do {
            let response = try await transfer.data(request)
            if response.status == 429 { throw pause(response) }
            watch.withLock { $0.hear(request.url) }
            if response.status == 200, let facts = try? PictureFacts(inspecting: FileBytes(response.body)),
                !facts.format.isVideo
            {
                return VideoPage.Poster(type: facts.format.mediaType, bytes: response.body)
            }
        } catch let error as SourceError {
            throw error
        } catch TransferError.cancelled {
            throw CancellationError()
        } catch TransferError.notStarted(let place) {
            _ = try watch.whyNotGranted(request.url, at: place)
        } catch let error as TransferError {
            if error.isSilence { watch.withLock { $0.hear(request.url, silence: error.description) } }
        }
        return nil
    }

    /// Whether the server still has a picture that it had: only its beginning is asked for, and no more of it is taken.
    func isThere(_ proof: Proof, _ watch: PassWatch) async throws -> Bool {
        var request = Request(proof.url, maximumBytes: Int64(proof.beginning.count), timeLimit: .seconds(120))
        request.takesBeginning = true
        request.accept = "image/jpeg,image/png,image/gif,video/*"
        request.headers = [("Range", "bytes=0-\(proof.beginning.count - 1)")]
        request.mayStart = { address in watch.withLock { $0.grantsPicture(address, for: proof.day) } }
        do {
            let response = try await transfer.data(request)
            if response.status == 429 { throw pause(response) }
            return [200, 206].contains(response.status) && response.body == proof.beginning
        } catch let error as SourceError {
            throw error
        } catch TransferError.cancelled {
            throw CancellationError()
        } catch {
            return false
        }
    }

    func pause(_ response: Response) -> SourceError {
        let seconds = RetryAfter.seconds(response.headers["retry-after"], now: Int(clock().seconds))
        return .rateLimited(url: response.url, seconds: seconds)
    }

    private static let posterWidth = 960
    private static let maximumPosterBytes: Int64 = 4_000_000
}
