internal import Days
internal import MirrorTree
internal import NASA
internal import Pictures
internal import Store

// MARK: - A day that has its picture

extension DayJudge {
    func decision(on rereading: Rereading) -> Decision {
        if acceptsWords, facts.disputes[day] == nil {
            return rereading.hasOtherWords ? correctWords(rereading) : .end(.nothing(day))
        }
        if facts.accepted.contains(day) { return again(rereading, asking: false) }
        let comesRound = day.distance(to: facts.today) >= Plan.recent
        switch RereadDecision.make(
            rereading.metadata, choice: rereading.choice, stored: rereading.former, now: facts.now,
            comesRound: comesRound, isDoubtful: facts.doubtful.contains(day), isOther: rereading.hasOtherPicture)
        {
        case .nothing where rereading.former.mirror.state == .disputed && openDispute(rereading) == nil:
            // NASA went back to what is stored.
            return .store(rereading.change(rereading.picture), as: .notes)
        case .nothing where rereading.hasOtherRecord && openDispute(rereading) == nil:
            return .store(rereading.changeOfRecord, as: .notes)
        case .nothing:
            return .end(openDispute(rereading).map { .disputed(day, $0, isNew: false) } ?? .nothing(day))
        case .words:
            return correctWords(rereading)
        case .picture:
            return again(rereading, asking: true)
        case .anew:
            return again(rereading, asking: false)
        case .replacement:
            if let dispute = facts.disputes[day], rereading.choice.names(dispute.url) {
                return .end(.disputed(day, dispute, isNew: false))
            }
            return again(rereading, asking: false)
        }
    }

    /// A dispute is over when NASA names the stored picture again. A dispute about other bytes under the same address
    /// is not: only a request for that picture can tell.
    private func openDispute(_ rereading: Rereading) -> Disputes.Dispute? {
        guard let dispute = facts.disputes[day] else { return nil }
        let isOver = dispute.url != rereading.picture.url && rereading.choice.names(rereading.picture.url)
        return isOver ? nil : dispute
    }

    /// Has the picture fetched again.
    ///
    /// - Parameter asking: whether the server is only asked if it has another picture by now.
    func again(_ rereading: Rereading, asking: Bool) -> Decision {
        let former = rereading.picture
        switch rereading.choice {
        case .wait:
            return keep(rereading)
        case .page(let address, let poster):
            return replaceByPage(rereading, address, poster: poster)
        case .download(let candidates):
            let isProved = former.isUnverified != true
            return .fetch(candidates, stored: asking || !isProved ? former : nil) { outcome in
                switch checked(outcome, rereading.entry, candidates) {
                case .fetched(let picture, _) where picture.sha256 == former.sha256:
                    return confirm(rereading, now: picture)
                case .fetched(let picture, _) where picture.isConverted && rereading.choice.names(former.url):
                    // The picture is the same in another format, as far as anybody can tell.
                    return isProved ? confirm(rereading, now: former.withKnownKind) : keep(rereading)
                case .fetched(let picture, let part):
                    var change = rereading.change(picture)
                    change.content = .fetched(part)
                    change.keepsFormer = former.knownKind != .rendition || picture.kind == .rendition || !isProved
                    return replace(former, by: change)
                case .page(let address) where former.kind == .page && former.url == address:
                    return confirm(rereading, now: former)
                case .page(let address):
                    return replaceByPage(rereading, address, poster: rereading.metadata.mirror.poster)
                case .unchanged:
                    return confirm(rereading, now: former)
                case .verified(let picture):
                    return confirm(rereading, now: picture)
                case .failed:
                    return keep(rereading)
                }
            }
        }
    }

    /// Keeps the stored picture, since no other is to be had. Corrected words are stored all the same.
    private func keep(_ rereading: Rereading) -> Decision {
        rereading.hasOtherWords ? correctWords(rereading) : .end(.undecided(day))
    }

    /// Stores what is newly known of the same bytes.
    private func confirm(_ rereading: Rereading, now fresh: Metadata.Picture) -> Decision {
        var rereading = rereading
        rereading.picture.url = fresh.url
        rereading.picture.kind = fresh.kind
        rereading.picture.etag = fresh.etag
        rereading.picture.lastModified = fresh.lastModified
        rereading.picture.checked = facts.now
        rereading.picture.isUnverified = nil
        return rereading.hasOtherWords
            ? change(rereading) { .store($0, as: .words) } : .store(rereading.change(rereading.picture), as: .notes)
    }

    private func correctWords(_ rereading: Rereading) -> Decision {
        let isDisputed = openDispute(rereading) != nil
        return change(rereading) { change in
            var change = change
            if isDisputed { change.metadata.mirror.state = .disputed }
            return .store(change, as: .words)
        }
    }

