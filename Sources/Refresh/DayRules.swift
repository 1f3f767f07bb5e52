internal import Belief
internal import Days
internal import MirrorTree
internal import NASA
internal import Store

/// The rules by which a day is judged, the one exit of a pass: the needs of a day, and its outcome. Pure.
struct DayRules: Sendable {
    let facts: PassFacts
    /// The name and the address of the source.
    let source: String
    let base: String
    /// The addresses that the settings want for a day's media.
    let choose: @Sendable (Media) -> PictureChoice
    /// The collection that pictures are taken from, where there is one.
    var collection: OfferedCollection?
    /// The mirrors that days are brought back from, where they are the source.
    var peers: PeerEntries?

    /// A day, as its answer and what is stored of it stand beside each other.
    enum View {
        /// The owner does not want it, or it was let go of during the pass: nothing is decided.
        case leftAlone
        case unanswered(EntryError)
        case disbelieved(String)
        case present(Rereading)
        case missing(Metadata, PictureChoice, Entry)
    }

    func view(_ found: DayCase) -> View {
        let stored = found.stored
        guard let answer = found.answer, stored.metadata?.mirror.state != .hidden else { return .leftAlone }
        var entry: Entry
        switch answer.result {
        case .failure(let error): return .unanswered(error)
        case .success(let answered): entry = answered
        }
        let held = peers?.held(found.day)
        // The words that stand are not judged when other mirrors are asked.
        if let held, var sealed = stored.sealed {
            sealed.mirror.record?.bytes = entry.record
            sealed.mirror.source = held.origin ?? sealed.mirror.source
            return .missing(sealed, held.choice(choose(entry.media), sealed.recordedPicture), entry)
        }
        var notice: Notice?
        switch found.reading {
        case .disbelieved(let reason): return .disbelieved(reason)
        case .believed(_, let cut): notice = cut
        case nil: break
        }
        if let notice { entry.cut(notice) }
        let choice = choose(entry.media)
        // An import leaves days alone that the collection has nothing of.
        if let collection, !collection.isUnchecked, collection.offer(for: entry, choice).isEmpty { return .leftAlone }
        // A record that somebody kept is of the server that it came from.
        let kept = collection?.isUnchecked == true || held != nil ? entry.recordOrigin : nil
        var metadata = Metadata(entry, source: kept?.source ?? source, base: kept?.base ?? base, fetched: facts.now)
        metadata.mirror.notice = notice
        if let held {
            metadata.mirror.source = held.origin ?? metadata.mirror.source
            return .missing(metadata, held.choice(choice), entry)
        }
        let takesEmptyStory = facts.acceptsWords(of: found.day)
        if stored.isPresent,
            let rereading = Rereading(
                entry: entry, metadata: metadata, choice: choice, stored: stored, takesEmptyStory: takesEmptyStory)
        {
            return .present(rereading)
        }
        // A day that lost picture and JSON during the pass: the next plan knows whether it is missed.
        guard stored.json != nil || !facts.present.contains(found.day) else { return .leftAlone }
        // Words outlive their picture: those that came without one are judged like any other.
        if let former = stored.metadata, !former.explanation.isEmpty {
            metadata.fillGaps(from: former, namesNothing: entry.namesNothing, takesEmptyStory: takesEmptyStory)
        }
        return .missing(metadata, choice, entry)
    }

    /// Whether an answer about a day without a picture brings no other words than those that are stored, if any are.
    func hasKnownWords(_ found: DayCase, _ view: View) -> Bool {
        guard case .missing(_, _, let entry) = view, let former = found.stored.metadata, !former.explanation.isEmpty
        else { return true }
        return DayWords(entry, beside: former).saysTheSame(as: DayWords(former))
    }

    /// The rest to know of a day of which NASA says the stored words; `nil` for any other day. A thousand of these are
    /// asked about in a pass, and their answers would fill the memory.
    func unchanged(_ found: DayCase, _ view: View) -> UnchangedDay? {
        guard case .present(let day) = view, facts.disputes.pictures[found.day] == nil,
            day.former.mirror.state == .present, !day.hasOtherRecord,
            !facts.damaged.contains(found.day), !facts.accepted.contains(found.day), !day.former.isUnverified,
            day.said.saysTheSame(as: DayWords(day.former)), day.metadata.ofNASA == day.former.ofNASA
        else { return nil }
        let hasLook: Bool
        var otherBytes: String?
        switch found.got {
        case nil: hasLook = day.isPage && day.choice.names(day.picture.url)
        case .unchanged: hasLook = true
        case .encodedAnew(let picture): (hasLook, otherBytes) = (true, picture.sha256)
        default: return nil
        }
        return UnchangedDay(
            words: day.said, ending: day.entry.ending, wordsVersion: facts.notes.words(of: day.former, now: facts.now),
            pictureVersion: facts.notes.picture(day.picture, of: found.day, now: facts.now), hasLook: hasLook,
            otherBytes: otherBytes)
    }

    // MARK: - What is needed

