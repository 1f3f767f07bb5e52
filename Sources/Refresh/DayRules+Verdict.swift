internal import Belief
internal import Days
internal import Folder
internal import MirrorTree
internal import NASA
internal import Store

/// The outcome of a day.
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
        /// Nothing is decided: the day stays as it is, and so does everything noted about it.
        case undecided
        case commit(Draft)
        case fail(FailedDay)
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
        var meaning: Meaning
    }

    enum Content: Sendable {
        case kept
        case fetched(FilePath)
        /// The page of a video that lives elsewhere, with the poster from that address inside.
        case page(poster: String?)
    }

    enum Meaning: Equatable, Sendable {
        case picture(isReplacement: Bool)
        case words
        /// The words are NASA's again, after the stored ones were damaged, edited or read otherwise here.
        case reread
        /// Only what the mirror notes of the day.
        case notes
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
    var kinds: Set<PictureAddress.Kind> = []
}

/// The facts of a pass, looked at together.
struct PassCompany: Sendable {
    var words: GuardRules.Company
    var pictures: GuardRules.Company
    var claims: PictureRules
    var shared: SharedParts
    var hosts: HostRules
    /// How many days have new words with traces of a wrong encoding.
    var spoiled = 0

    /// Why a picture is not believed beside those of other days; `nil` when it is.
    ///
    /// - Parameter isNew: the day has no picture; in a doubtful pass it takes none that a neighbour keeps.
    func doubt(_ picture: Metadata.Picture, of day: Day, isNew: Bool = false) -> String? {
        if picture.kind == .page { return nil }
        if isForAll(picture) { return "NASA gives many days the very same picture" }
        return claims.twin(of: claim(picture, of: day), isDoubtful: isNew && pictures.tally.isDoubtful).map {
            "the very same picture came for \($0.day), from another address"
        }
    }

    /// Whether a stored picture is the one that NASA gives another day by now.
    func isGivenToOther(_ stored: Metadata.Picture, than day: Day) -> Bool {
        stored.kind != .page && claims.isGivenToOther(claim(stored, of: day))
    }

    private func claim(_ picture: Metadata.Picture, of day: Day) -> PictureRules.Claim {
        PictureRules.Claim(day: day, sum: picture.sha256, address: picture.published ?? "")
    }

    func isForAll(_ picture: Metadata.Picture) -> Bool { claims.isForAll(picture.sha256) }

    /// Another day that NASA gives this story, which this day did not have.
    func otherDay(than day: Day, with story: String, insteadOf former: String) -> Day? {
        story == former ? nil : shared.other(than: day, with: story)
    }

    func isGone(_ url: String) -> Bool { hosts.isGone(PictureAddress.Kind(url).server) }
}

extension HostRules {
    /// Whether it is a day's own fault that these servers gave no picture.
    func isOwnFault(of kinds: Set<PictureAddress.Kind>) -> Bool {
        !kinds.contains { isSilent($0.server) || reason(notToAsk: $0.server, $0.part) != nil }
    }
}

extension DayRules {
    func verdict(_ found: DayCase, _ view: View, among company: PassCompany) -> Verdict {
        let (day, stored) = (found.day, found.stored)
        switch view {
        case .leftAlone:
            // A witness has no answer, and says all the same whether its picture is the same.
            let picture = found.answer == nil ? pictureVerdict(witness: found, company) : nil
            return Verdict(day: day, picture: picture, action: .undecided)
        case .unanswered(let error):
            return Verdict(day: day, action: unanswered(error, found))
        case .disbelieved(let reason):
            let isMissing = !stored.isPresent || facts.damaged.contains(day)
            return Verdict(
                day: day, disbelieved: reason,
                action: isMissing
                    ? .fail(FailedDay(day: day, reason: reason, metadata: stored.metadata, stored: stored)) : .undecided
            )
        case .missing(let metadata, let choice, let entry):
            return missing(found, metadata, choice, DayWords(entry, beside: stored.metadata), company)
        case .present(let rereading):
            guard facts.damaged.contains(day) else { return present(found, rereading, company) }
            let isPageAlone = rereading.isPage && !stored.hasDamagedWords
            if isPageAlone || rereading.isPage && found.isWhole == false {
                return missing(found, rereading.metadata, rereading.choice, rereading.said, company)
            }
            if found.isWhole == false { return mended(found, rereading) }
            return present(found, rereading, company)
        }
    }

    private func unanswered(_ error: EntryError, _ found: DayCase) -> Verdict.Action {
        let (day, stored) = (found.day, found.stored)
        // A stored picture stays: an answer that fails to come, or to be believed, takes nothing away.
        if stored.isPresent, !facts.damaged.contains(day) { return .undecided }
        if stored.metadata == nil {
            if case .notPublished(let absence) = error { return .unpublished(absence) }
            if case .leftOut = error { return .leftOut(error.description) }
        }
        return .fail(FailedDay(day: day, reason: error.description, metadata: stored.metadata, stored: stored))
    }

