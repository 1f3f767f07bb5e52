internal import Belief
internal import Days
internal import MirrorTree
internal import NASA
internal import Store

/// Something that a pass does.
indirect enum Step: Sendable {
    case ask(ClosedRange<Day>)
    case fetch(Need, DayCase)
    /// Whether the stored picture is the very one that was stored.
    case compare(Day)
    case witness(Day)
    /// Whether a host that refuses still gives the picture of one of these days, which it had.
    case prove(HostPart, [Day])
    /// Whether the source still has a day that it had.
    case proveEntries(Day)
    case commit(Verdict, Verdict.Draft)
    /// A download that is not wanted.
    case drop(Day)
}

/// The next steps of a pass, by all that it has learned. New days are stored as they come; what replaces anything waits
/// until everything of its kind that the pass asks for is in.
extension Evidence {
    /// The number of days under way at a time: enough that their commits fill a window, few enough to hold in memory.
    /// The limit of connections says how many of them download at once.
    private static let daysUnderWay = 48
    /// The answered days without a picture that may wait: those whose neighbours are not answered yet, and enough to keep all
    /// connections busy.
    private static let mostNewDays = Limits.window + 6
    /// The number of different pictures that must follow a picture to show that the server does not send one for all.
    private static let company = Limits.dense - 1

    /// The steps to begin now; none when the pass has to wait for those under way, or is over.
    mutating func next() -> [Step] {
        var steps: [Step] = []
        repeat {
            let isFull = underWay + steps.count >= Self.daysUnderWay || newDays >= Self.mostNewDays
            if asking == nil, !isOver, !isFull || underWay == 0, let range = ranges.popLast() {
                asking = range
                steps.append(.ask(range))
            }
            for day in open.sorted(by: >) {
                if let step = step(of: day) { steps.append(step) }
            }
            steps += hostsToProve()
            if underWay + steps.count == 0, open.isEmpty, ranges.isEmpty || isOver { steps += nextPhase() }
        } while steps.isEmpty && underWay == 0 && phase != .over
        underWay += steps.count
        return steps
    }

    /// Days without a picture that were answered and are not done with: their records take the memory.
    private var newDays: Int { cases.values.count { !$0.stored.isPresent } }

    // MARK: - One day

    /// The next step of a day; `nil` where it waits, or is done.
    private mutating func step(of day: Day) -> Step? {
        guard var found = cases[day] else {
            open.remove(day)
            return nil
        }
        if found.reading == nil, case .success(let entry) = found.answer?.result,
            !found.stored.isPresent || phase >= .words
        {
            guard isRipe(day) else { return nil }
            found.reading = read(found, entry)
            cases[day] = found
        }
        open.remove(day)
        let view = rules.view(found)
        if phase < .verdicts, watch.mayFetch, !isOver || found.answer != nil, let step = rules.need(found, view) {
            guard case .fetch(var need, _) = step else { return step }
            need.isProbe = isProbe(day)
            return .fetch(need, found)
        }
        guard phase < .verdicts else { return settle(found, view) }
        if let unchanged = rules.unchanged(found, view) {
            unchangedDays[day] = unchanged
            cases[day] = nil
            return nil
        }
        // A replacement waits for everything of its kind.
        guard !found.stored.isPresent, rules.hasKnownWords(found, view) else { return nil }
        if case .fetched = found.got {
            // Days that are asked for once more wait for each other: one picture may come for all of them.
            guard phase < .twins else { return nil }
            waiting.append(day)
            return releaseRipe()
        }
        return settle(found, view)
    }

    /// Whether everything that the pass asks for within a window of the day is answered.
    private func isRipe(_ day: Day) -> Bool {
        let edge = day.advanced(by: -Limits.window)
        return isOver || isProbe(day)
            || ![asking, ranges.last].contains { range in range.map { $0.upperBound > edge } ?? false }
    }

