internal import Archive
internal import MirrorTree
internal import Pictures
internal import Store

// MARK: - A picture that differs

extension DayJudge {
    /// Judges a fetched picture that differs from the stored one.
    func judge(
        _ change: DayChange, replacing former: Metadata.Picture, of rereading: Rereading
    ) async throws -> DayOutcome {
        guard let new = change.metadata.mirror.picture else { return .undecided(day) }
        let isAccepted = facts.accepted.contains(day)
        if !isAccepted, let doubt = Replacements.doubt(new, replacing: former) {
            return try await dispute(new, on: rereading.stored, reason: doubt)
        }
        if case .page = change.content, isAccepted || former.kind == .page {
            return try await store(change, replaced: true)
        }
        // Doubtful pictures may be replaced, however many they are.
        let isRight = !facts.doubtful.contains(day)
        let isSettled =
            !isAccepted && isRight && Replacements.isSettled(new, replacing: former, day: day, today: facts.today)
        return await offer(change, former: former, isSettled: isSettled, isRefused: false)
    }

    /// Leaves the stored picture as it is and notes the dispute.
    func dispute(_ new: Metadata.Picture, on stored: StoredDay, reason: String) async throws -> DayOutcome {
        try await archive.incoming.discardPart(for: day)
        let known = facts.disputes[day].flatMap { $0.sha256 == new.sha256 ? $0 : nil }
        let dispute =
            known ?? Disputes.Dispute(reason: reason, url: new.url ?? "", sha256: new.sha256, since: facts.now)
        // The dispute is noted before the day is marked: the owner could not settle a dispute that is nowhere told.
        let day = day
        try await archive.perform { try $0.notes.note(dispute, about: day) }
        if var metadata = stored.metadata {
            metadata.mirror.state = .disputed
            // The time of this check is kept, so that tomorrow's pass does not ask for the picture again.
            metadata.mirror.picture?.checked = facts.now
            _ = try await archive.store(DayChange(metadata: metadata, content: .kept, basis: .judged(stored)))
        }
        return .disputed(day, dispute, isNew: known == nil)
    }
}

// MARK: - A damaged picture

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