    /// Puts new words around the same picture. A page contains the words, too, and is made anew.
    private func change(_ rereading: Rereading, then: @escaping @Sendable (DayChange) -> Decision) -> Decision {
        let picture = rereading.picture
        guard picture.kind == .page else { return then(rereading.change(picture)) }
        return .makePage(rereading.page(picture.url, poster: rereading.metadata.mirror.poster)) { change in
            var change = change
            change.metadata.mirror.picture?.checked = picture.checked
            return then(change)
        }
    }
}

// MARK: - Words that are not believed

extension DayJudge {
    /// Whether the owner accepts words that were held back.
    var acceptsWords: Bool { facts.accepted.contains(day) && facts.disputes.aboutWords(day) != nil }

    /// Whether the day keeps its words, whatever else the answer brings.
    var keepsWords: Bool { heldWords != nil || hasLessReadableWords }

    /// Whether the answer has the stored words as another server has them, with characters that it lost. That is no
    /// accident, and nothing to tell.
    private var hasLessReadableWords: Bool {
        guard case .success(let entry) = answer.result, let metadata = stored.metadata,
            !facts.accepted.contains(day), !stored.hasDamagedJSON,
            metadata.mirror.record?.source ?? metadata.mirror.source != source
        else { return false }
        return Corrections.isLessReadable(
            Corrections.Words(entry, beside: metadata), than: Corrections.Words(metadata))
    }

    /// The dispute about the answer's words, which are held back; `nil` when they are believed by themselves. The
    /// picture is judged as if NASA had said what is stored.
    var heldWords: (dispute: Disputes.Dispute, isNew: Bool)? {
        guard case .success(let entry) = answer.result, let metadata = stored.metadata,
            metadata.mirror.state != .hidden, !facts.accepted.contains(day), !stored.hasDamagedJSON,
            !metadata.isUnverified
        else { return nil }
        let (new, former) = (Corrections.Words(entry, beside: metadata), Corrections.Words(metadata))
        guard Corrections.isChanged(new, former), !stored.isReread(as: new, from: entry.record), !hasLessReadableWords
        else { return nil }
        let known = facts.disputes.aboutWords(day)
        let isYoung = Corrections.isYoung(day, on: facts.today)
        // An accident goes on with other words, too: only words that are the stored ones again, or nearly, end it. The
        // words of a young day may be final by now, which the pass as a whole decides.
        if let known, !isYoung, known.sha256 == new.digest || !Corrections.isKin(new.story, former.story) {
            return (known, false)
        }
        guard let reason = Corrections.doubt(new, replacing: former, isYoung: isYoung) else { return nil }
        let dispute = Disputes.Dispute(reason: reason, url: "", sha256: new.digest, since: facts.now)
        return (known ?? dispute, known == nil)
    }
}

// MARK: - A picture that differs

extension DayJudge {
    private func replaceByPage(_ rereading: Rereading, _ address: String?, poster: String?) -> Decision {
        .makePage(rereading.page(address, poster: poster)) { replace(rereading.picture, by: $0) }
    }

    /// Judges a picture that differs from the stored one.
    private func replace(_ former: Metadata.Picture, by change: DayChange) -> Decision {
        guard let new = change.metadata.mirror.picture else { return .end(.undecided(day)) }
        let isAccepted = facts.accepted.contains(day)
        let isProved = former.isUnverified != true
        if !isAccepted, isProved, let doubt = Replacements.doubt(new, replacing: former) {
            return dispute(new, reason: doubt)
        }
        if case .page = change.content, isAccepted || former.kind == .page {
            return .store(change, as: .picture(isReplacement: true))
        }
        // Doubtful pictures may be replaced, however many they are.
        let isRight = !facts.doubtful.contains(day)
        let isSettled =
            !isAccepted && isRight && isProved
            && Replacements.isSettled(new, replacing: former, day: day, today: facts.today)
        return .offer(PendingPicture(answer: answer, change: change, former: former, isSettled: isSettled))
    }

    /// Leaves the stored picture as it is.
    func dispute(_ new: Metadata.Picture, reason: String) -> Decision {
        let known = facts.disputes[day].flatMap { $0.sha256 == new.sha256 ? $0 : nil }
        let dispute =
            known ?? Disputes.Dispute(reason: reason, url: new.url ?? "", sha256: new.sha256, since: facts.now)
        let change = stored.metadata.map { metadata in
            var metadata = metadata
            metadata.mirror.state = .disputed
            // The time of this check is kept, so that tomorrow's pass does not ask for the picture again.
            metadata.mirror.picture?.checked = facts.now
            return DayChange(metadata: metadata, content: .kept, basis: .judged(stored))
        }
        return .dispute(dispute, change: change, isNew: known == nil)
    }
}

