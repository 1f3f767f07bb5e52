internal import Folder

extension DayStory {
    /// Another picture than the stored one is here, and has to be believed.
    func consider(_ offer: Replacements.Offer) async throws -> DayOutcome {
        guard let new = offer.change.metadata.mirror.picture else { return .undecided(day) }
        if facts.accepted.contains(day) { return try await apply(offer) }
        if let doubt = Replacements.doubt(new, replacing: offer.former) {
            return try await dispute(offer, reason: doubt)
        }
        if Replacements.mustWait(offer, day: day, today: facts.today) { return .offer(offer) }
        return try await apply(offer)
    }

    func apply(_ offer: Replacements.Offer) async throws -> DayOutcome {
        try await store(offer.change, replaced: true)
    }

    /// Leaves the picture as it is and notes what was offered.
    func dispute(_ offer: Replacements.Offer, reason: String) async throws -> DayOutcome {
        let new = offer.change.metadata.mirror.picture
        try await refresher.archive.incoming.discardPart(for: day)
        if var stored = await refresher.archive.incoming.readableMetadata(day) {
            stored.mirror.state = .disputed
            // What this look found is known now: it is no reason to look again tomorrow.
            stored.mirror.picture?.checked = facts.now
            _ = try await refresher.archive.store(DayChange(metadata: stored, content: .kept))
        }
        if let known = facts.disputes[day], known.sha256 == new?.sha256 { return .disputed(day, known) }
        refresher.events.send(.disputed(day, reason: reason))
        return .disputed(
            day, Disputes.Dispute(reason: reason, url: new?.url ?? "", sha256: new?.sha256, since: facts.now))
    }
}
