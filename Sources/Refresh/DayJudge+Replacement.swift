internal import Archive
internal import MirrorTree
internal import Store

extension DayJudge {
    /// Another picture than the stored one is here, and has to be believed.
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
        // What is not right may give way, however many of them do.
        let isRight = !facts.doubtful.contains(day)
        let isSettled =
            !isAccepted && isRight && Replacements.isSettled(new, replacing: former, day: day, today: facts.today)
        return await offer(change, former: former, isSettled: isSettled, isRefused: false)
    }

    /// Leaves the picture as it is and notes what was offered.
    func dispute(_ new: Metadata.Picture, on stored: StoredDay, reason: String) async throws -> DayOutcome {
        try await archive.incoming.discardPart(for: day)
        let known = facts.disputes[day].flatMap { $0.sha256 == new.sha256 ? $0 : nil }
        let dispute =
            known ?? Disputes.Dispute(reason: reason, url: new.url ?? "", sha256: new.sha256, since: facts.now)
        // Before the day says that it is disputed: of a dispute that is nowhere told, nobody could make an end.
        let day = day
        try await archive.perform { try $0.notes.note(dispute, about: day) }
        if var metadata = stored.metadata {
            metadata.mirror.state = .disputed
            // What this look found is known now: it is no reason to look again tomorrow.
            metadata.mirror.picture?.checked = facts.now
            _ = try await archive.store(DayChange(metadata: metadata, content: .kept, basis: .judged(stored)))
        }
        return .disputed(day, dispute, isNew: known == nil)
    }
}
