internal import Belief
internal import Days
internal import MirrorTree
internal import NASA
internal import Store

/// The notes on the days of a pass, and its report.
extension Evidence {
    /// Takes what a verdict says of the words and the picture, before anything is stored.
    mutating func take(_ verdict: Verdict) {
        let day = verdict.day
        for (ruling, disputes, company) in [
            (verdict.words, \Disputes.words, \Evidence.words),
            (verdict.picture, \Disputes.pictures, \Evidence.pictures),
        ] {
            switch ruling {
            case .dispute(let dispute): newDisputes[keyPath: disputes][day] = dispute
            case .commit(let why): self[keyPath: company].commits[why, default: 0] += 1
            // The stored words or picture stay, and the status says why.
            case .wait(let reason, _): disbelieved[day] = reason
            default: break
            }
        }
        if let reason = verdict.disbelieved { disbelieved[day] = reason }
    }

    /// Takes a verdict that changes no file.
    mutating func record(_ verdict: Verdict) {
        let day = verdict.day
        switch verdict.action {
        case .fail(let reason, let metadata, let kinds):
            fail(FailedDay(day: day, reason: reason, metadata: metadata, stored: cases[day]?.stored, kinds: kinds))
        case .unpublished(let absence):
            unpublished[day] = absence
        case .leftOut(let reason):
            leftOut[day] = reason
        case .nothing, .commit:
            note(verdict, nil)
        }
        done(day)
    }

    mutating func fail(_ failure: FailedDay) {
        if failure.metadata != nil { notes.missing.forget(failure.day) }
        failed.append(failure)
    }

    mutating func record(_ verdict: Verdict, _ draft: Verdict.Draft, _ metadata: Metadata) {
        switch draft.change {
        case .picture(let isReplacement):
            summary.stored += 1
            summary.pictures.insert(verdict.day)
            if let found = cases[verdict.day], rules.isStandIn(found) { summary.standIns.insert(verdict.day) }
            if isReplacement { summary.replaced += 1 }
        case .words: summary.corrected += 1
        case .reading: summary.reread += 1
        case nil: if draft.stored.lacksRecord, metadata.mirror.record != nil { summary.recorded += 1 }
        }
        if metadata.mirror.picture?.isUnverified == true { unasked.insert(verdict.day) }
        note(verdict, metadata)
        done(verdict.day)
    }

    /// Notes what NASA said of the words and the picture of a day.
    ///
    /// - Parameter written: the metadata, where they were stored anew.
    private mutating func note(_ verdict: Verdict, _ written: Metadata?) {
        let (day, now) = (verdict.day, facts.now)
        let former = cases[day]?.stored.metadata
        if let words = verdict.words {
            notes.missing.forget(day)
            if case .dispute = words {} else { notes.disputes.words[day] = nil }
            if let former = former ?? written {
                // Keys take a while to make, and only words that take others' place need them.
                let needsKeys =
                    switch words {
                    case .same, .commit(.new): false
                    case .commit, .dispute, .wait: true
                    }
                let stored = facts.notes.words(of: former, key: needsKeys ? DayWords(former).key : "", now: now)
                let key = needsKeys ? written.map { DayWords($0).key } ?? "" : ""
                notes.note(words: stored.after(words, key, now, facts.notes.amnestyOfWords), of: day)
            }
        }
        guard let picture = verdict.picture else { return }
        notes.missing.forget(day)
        if case .dispute = picture {} else { notes.disputes.pictures[day] = nil }
        guard let standing = former?.mirror.picture ?? written?.mirror.picture else { return }
        let stored = facts.notes.picture(standing, of: day, now: now)
        let key = written?.mirror.picture?.sha256 ?? stored.key
        // The picture may have come hours after the pass began.
        let moment = max(now, written?.mirror.picture?.fetched ?? now)
        var version = stored.after(picture, key, moment, facts.notes.amnestyOfPictures)
        // A picture that NASA was never seen to serve may be its owner's only copy: it stays in superseded/.
        if stored.looks.days == 0 { version.former.removeAll { $0.key == stored.key } }
        notes.note(picture: version, of: day)
    }

