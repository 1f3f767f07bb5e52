internal import FoundationEssentials
internal import Pictures
internal import Transfer

extension PictureFetch {
    /// A poster for a page, checked like any picture; a page without one is as good.
    func poster(_ address: String?) async throws -> VideoPage.Poster? {
        guard let address else { return nil }
        let small = WebAddress(address).flatMap { PictureAddress.rendition(of: $0, width: Self.posterWidth) }
        var request = Request(
            small ?? address, maximumBytes: Self.maximumPosterBytes, timeLimit: .seconds(120))
        request.accept = "image/jpeg,image/png,image/gif"
        let body: [UInt8]
        do {
            let response = try await transfer.data(request)
            guard response.status == 200 else { return nil }
            body = response.body
        } catch TransferError.cancelled {
            throw CancellationError()
        } catch {
            return nil
        }
        guard let facts = try? PictureFacts(inspecting: FileBytes(body)), !facts.format.isVideo else { return nil }
        return VideoPage.Poster(type: "image/\(facts.format.rawValue)", bytes: body)
    }

    private static let posterWidth = 960
    private static let maximumPosterBytes: Int64 = 4_000_000

    /// What metadata says of a page.
    func picture(page bytes: [UInt8], day: Day, address: String?) -> Metadata.Picture {
        var sum = SHA256()
        sum.update(bytes)
        return Metadata.Picture(
            file: "\(day).\(VideoPage.suffix)", kind: .page, url: address, bytes: Int64(bytes.count),
            sha256: sum.finish(), fetched: clock())
    }
}