// MARK: - A damaged picture

extension DayJudge {
    /// Repairs a damaged picture: only the very bytes that were stored take its place. A picture that is whole and
    /// cannot be decoded is judged like any other.
    func mend(_ rereading: Rereading) -> Decision {
        let recorded = rereading.picture
        var candidates: [PictureChoice.Candidate] = []
        if let url = recorded.url {
            let isVideo = PictureFormat(ofName: recorded.file)?.isVideo == true
            candidates.append(PictureChoice.Candidate(url: url, kind: recorded.kind, isVideo: isVideo))
        }
        if case .download(let named) = rereading.choice { candidates += named.filter { $0.url != recorded.url } }
        return mend(rereading, from: candidates[...], reason: Self.isAnother)
    }

    /// - Parameter reason: the reason for which no address before these had the picture.
    private func mend(
        _ rereading: Rereading, from candidates: ArraySlice<PictureChoice.Candidate>, reason: String
    ) -> Decision {
        guard let candidate = candidates.first else { return .end(failed(reason, rereading.former)) }
        return .fetch([candidate]) { outcome in
            var reason = reason
            switch outcome {
            case .fetched(let picture, let part) where picture.sha256 == rereading.picture.sha256:
                // Words that were damaged or edited are not written anew around the picture: NASA's take their place.
                var change = rereading.change(rereading.picture)
                if !stored.hasDamagedJSON { change.metadata = rereading.former }
                change.content = .fetched(part)
                return .store(change, as: .picture(isReplacement: false))
            case .fetched, .page, .unchanged, .verified: break
            case .failed(let why): reason = why
            }
            return mend(rereading, from: candidates.dropFirst(), reason: reason)
        }
    }

    private static let isAnother = "NASA has another picture by now than the one that was stored"
}

// MARK: - The entry beside the stored day

/// The entry of a day whose picture is there, read again, beside what is stored of the day.
struct Rereading {
    var entry: Entry
    /// The metadata of the entry, still without a picture.
    var metadata: Metadata
    var choice: PictureChoice
    let stored: StoredDay
    /// The metadata in the stored JSON.
    let former: Metadata
    /// The stored picture.
    var picture: Metadata.Picture
    /// Whether the entry lacks words that are stored, and that stay.
    private var lacksWords = false

    /// Returns `nil` when the stored JSON names no picture.
    ///
    /// - Parameters:
    ///   - holdsWords: the stored words stay, since the entry's are not believed or are less readable.
    ///   - takesEmptyStory: the owner wants the entry's story, even an empty one.
    init?(
        entry: Entry, metadata: Metadata, choice: PictureChoice, stored: StoredDay, holdsWords: Bool = false,
        takesEmptyStory: Bool = false
    ) {
        guard let former = stored.metadata, let picture = former.mirror.picture else { return nil }
        self.entry = entry
        self.metadata = metadata
        self.choice = choice
        self.stored = stored
        self.former = former
        self.picture = picture
        if holdsWords { self.metadata.holdWords(of: former) }
        // The stored addresses stay: an entry that names nothing for a while does not take them back.
        self.metadata.keep(former, namesNothing: choice.isEmpty, takesEmptyStory: takesEmptyStory)
        lacksWords = !self.metadata.hasWords(of: metadata)
    }

    /// Whether the source names the SHA-256 of its picture, and the stored picture has another.
    var hasOtherPicture: Bool { entry.digest.map { $0 != picture.sha256 } ?? false }

    var hasOtherWords: Bool {
        RereadDecision.hasOtherWords(metadata, than: former)
    }

    /// Whether the day has no whole record as NASA served it, or NASA's says something else by now. A record that lost
    /// words or its picture, which stay, takes no other's place.
    var hasOtherRecord: Bool {
        guard let served = metadata.mirror.record?.bytes else { return false }
        guard let kept = stored.record, former.mirror.record?.isWhole(kept) == true else { return true }
        return !lacksWords && (!choice.isEmpty || picture.url == nil) && !Metadata.Record.saysTheSame(kept, served)
    }

    /// The day as it is stored, with the new record.
    var changeOfRecord: DayChange {
        var metadata = former
        metadata.mirror.record = self.metadata.mirror.record
        return DayChange(metadata: metadata, content: .kept, basis: .judged(stored))
    }

    /// The day with the entry's words and this picture; the file that stands there stays.
    func change(_ picture: Metadata.Picture) -> DayChange {
        DayChange(metadata: metadata.with(picture), content: .kept, basis: .judged(stored))
    }

    /// The page with the entry's words.
    func page(_ address: String?, poster: String?) -> DayJudge.PageDraft {
        DayJudge.PageDraft(metadata: metadata, address: address, poster: poster)
    }
}
