internal import Belief
internal import Folder
internal import Days
internal import MirrorTree
internal import NASA
internal import Pictures
internal import Store

/// What becomes of a day.
struct Verdict: Sendable {
    var day: Day
    /// What becomes of its words and of its picture; `nil` where NASA said nothing of them that counts.
    var words: Ruling?
    var picture: Ruling?
    /// Another picture that came and was not taken.
    var refused: Metadata.Picture?
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
        /// The page of a video that lives elsewhere; `poster` goes inside.
        case page(address: String?, poster: String?)
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

extension DayRules {
    func verdict(_ found: DayCase, among company: PassCompany) -> Verdict {
        let (day, stored) = (found.day, found.stored)
        switch view(found) {
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
                    ? .fail(FailedDay(day: day, reason: reason, metadata: stored.metadata, stored: stored)) : .undecided)
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
        func commit(_ picture: Metadata.Picture?, _ content: Verdict.Content) -> Verdict {
            let whole = picture.map { metadata.with($0) } ?? metadata
            return Verdict(
                day: day, words: words, picture: .commit(.new),
                action: .commit(
                    Verdict.Draft(
                        metadata: whole, content: content, stored: stored, meaning: .picture(isReplacement: false))))
        }
        let poster = metadata.mirror.poster
        switch (choice, found.got) {
        case (.wait(let reason), _):
            return fail(reason)
        case (.page(let address, let poster), _):
            return commit(nil, .page(address: address, poster: poster))
        case (.download, .fetched(let picture, let part)):
            if let doubt = company.doubt(picture, of: day), !stored.wasTriedForHours || company.isForAll(picture) {
                return fail(doubt)
            }
            return commit(picture.from(found.answer), .fetched(part))
        case (.download, .page(let address)):
            return commit(nil, .page(address: address, poster: poster))
        case (.download, .failed(let reason, let kinds)):
            guard let film = choice.onlyFilm,
                company.hosts.isOwnFault(of: kinds) && stored.wasTriedForHours || company.isGone(film)
            else { return fail(reason, at: kinds) }
            // The server of the film may be gone for good. The film still takes the page's place if it comes.
            return commit(nil, .page(address: film, poster: poster))
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
        let refused = picture.new
        var metadata = day.metadata
        if words.keepsStored { metadata.restoreWords(of: day.former) }
        if case .commit = words.part {} else { metadata.mirror.fetched = day.former.mirror.fetched }
        if !day.hasOtherRecord, !words.isChanged { metadata.mirror.record = day.former.mirror.record }
        metadata = metadata.with(picture.stands)
        if case .dispute = picture.part { metadata.mirror.state = .disputed }
        if picture.part == nil, facts.disputes[found.day] != nil { metadata.mirror.state = day.former.mirror.state }

        var content = picture.content
        // A page contains the words, too, and is made anew with them.
        if case .kept = content, day.isPage, words.isChanged {
            content = .page(address: day.picture.url, poster: day.metadata.mirror.poster)
        }
        var verdict = Verdict(day: found.day, words: words.part, picture: picture.part, action: .nothing)
        if case .commit = picture.part {} else { verdict.refused = refused }
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

    // MARK: - Words beside the stored ones

    /// What becomes of words beside the stored ones.
    struct WordsVerdict {
        var part: Ruling?
        /// Whether the stored words stay, whatever else of the day is stored.
        var keepsStored = false
        /// Whether other words are stored, and what that means.
        var meaning: Verdict.Meaning?
        var isChanged: Bool { meaning != nil }
    }

    func judgeWords(
        _ new: DayWords, _ metadata: Metadata, _ former: Metadata, _ found: DayCase, _ company: PassCompany
    ) -> WordsVerdict {
        let stored = DayWords(former)
        let isLook = !company.words.tally.isDoubtful
        guard metadata.ofNASA != former.ofNASA || !new.saysTheSame(as: stored) else { return WordsVerdict(part: .same(isLook: isLook)) }
        if found.stored.isReread(as: new, from: metadata.mirror.record?.bytes) {
            return WordsVerdict(part: .same(isLook: isLook), meaning: .reread)
        }
        if facts.accepted.contains(found.day) { return WordsVerdict(part: .commit(.accepted), meaning: .words) }
        if found.stored.hasDamagedJSON || former.isUnverified {
            return WordsVerdict(part: .commit(.filled), meaning: .words)
        }
        // Another shape of the same words, or another address of a rendition: nothing to tell.
        if new.saysTheSame(as: stored) { return WordsVerdict(part: .same(isLook: isLook)) }
        let isOfOtherSource = (former.mirror.record?.source ?? former.mirror.source) != metadata.mirror.source
        if isOfOtherSource, WordDoubts.isLessReadable(new, than: stored) { return WordsVerdict(keepsStored: true) }
        let version = facts.notes.words(of: former, key: stored.key, now: facts.now)
        let isKin = new.sharesMostWords(with: stored)
        var doubt = WordDoubts.doubt(
            new, replacing: stored, mayBeDraft: !version.isGuarded(since: facts.notes.amnestyOfWords))
        if doubt == nil, let other = company.otherDay(than: found.day, with: new.story, insteadOf: stored.story) {
            doubt = "the new story is that of \(other)"
        }
        if doubt == nil, company.spoiled > 1, WordDoubts.isSpoiled(new, from: stored) {
            doubt = "the new words of several days are encoded twice"
        }
        let part = GuardRules.judge(
            version,
            .init(
                key: new.key, doubt: doubt, isKin: isKin,
                isBetter: WordDoubts.isBetter(new, than: stored) || isOfOtherSource && isKin && doubt == nil),
            disputed: facts.disputes.aboutWords(found.day), among: company.words)
        if case .commit = part { return WordsVerdict(part: part, meaning: .words) }
        return WordsVerdict(part: part, keepsStored: true)
    }

    /// Whether a day's new words have traces of a wrong encoding that the stored ones have not.
    func isSpoiled(_ found: DayCase) -> Bool {
        guard case .present(let day) = view(found), !day.said.saysTheSame(as: DayWords(day.former)) else { return false }
        return WordDoubts.isSpoiled(day.said, from: DayWords(day.former))
    }

    /// How the day counts among those whose words tell whether the pass is in doubt; `nil` where it does not.
    func wordsWitness(_ found: DayCase) -> (version: Version, key: String)? {
        let (new, metadata, former): (DayWords, Metadata, Metadata)
        switch view(found) {
        case .present(let day): (new, metadata, former) = (day.said, day.metadata, day.former)
        case .missing(let answered, _, let entry):
            guard let stored = found.stored.metadata, !stored.explanation.isEmpty else { return nil }
            (new, metadata, former) = (DayWords(entry, beside: stored), answered, stored)
        case .leftAlone, .unanswered, .disbelieved: return nil
        }
        let stored = DayWords(former)
        guard stored.hasStory, !former.isUnverified, !found.stored.hasDamagedJSON else { return nil }
        let version = facts.notes.words(of: former, now: facts.now)
        guard version.isGuarded(since: facts.notes.amnestyOfWords) else { return nil }
        let isSame =
            new.saysTheSame(as: stored) || found.stored.isReread(as: new, from: metadata.mirror.record?.bytes)
            || former.mirror.source != metadata.mirror.source && new.sharesMostWords(with: stored)
        if isSame { return (version, version.key) }
        return (facts.notes.words(of: former, key: stored.key, now: facts.now), new.key)
    }

    // MARK: - A picture beside the stored one

    /// What becomes of a picture beside the stored one.
    struct PictureVerdict {
        var part: Ruling?
        /// The picture that stands for the day from now on.
        var stands: Metadata.Picture
        var content = Verdict.Content.kept
        var keepsFormer = true
        /// Another one that came and was not taken.
        var new: Metadata.Picture?
        /// Whether nothing was learned, though it was to be.
        var isUndecided = false
    }

    private func judgePicture(_ found: DayCase, _ day: Rereading, _ company: PassCompany) -> PictureVerdict {
        let former = day.picture
        let same = Ruling.same(isLook: !company.pictures.tally.isDoubtful)
        switch (day.choice, found.got) {
        // A placeholder never takes a picture away, nor does an entry that lost its media.
        case (.wait, _):
            return PictureVerdict(stands: former, isUndecided: facts.accepted.contains(found.day))
        case (.page(let address, _), _) where former.kind == .page && address == former.url && former.isUnverified != true:
            return PictureVerdict(part: same, stands: former)
        case (.page(let address, let poster), _):
            if address == nil, former.kind != .page, !facts.accepted.contains(found.day) {
                return PictureVerdict(stands: former)
            }
            // The film itself is as good as the page that would open it.
            if address == former.url, former.kind != .page { return PictureVerdict(part: same, stands: former) }
            return replaced(
                found, former, by: .page(of: found.day, address, now: facts.now),
                .page(address: address, poster: poster), company)
        case (.download, .fetched(let picture, _)) where picture.sha256 == former.sha256:
            return confirmed(former, picture, same)
        case (.download, .fetched(let picture, _)) where picture.isConverted && day.choice.names(former.url):
            // The picture is the same in another format, as far as anybody can tell.
            guard former.isUnverified != true else { return PictureVerdict(stands: former, isUndecided: true) }
            return PictureVerdict(part: same, stands: former.withKnownKind)
        case (.download, .fetched(let picture, let part)):
            return replaced(found, former, by: picture.from(found.answer), .fetched(part), company)
        case (.download, .verified(let picture)):
            return confirmed(former, picture, same)
        case (.download, .unchanged):
            return PictureVerdict(part: same, stands: former)
        case (.download, .page(let address)) where former.kind == .page && former.url == address:
            return PictureVerdict(part: same, stands: former)
        case (.download, .page(let address)):
            let page = Metadata.Picture.page(of: found.day, address, now: facts.now)
            return replaced(
                found, former, by: page, .page(address: address, poster: day.metadata.mirror.poster), company)
        case (.download, .failed):
            return PictureVerdict(stands: former, isUndecided: true)
        case (.download, nil):
            guard let dispute = facts.disputes[found.day] else { return PictureVerdict(stands: former) }
            // NASA names the stored picture again: the dispute about another address is over.
            if dispute.url != former.url, day.choice.names(former.url) {
                return PictureVerdict(part: .same(isLook: false), stands: former)
            }
            return PictureVerdict(part: .dispute(dispute.servedAgain(at: facts.now)), stands: former)
        }
    }

    private func pictureVerdict(witness found: DayCase, _ company: PassCompany) -> Ruling? {
        guard let former = found.stored.metadata?.mirror.picture else { return nil }
        switch found.got {
        case .unchanged, .verified: return .same(isLook: !company.pictures.tally.isDoubtful)
        case .fetched(let picture, _) where picture.sha256 == former.sha256:
            return .same(isLook: !company.pictures.tally.isDoubtful)
        default: return nil
        }
    }

    /// The same bytes, with what is newly known of them.
    private func confirmed(_ former: Metadata.Picture, _ fresh: Metadata.Picture, _ same: Ruling) -> PictureVerdict {
        var picture = former
        (picture.url, picture.kind) = (fresh.url, fresh.kind)
        (picture.etag, picture.lastModified) = (fresh.etag, fresh.lastModified)
        picture.isUnverified = nil
        return PictureVerdict(part: same, stands: picture)
    }

    /// Judges a picture that differs from the stored one.
    private func replaced(
        _ found: DayCase, _ former: Metadata.Picture, by new: Metadata.Picture, _ content: Verdict.Content,
        _ company: PassCompany
    ) -> PictureVerdict {
        let isUnverified = former.isUnverified == true
        var part: Ruling
        if let doubt = company.doubt(new, of: found.day) {
            part = .wait(doubt)
        } else if isUnverified || facts.doubtful.contains(found.day) {
            // What NASA was never asked about, or what no decoder reads, gives way without a dispute.
            part = .commit(.filled)
        } else {
            let doubt = PictureDoubts.doubt(new, replacing: former)
            part = GuardRules.judge(
                facts.notes.picture(former, of: found.day, now: facts.now),
                .init(
                    key: new.kind == .page ? "page" : new.sha256, url: new.url ?? "", doubt: doubt, isFinal: doubt != nil,
                    isAccepted: facts.accepted.contains(found.day),
                    isBetter: PictureDoubts.isBetter(new, than: former)),
                disputed: facts.disputes[found.day], among: company.pictures)
        }
        guard case .commit = part else { return PictureVerdict(part: part, stands: former, new: new) }
        return PictureVerdict(
            part: part, stands: new, content: content,
            keepsFormer: former.knownKind != .rendition || new.kind == .rendition || isUnverified, new: new)
    }

    /// How the picture counts among those that tell whether the pass is in doubt; `nil` where it does not.
    func pictureWitness(_ found: DayCase) -> (version: Version, key: String)? {
        guard let former = found.stored.metadata?.mirror.picture, former.isUnverified != true,
            !facts.doubtful.contains(found.day)
        else { return nil }
        let version = facts.notes.picture(former, of: found.day, now: facts.now)
        guard version.isGuarded(since: facts.notes.amnestyOfPictures) else { return nil }
        switch found.got {
        case .unchanged, .verified: return (version, version.key)
        case .fetched(let new, _):
            let isSame = new.isConverted || PictureDoubts.isBetter(new, than: former)
            return (version, isSame ? version.key : new.sha256)
        default: return nil
        }
    }
}

extension Rereading {
    var isPage: Bool { picture.kind == .page }
}

extension Dispute {
    /// The dispute after NASA served the same once more.
    func servedAgain(at now: Timestamp) -> Dispute {
        guard last.day != now.day else { return self }
        var dispute = self
        (dispute.last, dispute.days) = (now, days + 1)
        return dispute
    }
}

extension Metadata.Picture {
    /// A page that is made when it is stored.
    static func page(of day: Day, _ address: String?, now: Timestamp) -> Metadata.Picture {
        Metadata.Picture(
            file: "\(day).\(VideoPage.suffix)", kind: .page, url: address, bytes: 0, sha256: "", fetched: now)
    }

    var isFilm: Bool { PictureFormat(ofName: file)?.isVideo == true }

    /// The picture with the address from which another mirror had it, where the source is one.
    func from(_ answer: DayAnswer?) -> Metadata.Picture {
        guard let entry = try? answer?.result.get(), let digest = entry.digest, digest == sha256 else { return self }
        var picture = self
        picture.origin = entry.origin
        return picture
    }
}
