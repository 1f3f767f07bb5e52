internal import Archive
internal import MirrorTree
internal import Store

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
