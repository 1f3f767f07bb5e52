internal import Archive
internal import Days
internal import Folder
internal import MirrorTree
internal import NASA
internal import Store

/// Takes one day of a pass from its answer to its outcome: reads what is stored, does what ``DayJudge`` decides, and
/// commits or offers the result.
struct DayTask: Sendable {
    let archive: Archive
    let fetch: PictureFetch
    /// The name of the source.
    let source: String
    /// The address of the source.
    let base: String
    let choose: @Sendable (Media) -> PictureChoice
    let facts: Pass.Facts
    let watch: PassWatch

    /// Errors become outcomes. Throws only when the pass is cancelled.
    func outcome(of answer: DayAnswer) async throws -> DayOutcome {
        try await guarded(answer) {
            // An answer that came during a cancellation is none.
            try Task.checkCancellation()
            // A day that is changed again and again is not waited for.
            for _ in 0..<3 {
                do { return try await judged(answer) } catch is DayChanged {}
            }
            return .undecided(answer.day)
        }
    }

    /// Stores a picture that is believed; where its day was changed while it waited, the day is judged anew.
    func outcome(of pending: PendingPicture) async throws -> DayOutcome {
        var isChanged = false
        let outcome = try await guarded(pending.answer) {
            do {
                return .stored(try await archive.store(pending.change), replaced: pending.former != nil)
            } catch is DayChanged {
                isChanged = true
                return .undecided(pending.day)
            }
        }
        return isChanged ? try await self.outcome(of: pending.answer) : outcome
    }

    /// Holds back a picture that waited and is not believed.
    func dispute(_ pending: PendingPicture, reason: String) async throws -> DayOutcome {
        guard case .judged(let stored) = pending.change.basis, let picture = pending.picture else {
            return .undecided(pending.day)
        }
        do {
            return try await outcome(
                of: judge(pending.answer, stored).dispute(picture, reason: reason), pending.answer, stored)
        } catch is DayChanged {
            return .undecided(pending.day)
        }
    }

    /// Stores corrected words, or holds them back for a reason.
    func outcome(of correction: Correction, doubt: String?) async throws -> DayOutcome {
        do {
            return try await settled(correction, doubt)
        } catch is DayChanged {
            let outcome = try await outcome(of: correction.answer)
            guard case .correction(let again) = outcome else { return outcome }
            do { return try await settled(again, doubt) } catch is DayChanged { return .undecided(correction.day) }
        }
    }

    private func settled(_ correction: Correction, _ doubt: String?) async throws -> DayOutcome {
        try await guarded(correction.answer) {
            guard let doubt else { return .corrected(try await archive.store(correction.change)) }
            return try await hold(correction, doubt)
        }
    }

    /// Notes that the words which come with a picture are held back; the picture itself may still be stored.
    func holdWords(of correction: Correction, doubt: String) async throws -> DayOutcome {
        try await guarded(correction.answer) { try await recordDispute(doubt, about: correction) }
    }

    private func recordDispute(_ doubt: String, about correction: Correction) async throws -> DayOutcome {
        let (day, known) = (correction.day, facts.disputes.aboutWords(correction.day))
        let dispute = Disputes.Dispute(
            reason: doubt, url: "", sha256: correction.words.digest, since: known?.since ?? facts.now)
        try await archive.perform { try $0.notes.record(dispute, aboutWordsOf: day) }
        return .disputed(day, dispute, isNew: known == nil, isAboutWords: true)
    }

    private func hold(_ correction: Correction, _ doubt: String) async throws -> DayOutcome {
        let outcome = try await recordDispute(doubt, about: correction)
        let picture = correction.change.metadata.mirror.picture
        if let checked = picture?.checked, checked != correction.former.mirror.picture?.checked {
            // The time of this check is kept, so that the next pass does not ask for the picture again.
            var metadata = correction.former
            metadata.mirror.picture?.checked = checked
            metadata.mirror.picture?.isUnverified = picture?.isUnverified
            _ = try await archive.store(
                DayChange(metadata: metadata, content: .kept, basis: correction.change.basis))
        }
        return outcome
    }

    // MARK: - From decision to decision

    private func judge(_ answer: DayAnswer, _ stored: StoredDay) -> DayJudge {
        // A record that somebody kept is of the server that it came from.
        let kept = fetch.collection?.isUnchecked == true ? try? answer.result.get().recordOrigin : nil
        return DayJudge(
            facts: facts, answer: answer, stored: stored, source: kept?.source ?? source, base: kept?.base ?? base,
            choose: choose)
    }

    /// Throws ``DayChanged`` when the day was changed meanwhile: it is to be judged anew then.
    private func judged(_ answer: DayAnswer) async throws -> DayOutcome {
        let stored = try await archive.incoming.storedDay(answer.day)
        let judge = judge(answer, stored)
        // An import leaves days alone that the collection has nothing of.
        let offered = offered(for: answer)
        if let offered, offered.isEmpty, fetch.collection?.isUnchecked == false { return .undecided(answer.day) }
        let outcome = try await outcome(of: judge.decision(), answer, stored, offered ?? [])
        guard let held = judge.heldWords else { return outcome }
        switch outcome {
        case .held, .stop: return outcome
        default: break
        }
        let day = answer.day
        if held.isNew { try await archive.perform { try $0.notes.record(held.dispute, aboutWordsOf: day) } }
        switch outcome {
        case .nothing, .recorded, .undecided, .disputed(_, _, isNew: false, isAboutWords: false):
            return .disputed(day, held.dispute, isNew: held.isNew, isAboutWords: true)
        default:
            return .heldWords(held.dispute, isNew: held.isNew, beside: outcome)
        }
    }

