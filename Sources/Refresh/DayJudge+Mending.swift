internal import Archive
internal import MirrorTree
internal import Pictures
internal import Store

extension DayJudge {
    /// Repairs a damaged picture: only the very bytes that were stored take its place. A picture that is whole and
    /// cannot be decoded is judged like any other.
    func mend(_ rereading: Rereading) async throws -> DayOutcome {
        if await archive.incoming.isWhole(day) { return try await again(rereading, asking: false) }
        let recorded = rereading.picture
        var candidates: [PictureChoice.Candidate] = []
        if let url = recorded.url {
            let isVideo = PictureFormat(ofName: recorded.file)?.isVideo == true
            candidates.append(PictureChoice.Candidate(url: url, kind: recorded.kind, isVideo: isVideo))
        }
        if case .download(let named) = rereading.choice { candidates += named.filter { $0.url != recorded.url } }
        var reason = Self.isAnother
        for candidate in candidates {
            switch try await refresher.fetch.fetch(day, [candidate], watch: watch) {
            case .fetched(let picture, let part) where picture.sha256 == recorded.sha256:
                let change = DayChange(
                    metadata: rereading.former, content: .fetched(part), basis: .judged(rereading.stored))
                return try await store(change, replaced: false)
            case .fetched:
                try await archive.incoming.discardPart(for: day)
            case .page, .unchanged:
                break
            case .failed(let why):
                reason = why
            }
        }
        return failed(reason, rereading.former, rereading.stored)
    }

    private static let isAnother = "NASA has another picture by now than the one that was stored"
}
