internal import Belief
internal import Days
internal import Folder
internal import MirrorTree
internal import NASA
internal import Store

struct Verdict: Sendable {
    var day: Day
    /// The rulings on its words and on its picture; `nil` where NASA said nothing of them that counts.
    var words: Ruling?
    var picture: Ruling?
    /// Why nothing of the answer is believed.
    var disbelieved: String?
    var action: Action

    enum Action: Sendable {
        case nothing
        indirect case commit(Draft)
        /// The day gets no picture: its metadata, and the servers that gave none.
        case fail(String, Metadata?, at: Set<HostPart> = [])
        case unpublished(Absence)
        /// Nothing is known of the day, since a list left it out.
        case leftOut(String)
    }

    /// A change that is to be stored; a page is made when it is.
    struct Draft: Sendable {
        var metadata: Metadata
        var content: Content
        var stored: StoredDay
        var keepsFormer = true
        /// The change that is told; `nil` where the mirror only notes something of the day.
        var change: MirrorEvent.Change?
    }

    enum Content: Sendable {
        case kept
        case fetched(FilePath)
        /// The page of a video that lives elsewhere, with the poster from that address inside.
        case page(poster: String?)
    }
}

/// A day that got no picture.
struct FailedDay: Sendable {
    var day: Day
    var reason: String
    /// The metadata of its entry, or those stored before; `nil` when there were none.
    var metadata: Metadata?
    var stored: StoredDay?
    /// The servers that gave no picture: where one of them is at fault, that is no attempt of the day's.
    var kinds: Set<HostPart> = []
}

/// Whether a picture can be its day's, beside all others that came with the pass.
extension Evidence {
    /// Why a picture is not believed beside those of other days; `nil` when it is.
    ///
    /// - Parameter isNew: the day has no picture; in a doubtful pass it takes none that a neighbour keeps.
    func doubt(_ picture: Metadata.Picture, of day: Day, isNew: Bool = false) -> String? {
        if picture.kind == .page { return nil }
        if isForAll(picture) { return "NASA gives many days the very same picture" }
        return claims.twin(of: picture.claim(of: day), isDoubtful: isNew && pictures.tally.isDoubtful).map {
            "the very same picture came for \($0.day), from another address"
        }
    }

    /// Whether a stored picture is the one that NASA gives another day by now.
    func isGivenToOther(_ stored: Metadata.Picture, than day: Day) -> Bool {
        stored.kind != .page && claims.isGivenToOther(stored.claim(of: day))
    }

    func isForAll(_ picture: Metadata.Picture) -> Bool { claims.isForAll(picture.sha256) }
}

extension DayRules {
    func verdict(_ found: DayCase, _ view: View, in pass: Evidence) -> Verdict {
        let (day, stored) = (found.day, found.stored)
        switch view {
        case .leftAlone:
            // A witness has no answer, and says all the same whether its picture is the same.
            let picture = found.answer == nil ? pictureVerdict(witness: found, pass) : nil
            return Verdict(day: day, picture: picture, action: .nothing)
        case .unanswered(let error):
            return Verdict(day: day, action: unanswered(error, found))
        case .disbelieved(let reason):
            let isMissing = !stored.isPresent || facts.damaged.contains(day)
            return Verdict(
                day: day, disbelieved: reason, action: isMissing ? .fail(reason, stored.metadata) : .nothing)
        case .missing(let metadata, let choice, let entry):
            return missing(found, metadata, choice, DayWords(entry, beside: stored.metadata), pass)
        case .present(let rereading):
            guard facts.damaged.contains(day) else { return present(found, rereading, pass) }
            if rereading.isPage, !stored.hasDamagedWords || found.isWhole == false {
                return missing(found, rereading.metadata, rereading.choice, rereading.said, pass)
            }
            guard found.isWhole == false else { return present(found, rereading, pass) }
            return Verdict(day: day, action: mended(found, rereading))
        }
    }

    private func unanswered(_ error: EntryError, _ found: DayCase) -> Verdict.Action {
        let (day, stored) = (found.day, found.stored)
        // A stored picture stays: an answer that fails to come, or to be believed, takes nothing away.
        if stored.isPresent, !facts.damaged.contains(day) { return .nothing }
        if stored.metadata == nil {
            if case .notPublished(let absence) = error { return .unpublished(absence) }
            if case .leftOut = error { return .leftOut(error.description) }
        }
        return .fail(error.description, stored.metadata)
    }

    // MARK: - A day without a picture