    /// The files of a collection that may be the day's picture; `nil` without a collection.
    private func offered(for answer: DayAnswer) -> [OfferedCollection.Offered]? {
        guard let collection = fetch.collection, case .success(let entry) = answer.result else { return nil }
        return collection.offer(for: entry, choose(entry.media))
    }

    private func outcome(
        of first: DayJudge.Decision, _ answer: DayAnswer, _ stored: StoredDay,
        _ offered: [OfferedCollection.Offered] = []
    ) async throws -> DayOutcome {
        let day = stored.day
        var decision = first
        while true {
            switch decision {
            case .end(let outcome):
                return outcome
            case .fetch(let candidates, let former, let then):
                let known = stored.metadata?.mirror.picture
                let fetched =
                    if let adopted = try await fetch.adopt(offered, for: day, candidates, known: known, watch: watch) {
                        adopted
                    } else {
                        try await fetch.fetch(day, candidates, stored: former, watch: watch)
                    }
                decision = then(fetched)
                // The beginning of a download that failed stays, to go on with; bytes that are not wanted go.
                if case .failed = fetched { continue }
                if !decision.takesPart { try await archive.incoming.discardPart(for: day) }
            case .compare(let then):
                decision = then(await archive.incoming.isWhole(day))
            case .makePage(let draft, let then):
                decision = then(try await page(draft, stored))
            case .store(let change, let meaning):
                let isReread =
                    meaning == .words
                    && stored.isReread(
                        as: Corrections.Words(change.metadata), from: change.metadata.mirror.record?.bytes)
                if meaning == .words, !facts.accepted.contains(day), !stored.hasDamagedJSON, !isReread {
                    guard let former = stored.metadata else { return .undecided(day) }
                    return .correction(Correction(answer: answer, change: change, former: former))
                }
                let metadata = try await archive.store(change)
                return switch meaning {
                case .picture(let isReplacement): .stored(metadata, replaced: isReplacement)
                case .words: isReread ? .reread(metadata) : .corrected(metadata)
                case .notes: stored.lacksRecord && metadata.mirror.record != nil ? .recorded(day) : .nothing(day)
                }
            case .offer(var pending):
                if let picture = pending.picture, let neighbours = facts.sums[picture.sha256] {
                    pending.twin = await archive.incoming.twin(of: picture, day: day, among: neighbours)
                }
                watch.withLock { [pending] in $0.record(PassSuspicion.Picture(pending)) }
                return .offered(pending)
            case .dispute(let dispute, let change, let isNew):
                try await archive.incoming.discardPart(for: day)
                // The owner could not settle a dispute that is nowhere told, so it is noted before the day is marked.
                try await archive.perform { try $0.notes.record(dispute, about: day) }
                if let change { _ = try await archive.store(change) }
                return .disputed(day, dispute, isNew: isNew)
            }
        }
    }

    /// The page of a video that lives elsewhere.
    private func page(_ draft: DayJudge.PageDraft, _ stored: StoredDay) async throws -> DayChange {
        let day = draft.metadata.date
        // A page that is there keeps its poster when that cannot be had at the moment.
        var poster = try await fetch.poster(draft.poster, for: day, watch: watch)
        if poster == nil, draft.poster != nil { poster = await archive.incoming.poster(of: day) }
        let bytes = VideoPage.render(draft.metadata, address: draft.address, poster: poster)
        var picture = fetch.picture(page: bytes, day: day, address: draft.address)
        if fetch.collection?.isUnchecked == true { picture.isUnverified = true }
        return DayChange(metadata: draft.metadata.with(picture), content: .page(bytes), basis: .judged(stored))
    }

    private func guarded(_ answer: DayAnswer, _ judge: () async throws -> DayOutcome) async throws -> DayOutcome {
        do {
            return try await judge()
        } catch let error as CancellationError {
            throw error
        } catch let error as DayChanged {
            throw error
        } catch is SourceInDoubt {
            return .held(answer)
        } catch let error as SourceError {
            // The error is noted at once: no other day is to begin any more.
            watch.withLock { $0.record(error) }
            if case .spent = error { return .failed(FailedDay(day: answer.day, reason: "\(error)")) }
            return .stop(error)
        } catch let error as DiskLow {
            return .stop(error)
        } catch let error as FolderError where error.isDiskFull || archive.tree.isOwn(error.path) {
            return .stop(error)
        } catch {
            return .failed(FailedDay(day: answer.day, reason: "\(error)"))
        }
    }
}

extension DayJudge.Decision {
    /// Whether the file that was fetched last is still needed.
    fileprivate var takesPart: Bool {
        let change: DayChange? =
            switch self {
            case .store(let change, as: _): change
            case .offer(let pending): pending.change
            case .end, .fetch, .compare, .makePage, .dispute: nil
            }
        guard case .fetched = change?.content else { return false }
        return true
    }
}
