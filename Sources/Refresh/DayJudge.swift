internal import Days
internal import MirrorTree
internal import NASA
internal import Store

/// Judges one day of a pass: the source's answer beside what is stored of the day. Pure: ``DayTask`` reads, fetches and
/// stores what a decision asks for.
struct DayJudge: Sendable {
    let facts: Pass.Facts
    let answer: DayAnswer
    let stored: StoredDay
    /// The name of the source.
    let source: String
    /// The address of the source.
    let base: String
    /// The addresses that the settings want for a day's media.
    let choose: @Sendable (Media) -> PictureChoice

    var day: Day { answer.day }

    /// The next step of a day. A step with `then` goes on with the decision that its result leads to.
    enum Decision: Sendable {
        case end(DayOutcome)
        /// A picture is to be fetched; `stored` is the stored one, which is fetched only if the server has another by now.
        case fetch(
            [PictureChoice.Candidate], stored: Metadata.Picture? = nil,
            then: @Sendable (PictureFetch.Outcome) -> Decision)
        /// The stored picture is to be compared with its SHA-256; the result says whether it is whole.
        case compare(then: @Sendable (Bool) -> Decision)
        /// The page of a video that lives elsewhere is to be made.
        case makePage(PageDraft, then: @Sendable (DayChange) -> Decision)
        case store(DayChange, as: Change)
        /// A fetched picture waits for those of other days.
        case offer(PendingPicture)
        /// The stored picture stays, and the dispute is noted; `change` marks the day.
        case dispute(Disputes.Dispute, change: DayChange?, isNew: Bool)
    }

    /// The meaning of a change that is stored.
    enum Change: Equatable, Sendable {
        case picture(isReplacement: Bool)
        case words
        /// Only what the mirror notes of the picture.
        case notes
    }

    /// A page to be made of an entry, with the poster from that address inside.
    struct PageDraft: Sendable {
        var metadata: Metadata
        var address: String?
        var poster: String?
    }

    func decision() -> Decision {
        // The owner does not want a hidden day, whatever lies there.
        if stored.metadata?.mirror.state == .hidden { return .end(.undecided(day)) }
        switch answer.result {
        case .failure(let error): return .end(outcome(of: error))
        case .success(let entry): return decision(on: entry)
        }
    }

    private func outcome(of error: EntryError) -> DayOutcome {
        // A stored picture stays: an answer that fails to come, or to be believed, takes nothing away.
        if stored.isPresent, !facts.damaged.contains(day) { return .undecided(day) }
        if stored.metadata == nil {
            if case .notPublished(let absence) = error { return .unpublished(day, absence) }
            if case .leftOut = error { return .leftOut(day, reason: error.description) }
        }
        return failed(error.description, stored.metadata)
    }

    private func decision(on entry: Entry) -> Decision {
        let choice = choose(entry.media)
        var metadata = Metadata(entry, source: source, base: base, fetched: facts.now)
        if stored.isPresent,
            let rereading = Rereading(
                entry: entry, metadata: metadata, choice: choice, stored: stored, holdsWords: keepsWords,
                takesEmptyStory: acceptsWords)
        {
            if !facts.damaged.contains(day) { return decision(on: rereading) }
            let (isPage, words) = (rereading.picture.kind == .page, rereading.metadata)
            if stored.hasDamagedWords || !isPage {
                return .compare { isWhole in
                    // Words are mended by NASA's words: the picture is not asked for.
                    if isWhole, stored.hasDamagedWords { return decision(on: rereading) }
                    if isWhole { return again(rereading, asking: false) }
                    return isPage ? acquire(entry, words, choice) : mend(rereading)
                }
            }
        }
        // A day that lost picture and JSON during the pass was let go of: the next plan knows whether it is missed.
        guard stored.json != nil || !facts.present.contains(day) else { return .end(.undecided(day)) }
        // Words outlive their picture: those that came without one are judged like any other.
        if let former = stored.metadata, !former.explanation.isEmpty {
            if keepsWords { metadata.holdWords(of: former) }
            metadata.keep(former, namesNothing: choice.isEmpty, takesEmptyStory: acceptsWords)
        }
        return acquire(entry, metadata, choice)
    }

    func failed(_ reason: String, _ metadata: Metadata?) -> DayOutcome {
        .failed(FailedDay(day: day, reason: reason, metadata: metadata, stored: stored))
    }

    // MARK: - A day without a picture

    private func acquire(_ entry: Entry, _ metadata: Metadata, _ choice: PictureChoice) -> Decision {
        switch choice {
        case .wait(let reason):
            return .end(failed(reason, metadata))
        case .page(let address, let poster):
            return acquirePage(PageDraft(metadata: metadata, address: address, poster: poster))
        case .download(let candidates):
            return .fetch(candidates) { outcome in
                switch checked(outcome, entry, candidates) {
                case .fetched(let picture, let part):
                    let change = DayChange(
                        metadata: metadata.with(picture), content: .fetched(part), basis: .judged(stored))
                    var pending = PendingPicture(answer: answer, change: change, former: nil, isSettled: false)
                    // A better address was asked in vain.
                    pending.isStandIn = picture.kind == .rendition && picture.url != candidates.first?.url
                    return .offer(pending)
                case .page(let address):
                    let poster = metadata.mirror.poster
                    return acquirePage(PageDraft(metadata: metadata, address: address, poster: poster))
                case .failed(let reason):
                    guard let film = choice.onlyFilm, stored.wasTriedForHours else {
                        return .end(failed(reason, metadata))
                    }
                    // The server of the film may be gone for good. The film still takes the page's place if it comes.
                    let poster = metadata.mirror.poster
                    return acquirePage(PageDraft(metadata: metadata, address: film, poster: poster))
                case .unchanged, .verified:
                    return .end(.undecided(day))
                }
            }
        }
    }

    private func acquirePage(_ draft: PageDraft) -> Decision {
        .makePage(draft) { .store($0, as: .picture(isReplacement: false)) }
    }

    /// Refuses other bytes than those that another mirror names the SHA-256 of, so that its damage does not spread.
    func checked(
        _ outcome: PictureFetch.Outcome, _ entry: Entry, _ candidates: [PictureChoice.Candidate]
    ) -> PictureFetch.Outcome {
        guard case .fetched(var picture, let part) = outcome, let digest = entry.digest, let url = picture.url,
            url == candidates.first?.url
        else { return outcome }
        guard picture.sha256 == digest else {
            return .failed(
                "\(url) has other bytes than its mirror says; there, apod-mirror verify tells which are right")
        }
        picture.origin = entry.origin
        return .fetched(picture, part: part)
    }
}