    private func missing(
        _ found: DayCase, _ metadata: Metadata, _ choice: PictureChoice, _ said: DayWords, _ pass: Evidence
    ) -> Verdict {
        let (day, stored) = (found.day, found.stored)
        var (metadata, words) = (metadata, Ruling?.some(.commit(.new)))
        if let former = stored.metadata, !former.explanation.isEmpty {
            let judged = judgeWords(said, metadata, former, found, pass)
            if judged.keepsStored { metadata.restoreWords(of: former) }
            words = judged.part
        }
        func fail(_ reason: String, at kinds: Set<HostPart> = []) -> Verdict {
            Verdict(day: day, words: words, action: .fail(reason, metadata, at: kinds))
        }
        func commit(_ picture: Metadata.Picture, _ content: Verdict.Content) -> Verdict {
            Verdict(
                day: day, words: words, picture: .commit(.new),
                action: .commit(
                    Verdict.Draft(
                        metadata: metadata.with(picture), content: content, stored: stored,
                        change: .picture(replaced: false))))
        }
        let poster = metadata.mirror.poster
        switch (choice, found.got) {
        case (.wait(let reason), _):
            return fail(reason)
        case (.page(let address, let poster), _):
            return commit(.page(of: day, address, now: facts.now), .page(poster: poster))
        case (.download, .fetched(let picture, let part)):
            // The day's own picture, which was lost, is no other day's.
            let isOwn = picture.sha256 == stored.metadata?.recordedPicture?.sha256
            if !isOwn, let doubt = pass.doubt(picture, of: day, isNew: true),
                !stored.wasTriedForHours || pass.isForAll(picture)
            {
                return fail(doubt)
            }
            return commit(picture, .fetched(part))
        case (.download, .verified(let picture)):
            return commit(picture, .kept)
        case (.download, .page(let address)):
            return commit(.page(of: day, address, now: facts.now), .page(poster: poster))
        case (.download, .failed(let reason, let kinds)):
            let hosts = pass.watch.withLock { $0.hosts }
            guard let film = choice.onlyFilm,
                hosts.isOwnFault(of: kinds) && stored.wasTriedForHours
                    || hosts.isGone(HostPart(film).server)
            else { return fail(reason, at: kinds) }
            // The server of the film may be gone for good. The film still takes the page's place if it comes.
            return commit(.page(of: day, film, now: facts.now), .page(poster: poster))
        case (.download, _):
            return Verdict(day: day, action: .nothing)
        }
    }

    /// A damaged picture that cannot be decoded is mended by its own bytes. Words that were damaged or edited are not
    /// written anew around it: NASA's take their place.
    private func mended(_ found: DayCase, _ day: Rereading) -> Verdict.Action {
        switch found.got {
        case .fetched(_, let part):
            let metadata = day.stored.hasDamagedJSON ? day.metadata.with(day.picture) : day.former
            return .commit(
                Verdict.Draft(
                    metadata: metadata, content: .fetched(part), stored: found.stored, change: .picture(replaced: false)
                ))
        case .failed(let reason, let kinds): return .fail(reason, day.former, at: kinds)
        default: return .nothing
        }
    }

    // MARK: - A day that has its picture

    private func present(_ found: DayCase, _ day: Rereading, _ pass: Evidence) -> Verdict {
        let words = judgeWords(day.said, day.metadata, day.former, found, pass)
        let picture = judgePicture(found, day, pass)
        var metadata = day.metadata
        if words.keepsStored { metadata.restoreWords(of: day.former) }
        if case .commit = words.part {} else { metadata.mirror.fetched = day.former.mirror.fetched }
        if !day.hasOtherRecord, !words.isChanged { metadata.mirror.record = day.former.mirror.record }
        switch picture.part {
        case .dispute, .wait:
            // The addresses are those of the picture that stays, and so is the record.
            metadata.restoreMedia(of: day.former)
            if !words.isChanged { metadata.mirror.record = day.former.mirror.record }
        case .same, .commit, nil: break
        }
        metadata = metadata.with(picture.stands)
        if case .dispute = picture.part { metadata.mirror.state = .disputed }
        if picture.part == nil, facts.disputes.pictures[found.day] != nil {
            metadata.mirror.state = day.former.mirror.state
        }

        var content = picture.content
        // A page contains the words, too, and is made anew with them.
        if case .kept = content, day.isPage, words.isChanged {
            content = .page(poster: day.metadata.mirror.poster)
        }
        let change: MirrorEvent.Change? =
            if case .commit = picture.part { .picture(replaced: true) } else { words.change }
        let draft = Verdict.Draft(
            metadata: metadata, content: content, stored: found.stored, keepsFormer: picture.keepsFormer,
            change: change)
        let isSame = change == nil && metadata == day.former
        return Verdict(
            day: found.day, words: words.part, picture: picture.part, action: isSame ? .nothing : .commit(draft))
    }
}
