internal import Belief
internal import MirrorTree
internal import Store

/// Words that differ from the stored ones.
extension DayRules {
    /// The ruling on words beside the stored ones.
    struct WordsVerdict {
        var part: Ruling?
        /// Whether the stored words stay, whatever else of the day is stored.
        var keepsStored = false
        /// Whether other words are stored, and what that means.
        var change: MirrorEvent.Change?
        var isChanged: Bool { change != nil }
    }

    func judgeWords(
        _ new: DayWords, _ metadata: Metadata, _ former: Metadata, _ found: DayCase, _ pass: Evidence
    ) -> WordsVerdict {
        let stored = DayWords(former)
        let isLook = !pass.words.tally.isDoubtful
        guard metadata.ofNASA != former.ofNASA || !new.saysTheSame(as: stored) else {
            return WordsVerdict(part: .same(isLook: isLook))
        }
        if found.stored.isReread(as: new, from: metadata.mirror.record?.bytes) {
            return WordsVerdict(part: .same(isLook: isLook), change: .reading)
        }
        if facts.accepted.contains(found.day) { return WordsVerdict(part: .commit(.accepted), change: .words) }
        if found.stored.hasDamagedJSON || former.isUnverified {
            return WordsVerdict(part: .commit(.filled), change: .words)
        }
        // Another shape of the same words, or another address of a rendition: nothing to tell.
        if new.saysTheSame(as: stored) { return WordsVerdict(part: .same(isLook: isLook)) }
        let isOfOtherSource = (former.mirror.record?.source ?? former.mirror.source) != metadata.mirror.source
        if isOfOtherSource, WordDoubts.isLessReadable(new, than: stored) { return WordsVerdict(keepsStored: true) }
        let version = facts.notes.words(of: former, key: stored.key, now: facts.now)
        let isKin = new.sharesMostWords(with: stored)
        var doubt = WordDoubts.doubt(
            new, replacing: stored, mayBeDraft: !version.isGuarded(since: facts.notes.amnestyOfWords))
        if doubt == nil, new.story != stored.story, let other = pass.shared.other(than: found.day, with: new.story) {
            doubt = "the new story is that of \(other)"
        }
        if doubt == nil, pass.spoiled > 1, WordDoubts.isSpoiled(new, from: stored) {
            doubt = "the new words of several days are encoded twice"
        }
        let part = GuardRules.judge(
            version,
            .init(
                key: new.key, doubt: doubt, isKin: isKin,
                isBetter: WordDoubts.isBetter(new, than: stored) || isOfOtherSource && isKin && doubt == nil),
            disputed: facts.disputes.words[found.day], among: pass.words)
        if case .commit = part { return WordsVerdict(part: part, change: .words) }
        return WordsVerdict(part: part, keepsStored: true)
    }

    /// Whether a day's new words have traces of a wrong encoding that the stored ones have not.
    func isSpoiled(_ found: DayCase) -> Bool {
        guard case .present(let day) = view(found), !day.said.saysTheSame(as: DayWords(day.former)) else {
            return false
        }
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
        let isSame =
            new.saysTheSame(as: stored) || found.stored.isReread(as: new, from: metadata.mirror.record?.bytes)
            || former.mirror.source != metadata.mirror.source && new.sharesMostWords(with: stored)
        if isSame { return (version, version.key) }
        return (facts.notes.words(of: former, key: stored.key, now: facts.now), new.key)
    }
}