    // MARK: - A day without a picture

    private func missing(
        _ found: DayCase, _ metadata: Metadata, _ choice: PictureChoice, _ said: DayWords, _ company: PassCompany
    ) -> Verdict {
        let (day, stored) = (found.day, found.stored)
        var (metadata, words) = (metadata, Ruling?.some(.commit(.new)))
        if let former = stored.metadata, !former.explanation.isEmpty {
            let judged = judgeWords(said, metadata, former, found, company)
            if judged.keepsStored { metadata.restoreWords(of: former) }
            words = judged.part
        }
        func fail(_ reason: String, at kinds: Set<PictureAddress.Kind> = []) -> Verdict {
            Verdict(
                day: day, words: words,
                action: .fail(
                    FailedDay(day: day, reason: reason, metadata: metadata, stored: stored, kinds: kinds)))
        }
        func commit(_ picture: Metadata.Picture, _ content: Verdict.Content) -> Verdict {
            Verdict(
                day: day, words: words, picture: .commit(.new),
                action: .commit(
                    Verdict.Draft(
                        metadata: metadata.with(picture), content: content, stored: stored,
                        meaning: .picture(isReplacement: false))))
        }
        let poster = metadata.mirror.poster
        switch (choice, found.got) {
        case (.wait(let reason), _):
            return fail(reason)
        case (.page(let address, let poster), _):
            return commit(.page(of: day, address, now: facts.now), .page(poster: poster))
        case (.download, .fetched(let picture, let part)):
            // The day's own picture, which was lost, is no other day's.
            let isOwn = picture.sha256 == stored.metadata?.mirror.picture?.sha256
            if !isOwn, let doubt = company.doubt(picture, of: day, isNew: true),
                !stored.wasTriedForHours || company.isForAll(picture)
            {
                return fail(doubt)
            }
            return commit(picture, .fetched(part))
        case (.download, .verified(let picture)):
            return commit(picture, .kept)
        case (.download, .page(let address)):
            return commit(.page(of: day, address, now: facts.now), .page(poster: poster))
        case (.download, .failed(let reason, let kinds)):
            guard let film = choice.onlyFilm,
                company.hosts.isOwnFault(of: kinds) && stored.wasTriedForHours || company.isGone(film)
            else { return fail(reason, at: kinds) }
            // The server of the film may be gone for good. The film still takes the page's place if it comes.
            return commit(.page(of: day, film, now: facts.now), .page(poster: poster))
        case (.download, _):
            return Verdict(day: day, action: .undecided)
        }
    }

    /// A damaged picture that cannot be decoded is mended by its own bytes. Words that were damaged or edited are not
    /// written anew around it: NASA's take their place.
    private func mended(_ found: DayCase, _ day: Rereading) -> Verdict {
        switch found.got {
        case .fetched(_, let part):
            let metadata = day.stored.hasDamagedJSON ? day.metadata.with(day.picture) : day.former
            return Verdict(
                day: found.day,
                action: .commit(
                    Verdict.Draft(
                        metadata: metadata, content: .fetched(part), stored: found.stored,
                        meaning: .picture(isReplacement: false))))
        case .failed(let reason, let kinds):
            return Verdict(
                day: found.day,
                action: .fail(
                    FailedDay(
                        day: found.day, reason: reason, metadata: day.former, stored: found.stored, kinds: kinds)))
        default:
            return Verdict(day: found.day, action: .undecided)
        }
    }

    // MARK: - A day that has its picture

    private func present(_ found: DayCase, _ day: Rereading, _ company: PassCompany) -> Verdict {
        let words = judgeWords(day.said, day.metadata, day.former, found, company)
        let picture = judgePicture(found, day, company)
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
        if picture.part == nil, facts.disputes[found.day] != nil { metadata.mirror.state = day.former.mirror.state }

        var content = picture.content
        // A page contains the words, too, and is made anew with them.
        if case .kept = content, day.isPage, words.isChanged {
            content = .page(poster: day.metadata.mirror.poster)
        }
        var verdict = Verdict(day: found.day, words: words.part, picture: picture.part, action: .nothing)
        let meaning: Verdict.Meaning? =
            if case .commit = picture.part { .picture(isReplacement: true) } else if words.meaning != nil {
                words.meaning
            } else { metadata != day.former ? .notes : nil }
        guard let meaning else {
            verdict.action = picture.isUndecided ? .undecided : .nothing
            return verdict
        }
        verdict.action = .commit(
            Verdict.Draft(
                metadata: metadata, content: content, stored: found.stored, keepsFormer: picture.keepsFormer,
                meaning: meaning))
        return verdict
    }
}

extension Rereading {
    var isPage: Bool { picture.kind == .page }
}
