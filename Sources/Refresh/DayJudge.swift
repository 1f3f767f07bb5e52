internal import Archive
internal import Days
internal import MirrorTree
internal import NASA
internal import Store

/// Judges one day in a pass: compares the source's answer with the mirror, fetches what is missing, and returns the
/// outcome. The refresher that runs the pass sends the events.
struct DayJudge: Sendable {
    let refresher: Refresher
    let facts: Pass.Facts
    let watch: PassWatch
    let answer: DayAnswer

    var day: Day { answer.day }
    var archive: Archive { refresher.archive }

    /// Throws ``DayChanged`` when the day was changed meanwhile: it is to be judged anew then.
    func judge() async throws -> DayOutcome {
        let stored = try await archive.incoming.storedDay(day)
        // The owner does not want a hidden day, whatever lies there.
        if stored.metadata?.mirror.state == .hidden { return .undecided(day) }
        switch answer.result {
        case .failure(let error): return judge(error, stored)
        case .success(let entry): return try await judge(entry, stored)
        }
    }

    private func judge(_ error: EntryError, _ stored: StoredDay) -> DayOutcome {
        // A stored picture stays: an answer that fails to come, or to be believed, takes nothing away.
        if stored.isPresent, !facts.damaged.contains(day) { return .undecided(day) }
        if stored.metadata == nil {
            if case .notPublished(let absence) = error { return .unpublished(day, absence) }
            if case .leftOut = error { return .leftOut(day, reason: error.description) }
        }
        return failed(error.description, stored.metadata, stored)
    }

    private func judge(_ entry: Entry, _ stored: StoredDay) async throws -> DayOutcome {
        let choice = refresher.choice(entry.media)
        let source = refresher.source
        let metadata = Metadata(entry, source: source.name, base: source.address, fetched: facts.now)
        if stored.isPresent,
            let rereading = Rereading(entry: entry, metadata: metadata, choice: choice, stored: stored)
        {
            if !facts.damaged.contains(day) { return try await judge(rereading) }
            // Words are mended by NASA's words: the picture is not asked for.
            if stored.hasDamagedWords, await archive.incoming.isWhole(day) { return try await judge(rereading) }
            if rereading.picture.kind != .page { return try await mend(rereading) }
        }
        // A day that lost picture and JSON during the pass was let go of: the next plan knows whether it is missed.
        guard stored.json != nil || !facts.present.contains(day) else { return .undecided(day) }
        return try await acquire(entry, metadata, choice, stored)
    }

    // MARK: - A day without a picture

    private func acquire(
        _ entry: Entry, _ metadata: Metadata, _ choice: PictureChoice, _ stored: StoredDay
    ) async throws -> DayOutcome {
        switch choice {
        case .wait(let reason):
            return failed(reason, metadata, stored)
        case .page(let address, let poster):
            return try await store(try await page(entry, metadata, address, poster, stored), replaced: false)
        case .download(let candidates):
            switch try await fetch(entry, candidates) {
            case .fetched(let picture, let part):
                let change = DayChange(
                    metadata: metadata.with(picture), content: .fetched(part), basis: .judged(stored))
                let isRefused = picture.url != candidates.first?.url
                return await offer(change, former: nil, isSettled: false, isRefused: isRefused)
            case .page(let address):
                let poster = metadata.mirror.poster
                return try await store(try await page(entry, metadata, address, poster, stored), replaced: false)
            case .failed(let reason):
                return failed(reason, metadata, stored)
            case .unchanged:
                return .undecided(day)
            }
        }
    }

    /// Fetches the picture. Another mirror names the SHA-256, and other bytes are refused, so that its damage does not
    /// spread.
    func fetch(
        _ entry: Entry, _ candidates: [PictureChoice.Candidate], stored: Metadata.Picture? = nil
    ) async throws -> PictureFetch.Outcome {
        let outcome = try await refresher.fetch.fetch(day, candidates, stored: stored, watch: watch)
        guard case .fetched(var picture, let part) = outcome, let digest = entry.digest, let url = picture.url,
            url == candidates.first?.url
        else { return outcome }
        if picture.sha256 == digest {
            picture.origin = entry.origin
            return .fetched(picture, part: part)
        }
        try await archive.incoming.discardPart(for: day)
        return .failed("\(url) has other bytes than its mirror says; there, apod-mirror verify tells which are right")
    }

    /// - Parameter isRefused: whether a better address was asked in vain.
    func offer(
        _ change: DayChange, former: Metadata.Picture?, isSettled: Bool, isRefused: Bool
    ) async -> DayOutcome {
        var offer = Offer(answer: answer, change: change, former: former, isSettled: isSettled)
        if let picture = offer.picture, let neighbours = facts.sums[picture.sha256] {
            offer.twin = await archive.incoming.twin(of: picture, day: day, among: neighbours)
        }
        offer.isStandIn = offer.picture?.kind == .rendition && isRefused
        watch.look { $0.note(PassSuspicion.Picture(offer)) }
        return .offered(offer)
    }

    func failed(_ reason: String, _ metadata: Metadata?, _ stored: StoredDay) -> DayOutcome {
        .failed(FailedDay(day: day, reason: reason, metadata: metadata, stored: stored))
    }

    /// The page of a video that lives elsewhere.
    func page(
        _ entry: Entry, _ metadata: Metadata, _ address: String?, _ posterAddress: String?, _ stored: StoredDay
    ) async throws -> DayChange {
        // A page that is there keeps its poster when that cannot be had at the moment.
        var poster = try await refresher.fetch.poster(posterAddress, for: day, watch: watch)
        if poster == nil, posterAddress != nil { poster = await archive.incoming.poster(of: day) }
        let bytes = VideoPage.render(metadata, address: address, poster: poster)
        let picture = refresher.fetch.picture(page: bytes, day: day, address: address)
        return DayChange(metadata: metadata.with(picture), content: .page(bytes), basis: .judged(stored))
    }

    func store(_ change: DayChange, replaced: Bool) async throws -> DayOutcome {
        .stored(try await archive.store(change), replaced: replaced)
    }
}