    /// Notes that NASA served once more what is stored.
    mutating func noteUnchanged() {
        for (day, found) in unchangedDays {
            let reading = WordRules.read(
                found.words, ending: found.ending, of: day, stored: found.words,
                isSettled: found.wordsVersion.settled != nil, beside: shared)
            let isBelieved = if case .believed(_, nil) = reading { true } else { false }
            notes.missing.forget(day)
            notes.disputes.words[day] = nil
            let words = found.wordsVersion.seen(
                at: facts.now, isLook: isBelieved && !words.tally.isDoubtful, amnesty: facts.notes.amnestyOfWords)
            notes.note(words: words, of: day)
            notes.disputes.pictures[day] = nil
            guard found.hasLook else { continue }
            let picture = found.pictureVersion.seen(
                at: facts.now, isLook: !pictures.tally.isDoubtful, amnesty: facts.notes.amnestyOfPictures,
                as: found.otherBytes)
            notes.note(picture: picture, of: day)
        }
        judged.formUnion(unchangedDays.keys)
        unchangedDays = [:]
    }

    /// The notes after this pass, and the pictures that are let go of since they never settled.
    func notesAtEnd(in listing: Listing) -> (notes: DayNotes, forgotten: [Day: [String]]) {
        var (notes, forgotten) = (notes, [Day: [String]]())
        for (day, noted) in notes.days where noted.hasFormer {
            notes.days[day]?.words?.forgetUnsettled(at: facts.now)
            let pictures = notes.days[day]?.picture?.forgetUnsettled(at: facts.now) ?? []
            if !pictures.isEmpty { forgotten[day] = pictures }
        }
        let (believed, disbelievedByThemselves) = watch.withLock { ($0.believed, $0.disbelieved) }
        for day in believed { notes.disputes.refused[day] = nil }
        // A day without a picture is pending, with that reason.
        for (day, reason) in disbelievedByThemselves.merging(disbelieved, uniquingKeysWith: { $1 })
        where listing.isPresent(day) {
            notes.disputes.refused[day] = reason
        }
        // The former note of an absence stays, so that the source is asked once more when the note is old.
        for (day, absence) in unpublished where absence != .stillNotYet {
            notes.missing.record(day, confirmed: absence == .confirmed, today: facts.today)
        }
        // What the source said before of a day that its list leaves out may be no longer so.
        for day in leftOut.keys { notes.missing.forget(day) }
        notes.missing.reasons.merge(leftOut.merging(refused) { $1 }) { $1 }
        if GuardRules.isPardoned(words.commits, disputes: Array(facts.disputes.words.values), now: facts.now) {
            notes.amnestyOfWords = facts.now
        }
        if GuardRules.isPardoned(pictures.commits, disputes: Array(facts.disputes.pictures.values), now: facts.now) {
            notes.amnestyOfPictures = facts.now
        }
        let hosts = watch.withLock { $0.hosts }
        notes.daysAway = hosts.daysAway(on: facts.today, isOnline: hosts.isAnyAnswering || !judged.isEmpty)
        return (notes, forgotten)
    }

    /// The state of the source after this pass. A pause that another source asked for goes on.
    func sourceState(of source: String, after former: SourceState) -> SourceState {
        var state = former
        if let pause = summary.stopped?.until {
            state.pausedUntil = pause
            state.pausedSource = source
        } else if former.pausedSource == source {
            state.pausedUntil = nil
            state.pausedSource = nil
        }
        if summary.stopped == nil {
            state.lastSuccess = clock()
            state.forgetOtherForm(of: source)
        } else if case .otherForm(let form) = watch.end {
            state.record(form)
        }
        return state
    }
}

extension Version {
    /// The version after NASA said this of it.
    ///
    /// - Parameter key: that of what is stored from now on.
    fileprivate func after(_ part: Ruling, _ key: String, _ now: Timestamp, _ amnesty: Timestamp?) -> Version {
        switch part {
        case .same(let isLook, let other): seen(at: now, isLook: isLook, amnesty: amnesty, as: other)
        case .commit(.new): Version(key: key, unnotedSince: now, isUnverified: false, now: now)
        case .commit(let why): replaced(by: key, why, now: now)
        case .dispute: asked(at: now)
        case .wait(_, let other): other.map { differed($0, at: now) } ?? asked(at: now)
        }
    }
}