    func read(_ found: DayCase, _ entry: Entry) -> WordRules.Reading {
        let former = found.stored.metadata
        let version = former.map { facts.notes.words(of: $0, now: facts.now) }
        return WordRules.read(
            DayWords(entry, beside: nil), ending: entry.ending, of: found.day, stored: former.map { DayWords($0) },
            isSettled: version?.settled != nil, isAccepted: facts.accepted.contains(found.day), beside: shared)
    }

    /// Stores the first of the pictures that wait, once enough others came after it.
    private mutating func releaseRipe() -> Step? {
        // The last few pictures that stand in for better ones wait to the end, when those are asked for once more.
        let standIns = Set(waiting.filter { cases[$0].map(rules.isStandIn) == true }.suffix(Limits.refusals))
        let ripe = waiting.dropLast(Self.company).first { day in
            guard !standIns.contains(day), case .fetched(let picture, _) = cases[day]?.got else { return false }
            return doubt(picture, of: day) == nil
        }
        guard let ripe, let found = cases[ripe] else { return nil }
        waiting.removeAll { $0 == ripe }
        return settle(found, rules.view(found))
    }

    /// Takes a day's verdict.
    private mutating func settle(_ found: DayCase, _ view: DayRules.View) -> Step? {
        let verdict = rules.verdict(found, view, in: self)
        take(verdict)
        if case .commit(let draft) = verdict.action { return .commit(verdict, draft) }
        let isUnwanted = if case .fetched = found.got { true } else { false }
        record(verdict)
        return isUnwanted ? .drop(found.day) : nil
    }

    // MARK: - Hosts that refuse

    private mutating func hostsToProve() -> [Step] {
        let kinds = held.keys.filter { proving[$0] == nil }
        for kind in kinds { proving[kind] = [] }
        return kinds.map { kind in
            .prove(kind, (summary.pictures.sorted(by: >) + facts.proofs).filter { !proofs.contains($0) })
        }
    }

    /// Asks for two of the days that are left, since the mirror has nothing from the host that could prove it.
    mutating func probe(_ kind: HostPart) {
        let waiting = held[kind] ?? []
        // The days that failed are mostly the newest, and the oldest tell more.
        let unfetched = waiting.union(cases.values.lazy.filter { $0.got == nil }.map(\.day))
        let days = ranges.reduce(into: unfetched) { $0.formUnion($1) }.filter(plan.wants).sorted()
        guard let oldest = days.first, !isOver else { return end(kind, isWell: false) }
        let probes: Set = [oldest, days[days.count / 3]]
        proving[kind] = probes
        held[kind]?.subtract(probes)
        open.formUnion(probes.intersection(waiting))
        ranges += probes.subtracting(unfetched).sorted().map { $0...$0 }
    }

    func isProbe(_ day: Day) -> Bool { proving.values.contains { $0.contains(day) } }

    mutating func endProbe(_ day: Day) {
        for (kind, probes) in proving where probes.contains(day) {
            proving[kind]?.remove(day)
            let isWell = !watch.withLock { $0.hosts.needsProof(kind) }
            if isWell || probes.count == 1 { end(kind, isWell: isWell) }
        }
    }

    mutating func end(_ kind: HostPart, isWell: Bool) {
        proving[kind] = nil
        watch.withLock {
            isWell ? $0.hosts.prove(kind) : $0.hosts.giveUp(kind, reason: $0.hosts.facts(kind.server).reason)
        }
        open.formUnion(held.removeValue(forKey: kind) ?? [])
    }

    // MARK: - When nothing is under way any more

