internal import Folder

/// One day in a pass, from the source's answer to what stands on disk.
struct DayStory: Sendable {
    let refresher: Refresher
    let facts: Pass.Facts
    let day: Day

    func tell(_ answer: Result<Entry, EntryError>) async throws -> DayOutcome {
        let stored = await refresher.archive.incoming.readableMetadata(day)
        // Whatever stands there under the day's name: the owner does not want this picture.
        if stored?.mirror.state == .hidden { return .nothing(day) }
        let isPresent = facts.listing.isPresent(day)
        switch answer {
        case .failure(let error):
            return try await tell(withoutEntry: error, stored: stored, isPresent: isPresent)
        case .success(let entry):
            let choice = refresher.choice(entry.media)
            let metadata = Metadata(entry, source: refresher.source.name, fetched: facts.now)
            if isPresent, let stored, !facts.damaged.contains(day) {
                return try await look(entry, metadata, choice, stored: stored)
            }
            if let stored, stored.mirror.state == .present, !isPresent { refresher.events.send(.missing(day)) }
            return try await acquire(entry, metadata, choice, stored: stored)
        }
    }

    private func tell(withoutEntry error: EntryError, stored: Metadata?, isPresent: Bool) async throws -> DayOutcome {
        // What is there stays: an answer that fails to come, or to be believed, takes nothing away.
        if isPresent, !facts.damaged.contains(day) { return .nothing(day) }
        if case .notPublished(let confirmed) = error, stored == nil {
            refresher.events.send(.unpublished(day, confirmed: confirmed))
            return .unpublished(day, confirmed: confirmed)
        }
        if let stored { return try await pend(stored, reason: error.description, stored: stored) }
        refresher.events.send(.pending(day, title: nil, reason: error.description))
        return .pending(day, reason: error.description)
    }

    // MARK: - A day without a picture

    private func acquire(
        _ entry: Entry, _ metadata: Metadata, _ choice: PictureChoice, stored: Metadata?
    ) async throws -> DayOutcome {
        switch choice {
        case .wait(let reason):
            return try await pend(metadata, reason: reason, stored: stored)
        case .page(let address, let poster):
            return try await store(try await page(entry, metadata, address, poster), replaced: false)
        case .download(let candidates):
            switch try await refresher.fetch.fetch(day, candidates) {
            case .fetched(let picture, let part):
                let change = DayChange(metadata: metadata.with(picture), content: .fetched(part))
                return try await store(change, replaced: false)
            case .page(let address):
                let change = try await page(entry, metadata, address, metadata.mirror.poster)
                return try await store(change, replaced: false)
            case .failed(let reason):
                return try await pend(metadata, reason: reason, stored: stored)
            case .unchanged:
                return .nothing(day)
            }
        }
    }

    private func pend(_ metadata: Metadata, reason: String, stored: Metadata?) async throws -> DayOutcome {
        refresher.events.send(.pending(day, title: metadata.title, reason: reason))
        // A damaged file is better than none, and its JSON still tells what it should be.
        if facts.listing.isPresent(day) { return .pending(day, reason: reason) }
        var metadata = metadata
        let attempts = (stored?.mirror.pending?.attempts ?? 0) + 1
        let wait = BackOff.seconds(afterAttempts: attempts, chance: Double.random(in: 0..<1))
        metadata.mirror.state = .pending
        metadata.mirror.picture = nil
        metadata.mirror.pending = .init(reason: reason, attempts: attempts, retryAfter: facts.now + wait)
        _ = try await refresher.archive.store(DayChange(metadata: metadata, content: .none))
        return .pending(day, reason: reason)
    }

    /// The page of a video that lives elsewhere.
    private func page(
        _ entry: Entry, _ metadata: Metadata, _ address: String?, _ posterAddress: String?
    ) async throws -> DayChange {
        let poster = try await refresher.fetch.poster(posterAddress)
        let bytes = VideoPage.render(entry, address: address, poster: poster)
        let picture = refresher.fetch.picture(page: bytes, day: day, address: address)
        return DayChange(metadata: metadata.with(picture), content: .page(bytes))
    }

