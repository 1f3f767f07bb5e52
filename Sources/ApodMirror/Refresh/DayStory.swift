internal import Folder

/// One day in a pass, from the source's answer to what stands on disk.
struct DayStory: Sendable {
    let refresher: Refresher
    let facts: Pass.Facts
    let day: Day

    func tell(_ answer: Result<Entry, EntryError>) async throws -> DayOutcome {
        let stored = await refresher.archive.incoming.readableMetadata(day)
        // Whatever lies there: the owner does not want the day.
        if stored?.mirror.state == .hidden { return .undecided(day) }
        let isPresent = facts.listing.isPresent(day)
        switch answer {
        case .failure(let error):
            return try await tell(withoutEntry: error, stored: stored, isPresent: isPresent)
        case .success(let entry):
            let choice = refresher.choice(entry.media)
            let metadata = Metadata(entry, source: refresher.source.name, fetched: facts.now)
            if isPresent, let stored, let picture = stored.mirror.picture, !facts.damaged.contains(day) {
                let look = Look(entry: entry, metadata: metadata, choice: choice, stored: stored, picture: picture)
                return try await self.look(look)
            }
            if let stored, stored.mirror.picture != nil, !isPresent { refresher.events.send(.missing(day)) }
            return try await acquire(entry, metadata, choice, stored: stored)
        }
    }

    private func tell(withoutEntry error: EntryError, stored: Metadata?, isPresent: Bool) async throws -> DayOutcome {
        // What is there stays: an answer that fails to come, or to be believed, takes nothing away.
        if isPresent, !facts.damaged.contains(day) { return .undecided(day) }
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
                return .undecided(day)
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
    func page(
        _ entry: Entry, _ metadata: Metadata, _ address: String?, _ posterAddress: String?
    ) async throws -> DayChange {
        // A page that is there keeps its poster when that cannot be had at the moment.
        var poster = try await refresher.fetch.poster(posterAddress)
        if poster == nil, posterAddress != nil { poster = await refresher.archive.incoming.poster(of: day) }
        let bytes = VideoPage.render(entry, address: address, poster: poster)
        let picture = refresher.fetch.picture(page: bytes, day: day, address: address)
        return DayChange(metadata: metadata.with(picture), content: .page(bytes))
    }

    func store(_ change: DayChange, replaced: Bool) async throws -> DayOutcome {
        let written = try await refresher.archive.store(change)
        refresher.events.send(.stored(written, replaced: replaced))
        return .stored(written, replaced: replaced)
    }
}