    private mutating func nextPhase() -> [Step] {
        phase = Phase(rawValue: phase.rawValue + 1) ?? .over
        switch phase {
        case .asking: return []
        case .again:
            let again = watch.withLock { $0.absencesToAskAgain(today: facts.today) }
            guard !again.isEmpty else { return [] }
            watch.withLock { $0.forgetAbsences(of: again) }
            // Until they are asked again, the days count as not judged: a pass that is over notes nothing of them.
            askAgain(again)
            if isOver { ranges = [] }
            return []
        case .proof:
            // Where hosts of pictures are at fault, the entries may be of the same accident.
            let isAnyUnpublished = unpublished.values.contains { $0 != .stillNotYet }
            let known = watch.withLock { $0 }
            let needsProof = known.needsProofOfEntries || isAnyUnpublished && !known.hosts.faults.isEmpty
            if known.hasTooManyAbsences || needsProof && !isOver && facts.proofs.isEmpty && !known.hasRecords {
                watch.withLock { $0.recordTooManyAbsences(at: rules.base) }
            } else if needsProof, !isOver, let day = facts.proofs.first {
                return [.proveEntries(day)]
            }
            return []
        case .words:
            // Words of stored days are read beside all others now.
            for (day, found) in cases where found.reading == nil {
                guard case .success(let entry) = found.answer?.result else { continue }
                let reading = read(found, entry)
                cases[day]?.reading = reading
            }
            countWords()
            return []
        case .witnesses:
            countPictures()
            guard pictures.tally.all > 0, !isOver else { return [] }
            let asked = PictureRules.witnesses(among: facts.settled, on: facts.today)
            // Those whose picture was asked for anyway are witnesses, too.
            let known = asked.filter { cases[$0]?.got != nil || unchangedDays[$0]?.hasLook == true }
            witnesses.formUnion(known)
            return asked.subtracting(known).sorted(by: >).map { .witness($0) }
        case .twins:
            countPictures()
            guard !isOver else { return [] }
            askForBetter()
            return twins()
        case .verdicts:
            countPictures()
            noteUnchanged()
            open.formUnion(cases.keys)
            return []
        case .over:
            // Nothing is judged any more, and the notes that are written now take the room of the texts.
            (shared, claims) = (SharedParts(), PictureRules())
            return []
        }
    }

    private mutating func countWords() {
        (words.tally, spoiled) = (GuardRules.Tally(), 0)
        for (day, found) in unchangedDays {
            let version = found.wordsVersion
            words.count(version, version.key, disputed: nil, isFair: !facts.unfair.contains(day))
        }
        for (day, found) in cases {
            if rules.isSpoiled(found) { spoiled += 1 }
            guard let (version, key) = rules.wordsWitness(found) else { continue }
            words.count(version, key, disputed: facts.disputes.words[day], isFair: !facts.unfair.contains(day))
        }
    }

    private mutating func countPictures() {
        pictures.tally = GuardRules.Tally()
        // A witness says that its picture is the same whether or not it had an answer.
        for (day, found) in unchangedDays where found.hasLook {
            let version = found.pictureVersion
            pictures.count(version, version.key, disputed: nil, isFair: witnesses.contains(day))
        }
        for (day, found) in cases {
            guard let (version, key) = rules.pictureWitness(found) else { continue }
            pictures.count(version, key, disputed: facts.disputes.pictures[day], isFair: witnesses.contains(day))
        }
    }

    /// A better address may have been refused by accident.
    private mutating func askForBetter() {
        for day in waiting {
            guard let found = cases[day], rules.isStandIn(found), !watch.withLock({ $0.hasRepeated(day) }) else {
                continue
            }
            askAgain(for: day)
        }
    }

    /// Has a day's picture asked for once more: what came before is not looked at any more.
    private mutating func askAgain(for day: Day) {
        cases[day]?.got = nil
        waiting.removeAll { $0 == day }
        open.insert(day)
    }

    /// Two days that claim one picture are both asked for it once more.
    private mutating func twins() -> [Step] {
        var steps: [Step] = []
        for (day, found) in cases {
            guard case .fetched(let picture, _) = found.got,
                let twin = claims.twin(of: picture.claim(of: day))
            else { continue }
            askAgain(for: day)
            if twin.isStored, cases[twin.day] == nil { steps.append(.witness(twin.day)) }
        }
        return steps
    }
}