    // MARK: - A day whose picture is there

    private func look(
        _ entry: Entry, _ metadata: Metadata, _ choice: PictureChoice, stored: Metadata
    ) async throws -> DayOutcome {
        guard let picture = stored.mirror.picture else {
            return try await acquire(entry, metadata, choice, stored: stored)
        }
        switch SecondLook.make(metadata, choice: choice, stored: stored, now: facts.now) {
        case .nothing:
            return .nothing(day)
        case .words where picture.kind == .page:
            // The words stand in the page too.
            return try await correct(try await page(entry, metadata, picture.url, metadata.mirror.poster))
        case .words:
            return try await correct(DayChange(metadata: metadata.with(picture), content: .kept))
        case .picture:
            return try await again(entry, metadata, choice, stored: picture, asking: true)
        case .replacement:
            if isKnownOffer(choice) { return .nothing(day) }
            return try await again(entry, metadata, choice, stored: picture, asking: false)
        }
    }

    /// The same offer that is disputed already is not fetched again.
    private func isKnownOffer(_ choice: PictureChoice) -> Bool {
        guard let dispute = facts.disputes[day], !facts.accepted.contains(day) else { return false }
        return choice.names(dispute.url)
    }

    private func again(
        _ entry: Entry, _ metadata: Metadata, _ choice: PictureChoice, stored: Metadata.Picture, asking: Bool
    ) async throws -> DayOutcome {
        let change: DayChange
        switch choice {
        case .wait:
            return .nothing(day)
        case .page(let address, let poster):
            change = try await page(entry, metadata, address, poster)
        case .download(let candidates):
            switch try await refresher.fetch.fetch(day, candidates, stored: asking ? stored : nil) {
            case .fetched(let picture, _) where picture.sha256 == stored.sha256:
                return try await confirm(metadata, stored, now: picture)
            case .fetched(let picture, let part):
                change = DayChange(
                    metadata: metadata.with(picture), content: .fetched(part),
                    keepsFormer: stored.kind != .rendition || picture.kind == .rendition)
            case .page(let address):
                change = try await page(entry, metadata, address, metadata.mirror.poster)
            case .unchanged:
                return try await confirm(metadata, stored, now: stored)
            case .failed:
                // The picture that is there is not worse for it.
                return .nothing(day)
            }
        }
        return try await consider(Replacements.Offer(change: change, former: stored))
    }

    /// The bytes are the same; only what we know about them is newer.
    private func confirm(
        _ metadata: Metadata, _ stored: Metadata.Picture, now fresh: Metadata.Picture
    ) async throws -> DayOutcome {
        var picture = stored
        picture.url = fresh.url
        picture.kind = fresh.kind
        picture.etag = fresh.etag
        picture.lastModified = fresh.lastModified
        picture.checked = facts.now
        try await refresher.archive.incoming.discardPart(for: day)
        _ = try await refresher.archive.store(DayChange(metadata: metadata.with(picture), content: .kept))
        return .nothing(day)
    }

    private func correct(_ change: DayChange) async throws -> DayOutcome {
        let written = try await refresher.archive.store(change)
        refresher.events.send(.corrected(written))
        return .corrected(written)
    }

    // MARK: - Replacements

    private func consider(_ offer: Replacements.Offer) async throws -> DayOutcome {
        guard let new = offer.change.metadata.mirror.picture else { return .nothing(day) }
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
            _ = try await refresher.archive.store(DayChange(metadata: stored, content: .kept))
        }
        refresher.events.send(.disputed(day, reason: reason))
        return .disputed(
            day, Disputes.Dispute(reason: reason, url: new?.url ?? "", sha256: new?.sha256, since: facts.now))
    }

    private func store(_ change: DayChange, replaced: Bool) async throws -> DayOutcome {
        let written = try await refresher.archive.store(change)
        refresher.events.send(.stored(written, replaced: replaced))
        return .stored(written, replaced: replaced)
    }
}