    /// The step that brings what has to be known before the day is judged; `nil` where all is known.
    func need(_ found: DayCase, _ view: View) -> Step? {
        guard found.got == nil else { return nil }
        switch view {
        case .leftAlone, .unanswered, .disbelieved:
            return nil
        case .missing(_, .download(let candidates), let entry):
            return .fetch(need(found.day, candidates, entry), found)
        case .missing:
            return nil
        case .present(let day):
            guard facts.damaged.contains(found.day) else { return pictureNeed(day, found).map { .fetch($0, found) } }
            guard day.stored.hasDamagedWords || day.picture.kind != .page else { return nil }
            guard let isWhole = found.isWhole else { return .compare(found.day) }
            // Words are mended by NASA's words: the picture is not asked for.
            if isWhole, day.stored.hasDamagedWords { return pictureNeed(day, found).map { .fetch($0, found) } }
            if isWhole { return anew(day).map { .fetch($0, found) } }
            return day.picture.kind == .page ? nil : .fetch(mending(day), found)
        }
    }

    private func need(
        _ day: Day, _ candidates: [PictureChoice.Candidate], _ entry: Entry, stored: Metadata.Picture? = nil
    ) -> Need {
        Need(day: day, candidates: candidates, stored: stored, only: entry.digest.map { .mirrored($0) })
    }

    private func anew(_ day: Rereading) -> Need? {
        guard case .download(let candidates) = day.choice else { return nil }
        let isProved = day.picture.isUnverified != true
        return need(day.former.date, candidates, day.entry, stored: isProved ? nil : day.picture)
    }

    /// Only the very bytes that were stored take a damaged picture's place.
    private func mending(_ day: Rereading) -> Need {
        let recorded = day.picture
        var candidates = [recorded.candidate].compactMap(\.self)
        if case .download(let named) = day.choice { candidates += named.filter { $0.url != recorded.url } }
        return Need(day: day.former.date, candidates: candidates, only: .own(recorded.sha256))
    }

    private func pictureNeed(_ day: Rereading, _ found: DayCase) -> Need? {
        guard case .download(let candidates) = day.choice else { return nil }
        let (date, picture, dispute) = (found.day, day.picture, facts.disputes.pictures[found.day])
        let version = facts.notes.picture(picture, of: date, now: facts.now)
        if facts.accepted.contains(date) {
            let isAboutWords = facts.acceptsWords(of: date) && dispute == nil && !version.hasDeclined
            return isAboutWords ? nil : anew(day)
        }
        let isDue = isLookDue(found, picture, day.choice)
        if let dispute, !day.choice.names(picture.url) || dispute.url == picture.url {
            // Another address is not fetched again before its dispute may end, unless what came only stands in.
            let isOver = dispute.since.days(to: facts.now) >= Double(Limits.settle)
            let standsIn = dispute.url != candidates.first?.url
            let isSameAddress = dispute.url == picture.url
            guard dispute.last.day != facts.now.day, isSameAddress || standsIn || isOver else { return nil }
            return need(date, candidates, day.entry, stored: isSameAddress ? picture : nil)
        }
        // An answer that the owner declined may lie at another address: it is looked at once a day.
        if version.hasDeclined, version.asked.day == facts.now.day, !facts.doubtful.contains(date) { return nil }
        if picture.kind == .page {
            return isDue || !day.choice.names(picture.url) ? need(date, candidates, day.entry) : nil
        }
        // Another mirror names the sum of its picture.
        let isOther = day.entry.digest.map { $0 != picture.sha256 } ?? false
        if isOther || !day.choice.names(picture.url) || facts.doubtful.contains(date) { return anew(day) }
        guard isDue || picture.isUnverified == true else { return nil }
        if day.choice.isStandIn(picture) { return need(date, candidates, day.entry, stored: picture) }
        return need(date, candidates.filter { $0.url == picture.url }, day.entry, stored: picture)
    }

    /// Whether NASA is to be asked if the stored picture is still the same: once a day while it is provisional, only
    /// stands in or came in other bytes, and when the rotation reaches it.
    private func isLookDue(_ found: DayCase, _ picture: Metadata.Picture, _ choice: PictureChoice) -> Bool {
        let version = facts.notes.picture(picture, of: found.day, now: facts.now)
        let standsIn = choice.isStandIn(picture) && !facts.unfair.contains(found.day)
        let isOpen = !version.isGuarded(since: facts.notes.amnestyOfPictures) || version.other != nil
        let comesRound = facts.round?.contains(found.day) == true
        return (comesRound || standsIn || isOpen) && version.asked.day != facts.now.day
    }

    /// Whether a picture came that only stands in, since a better address was asked in vain.
    func isStandIn(_ found: DayCase) -> Bool {
        guard peers == nil, case .fetched(let picture, _) = found.got, picture.kind == .rendition,
            case .missing(_, .download(let candidates), _) = view(found)
        else { return false }
        return picture.url != candidates.first?.url
    }
}

extension Need {
    /// A picture to ask as a witness, whatever its day's entry says.
    init?(witness stored: StoredDay) {
        guard let picture = stored.metadata?.mirror.picture, let candidate = picture.candidate, picture.kind != .page
        else { return nil }
        self.init(day: stored.day, candidates: [candidate], stored: picture)
    }
}

extension Metadata.Picture {
    fileprivate var candidate: PictureChoice.Candidate? { url.map { .init(url: $0, kind: kind, isVideo: isFilm) } }
}
