extension DayStory {
    func look(_ look: Look) async throws -> DayOutcome {
        if facts.accepted.contains(day) { return try await again(look, asking: false) }
        let comesRound = day.distance(to: facts.today) >= Plan.recent
        switch SecondLook.make(
            look.metadata, choice: look.choice, stored: look.stored, now: facts.now, comesRound: comesRound)
        {
        case .nothing where look.stored.mirror.state == .disputed && openDispute(look) == nil:
            // NASA went back to what is stored.
            _ = try await refresher.archive.store(
                DayChange(metadata: look.metadata.with(look.picture), content: .kept))
            return .nothing(day)
        case .nothing:
            return openDispute(look).map { .disputed(day, $0) } ?? .nothing(day)
        case .words:
            return try await correctWords(look)
        case .picture:
            return try await again(look, asking: true)
        case .replacement:
            if let dispute = facts.disputes[day], look.choice.names(dispute.url) { return .disputed(day, dispute) }
            return try await again(look, asking: false)
        }
    }

    /// A dispute is over when NASA names the stored picture again. One about other bytes under the same address is not:
    /// only a question for that picture can tell.
    private func openDispute(_ look: Look) -> Disputes.Dispute? {
        guard let dispute = facts.disputes[day] else { return nil }
        let isOver = dispute.url != look.picture.url && look.choice.names(look.picture.url)
        return isOver ? nil : dispute
    }

    private func again(_ look: Look, asking: Bool) async throws -> DayOutcome {
        let change: DayChange
        switch look.choice {
        case .wait:
            return try await keep(look)
        case .page(let address, let poster):
            change = try await page(look.entry, look.metadata, address, poster)
        case .download(let candidates):
            switch try await refresher.fetch.fetch(day, candidates, stored: asking ? look.picture : nil) {
            case .fetched(let picture, _) where picture.sha256 == look.picture.sha256:
                return try await confirm(look, now: picture)
            case .fetched(let picture, let part):
                change = DayChange(
                    metadata: look.metadata.with(picture), content: .fetched(part),
                    keepsFormer: look.picture.kind != .rendition || picture.kind == .rendition)
            case .page(let address) where look.picture.kind == .page && look.picture.url == address:
                return try await confirm(look, now: look.picture)
            case .page(let address):
                change = try await page(look.entry, look.metadata, address, look.metadata.mirror.poster)
            case .unchanged:
                return try await confirm(look, now: look.picture)
            case .failed:
                return try await keep(look)
            }
        }
        return try await consider(Replacements.Offer(change: change, former: look.picture))
    }

    /// No other picture is to be had: the one that is there is not worse for it, and words count all the same.
    private func keep(_ look: Look) async throws -> DayOutcome {
        look.hasOtherWords ? try await correctWords(look) : .undecided(day)
    }

    /// The bytes are the same; what we know about them is newer.
    private func confirm(_ look: Look, now fresh: Metadata.Picture) async throws -> DayOutcome {
        try await refresher.archive.incoming.discardPart(for: day)
        var look = look
        look.picture.url = fresh.url
        look.picture.kind = fresh.kind
        look.picture.etag = fresh.etag
        look.picture.lastModified = fresh.lastModified
        look.picture.checked = facts.now
        if look.hasOtherWords { return try await correct(change(of: look)) }
        _ = try await refresher.archive.store(DayChange(metadata: look.metadata.with(look.picture), content: .kept))
        return .nothing(day)
    }

    private func correctWords(_ look: Look) async throws -> DayOutcome {
        var change = try await change(of: look)
        if openDispute(look) != nil { change.metadata.mirror.state = .disputed }
        return try await correct(change)
    }

    /// New words around the same picture.
    private func change(of look: Look) async throws -> DayChange {
        guard look.picture.kind == .page else {
            return DayChange(metadata: look.metadata.with(look.picture), content: .kept)
        }
        // The words stand in the page too.
        var change = try await page(look.entry, look.metadata, look.picture.url, look.metadata.mirror.poster)
        change.metadata.mirror.picture?.checked = look.picture.checked
        return change
    }

    private func correct(_ change: DayChange) async throws -> DayOutcome {
        let written = try await refresher.archive.store(change)
        refresher.events.send(.corrected(written))
        return .corrected(written)
    }
}
