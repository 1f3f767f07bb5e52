internal import Belief
internal import Days
internal import Folder
internal import MirrorTree
internal import NASA
internal import Store

/// The facts that a pass begins with; they do not change while it goes on.
struct PassFacts: Sendable {
    var now: Timestamp
    var today: Day
    var notes: DayNotes
    var disputes: Disputes
    var damaged: Set<Day>
    /// Days of the plan that had their picture when it was made.
    var present: Set<Day>
    var accepted: Set<Day>
    /// Days whose picture is doubtful and is asked for again.
    var doubtful: Set<Day>
    /// The newest days that the mirror has a picture of, newest first: something that the source certainly has.
    var proofs: [Day]
    /// All days that the mirror has and that have settled.
    var settled: [Day]
    /// The days near those of the plan whose pictures have these sums.
    var sums: [String: Set<Day>]
    /// The days of the plan that the rotation reached.
    var round: ClosedRange<Day>?
    /// Days that are asked for only since they are disputed or provisional: they are no fair sample.
    var unfair: Set<Day>

    /// Whether the owner accepts words that were held back.
    func acceptsWords(of day: Day) -> Bool { accepted.contains(day) && disputes.aboutWords(day) != nil }
}

/// All about one day of a pass.
struct DayCase: Sendable {
    let day: Day
    /// What the source says of it; `nil` for a day whose picture alone is asked for.
    var answer: DayAnswer?
    var stored: StoredDay
    var reading: WordRules.Reading?
    var comesRound = false
    /// Whether the stored picture is the very one that was stored; `nil` where it was not looked at.
    var isWhole: Bool?
    var got: PictureFetch.Outcome?
    /// How often the day was changed by others while it waited.
    var changes = 0
}

/// A day of which NASA says what is stored.
struct UnchangedDay: Sendable {
    var words: DayWords
    var ending: String?
    var wordsVersion: Version
    var pictureVersion: Version
    /// Whether NASA said so of its picture, too.
    var hasLook: Bool
}

/// What came of one step of a pass.
enum Fact: Sendable {
    /// - end: the error that ended the asking early.
    case answers([(DayAnswer, StoredDay)], end: (any Error)?)
    /// - twin: a neighbour that the mirror has, with these very bytes from another address.
    case got(Day, PictureFetch.Outcome, twin: Day?)
    case whole(Day, Bool)
    /// A witness, with the answer to its picture.
    case witness(StoredDay, PictureFetch.Outcome?)
    /// The day was not asked for, since its host is to prove first that it is well.
    case held(Day, PictureAddress.Kind)
    /// - by: the day whose picture proved it, or did not; `nil` where the mirror has none from there.
    case proved(PictureAddress.Kind, Bool, by: Day?)
    case committed(Verdict, Metadata, Verdict.Meaning, isRecorded: Bool)
    /// Somebody changed the day meanwhile: it is judged anew.
    case changed(StoredDay)
    /// Whether the source still has a day that it had.
    case hasEntry(Bool)
    case failed(FailedDay)
    case stopped(Day?, any Error)
    case dropped
}

/// Everything that a pass has learned. Facts are added and folded here; what follows from them is said by rules.
struct Evidence: Sendable {
    let plan: Plan
    let facts: PassFacts
    let rules: DayRules
    let watch: PassWatch
    /// The days that are still to be asked for, the newest last.
    var ranges: [ClosedRange<Day>]
    /// Days that were answered and are not done with.
    var cases: [Day: DayCase] = [:]
    /// Days of these that turned out to be as NASA has them.
    var unchangedDays: [Day: UnchangedDay] = [:]
    /// Days whose next step is to be decided.
    var open: Set<Day> = []
    /// Days whose pictures came, and that wait for those of other days, in the order in which they came.
    var waiting: [Day] = []
    /// Days that are not asked for before their host has proved that it is well.
    var held: [PictureAddress.Kind: Set<Day>] = [:]
    /// The kinds of address that are proved, and the days that are asked for to prove them.
    var proving: [PictureAddress.Kind: Set<Day>] = [:]
    /// The days whose pictures proved something: each is asked for once.
    private(set) var proofs: Set<Day> = []
    var underWay = 0
    var asking: ClosedRange<Day>?
    var phase = Phase.asking
    /// Days that have their outcome.
    private(set) var judged: Set<Day> = []
    /// What this pass noted of the days that it asked about.
    var notes: DayNotes
    var shared = SharedParts()
    var claims = PictureRules()
    private(set) var failed: [FailedDay] = []
    /// Disputes that are to be noted before their days say that they are disputed.
    private(set) var disputes: (pictures: [Day: Dispute], words: [Day: Dispute]) = ([:], [:])
    /// What ended for NASA in this pass.
    private(set) var endedWords: [Ruling] = []
    private(set) var endedPictures: [Ruling] = []
    var learned = LearnedDays()
    var summary = PassReport()
    private var otherForm: OtherForm?
    private(set) var paused: Timestamp?
    private(set) var stored: Set<Day> = []
    private let clock: @Sendable () -> Timestamp
    /// How the settled days answered.
    var wordTally = GuardRules.Tally()
    var pictureTally = GuardRules.Tally()
    var spoiled = 0
    /// Days that still have no entry.
    private(set) var unchanged: Set<Day> = []

    /// What a pass does when nothing is under way any more.
    enum Phase: Int, Sendable {
        case asking, again, proof, words, witnesses, twins, verdicts, over
    }

    init(
        plan: Plan, facts: PassFacts, rules: DayRules, watch: PassWatch, block: Int, troubles: [String],
        clock: @escaping @Sendable () -> Timestamp
    ) {
        self.plan = plan
        self.facts = facts
        self.rules = rules
        self.watch = watch
        self.clock = clock
        notes = facts.notes
        ranges = plan.ranges.flatMap { $0.blocks(of: block) }.reversed()
        summary.troubles = troubles
    }

    /// Whether the pass begins nothing more.
    var isOver: Bool { summary.stopped != nil || watch.end != nil }

    func isJudged(_ day: Day) -> Bool { judged.contains(day) }

    // MARK: - Facts

    mutating func add(_ fact: Fact) {
        underWay -= 1
        switch fact {
        case .answers(let answers, let end):
            asking = nil
            for (answer, stored) in answers
            where plan.wants(answer.day) && !judged.contains(answer.day) && cases[answer.day] == nil
                && unchangedDays[answer.day] == nil
            {
                add(answer, stored)
            }
            if let end { stop(end) }
        case .got(let day, let outcome, let twin):
            cases[day]?.got = outcome
            claim(day, outcome, twin)
            open.insert(day)
            endProbe(day)
        case .whole(let day, let isWhole):
            cases[day]?.isWhole = isWhole
            open.insert(day)
        case .witness(let stored, let outcome):
            var found = cases[stored.day] ?? DayCase(day: stored.day, stored: stored)
            found.got = outcome ?? found.got
            cases[stored.day] = found
            if let outcome { claim(stored.day, outcome, nil) }
            witnesses.insert(stored.day)
        case .held(let day, let kind):
            held[kind, default: []].insert(day)
        case .proved(let kind, let isWell, let day):
            if let day {
                proofs.insert(day)
                end(kind, isWell: isWell)
            } else {
                probe(kind)
            }
        case .committed(let verdict, let metadata, let meaning, let isRecorded):
            record(verdict, metadata, meaning, isRecorded)
        case .changed(let stored):
            reopen(stored)
        case .hasEntry(let has):
            if !has { watch.withLock { $0.recordTooManyAbsences(at: rules.base) } }
        case .failed(let failure):
            fail(failure)
            done(failure.day)
        case .stopped(let day, let error):
            if let day { done(day) }
            stop(error)
        case .dropped:
            break
        }
    }

    // MARK: - Hosts that refuse

    /// Asks for two of the days that are left, since the mirror has nothing from the host that could prove it.
    private mutating func probe(_ kind: PictureAddress.Kind) {
        let waiting = held[kind] ?? []
        // The days that failed are mostly the newest, and the oldest tell more.
        let unfetched = waiting.union(cases.values.lazy.filter { $0.got == nil }.map(\.day))
        let days = ranges.reduce(into: unfetched) { $0.formUnion($1) }.filter(plan.wants).sorted()
        guard let oldest = days.first, !isOver else { return end(kind, isWell: false) }
        let probes: Set = [oldest, days[days.count / 3]]
        watch.withLock { $0.probe(probes) }
        proving[kind] = probes
        held[kind]?.subtract(probes)
        open.formUnion(probes.intersection(waiting))
        ranges += probes.subtracting(unfetched).sorted().map { $0...$0 }
    }

    func isProbe(_ day: Day) -> Bool { proving.values.contains { $0.contains(day) } }

    private mutating func endProbe(_ day: Day) {
        for (kind, probes) in proving where probes.contains(day) {
            proving[kind]?.remove(day)
            let isWell = !watch.withLock { $0.isHeld(kind, for: nil) }
            if isWell || probes.count == 1 { end(kind, isWell: isWell) }
        }
    }

    private mutating func end(_ kind: PictureAddress.Kind, isWell: Bool) {
        proving[kind] = nil
        watch.withLock { isWell ? $0.prove(kind) : $0.giveUp(kind, $0.hosts.facts(kind.server).reason) }
        open.formUnion(held.removeValue(forKey: kind) ?? [])
    }

    /// Days whose pictures were asked for as witnesses.
    var witnesses: Set<Day> = []

    private mutating func add(_ answer: DayAnswer, _ stored: StoredDay) {
        let day = answer.day
        cases[day] = DayCase(
            day: day, answer: answer, stored: stored, comesRound: facts.round?.contains(day) == true)
        open.insert(day)
        if let former = stored.metadata {
            shared.add(stored: DayWords(former), notice: former.mirror.notice, of: day)
        }
        guard case .success(let entry) = answer.result else { return }
        let words = DayWords(title: entry.title, story: entry.explanation, credit: entry.credit ?? "")
        shared.add(words, ending: entry.ending, of: day)
        if !words.hasStory, stored.metadata.map({ DayWords($0).hasStory }) == true { shared.add(emptied: day) }
    }

    private mutating func claim(_ day: Day, _ outcome: PictureFetch.Outcome, _ twin: Day?) {
        guard case .fetched(let picture, _) = outcome else { return }
        let address = picture.published ?? ""
        if let twin, claims.isUnclaimed(twin) {
            claims.add(.init(day: twin, sum: picture.sha256, address: "of \(twin)", isStored: true))
        }
        claims.add(.init(day: day, sum: picture.sha256, address: address))
        if claims.count(of: picture.sha256) > Limits.refusals {
            let reason = "it gave \(claims.count(of: picture.sha256)) days the very same picture"
            watch.withLock { $0.giveUp(PictureAddress.Kind(picture.url ?? ""), reason) }
        }
    }

    private mutating func reopen(_ stored: StoredDay) {
        let day = stored.day
        cases[day]?.stored = stored
        cases[day]?.changes += 1
        // A day that is changed again and again is not waited for.
        if let found = cases[day], found.changes < 3 { open.insert(day) } else { done(day) }
    }

    mutating func done(_ day: Day) {
        endProbe(day)
        judged.insert(day)
        cases[day] = nil
        open.remove(day)
    }

    /// Has these days asked for once more, each by itself: a list may leave it out again.
    mutating func askAgain(_ days: Set<Day>) {
        judged.subtract(days)
        for day in days {
            learned.unpublished[day] = nil
            learned.leftOut[day] = nil
        }
        ranges += days.sorted().map { $0...$0 }
    }

    /// - Parameter isAboutPictures: whether the source has no pictures, while its entries came and were believed.
    mutating func stop(_ error: any Error, isAboutPictures: Bool = false) {
        if summary.stopped == nil {
            summary.stopped = PassEnd(error, at: facts.now)
            summary.stopped?.isAboutPictures = isAboutPictures
            if case SourceError.otherForm(let form) = error { otherForm = form }
        }
        ranges = []
        guard let error = error as? SourceError else { return }
        watch.withLock { $0.record(error) }
        // A pass may last for hours: the wait counts from the answer that asked for it.
        if case .rateLimited(_, let seconds) = error, paused == nil {
            paused = clock() + seconds
            summary.stopped?.until = paused
        }
    }

    /// The report of the pass, once everything is settled.
    var report: PassReport {
        var report = summary
        report.pictures = stored
        report.standIns.formIntersection(stored)
        report.lacking = plan.missing.subtracting(stored).subtracting(summary.unpublished)
        report.hostsAway = watch.withLock { $0.hosts.faults }
        return report
    }

    // MARK: - Outcomes

    /// Takes what a verdict says of the words and the picture, before anything is stored.
    mutating func take(_ verdict: Verdict) {
        let day = verdict.day
        switch verdict.words {
        case .dispute(let dispute):
            disputes.words[day] = dispute
            summary.disputed[day] = dispute.reason
        case .commit(let why) where why == .ended || why == .returned: endedWords.append(.commit(why))
        default: break
        }
        switch verdict.picture {
        case .dispute(let dispute):
            disputes.pictures[day] = dispute
            summary.disputed[day] = summary.disputed[day].map { "\(dispute.reason), and \($0)" } ?? dispute.reason
        case .commit(let why) where why == .ended || why == .returned: endedPictures.append(.commit(why))
        default: break
        }
        if let reason = verdict.disbelieved { learned.disbelieved[day] = reason }
    }

    /// Hands out the disputes that are to be noted, once each.
    mutating func takeDisputes() -> (pictures: [Day: Dispute], words: [Day: Dispute])? {
        defer { disputes = ([:], [:]) }
        return disputes.pictures.isEmpty && disputes.words.isEmpty ? nil : disputes
    }

    /// Takes a verdict that changes no file.
    mutating func record(_ verdict: Verdict) {
        let day = verdict.day
        switch verdict.action {
        case .fail(let failure):
            fail(failure)
        case .unpublished(.stillNotYet):
            // The former note of the absence stays, so that the source is asked once more when the note is old.
            unchanged.insert(day)
        case .unpublished(let absence):
            learned.unpublished[day] = absence == .confirmed
        case .leftOut(let reason):
            learned.leftOut[day] = reason
        case .nothing, .undecided, .commit:
            note(verdict, nil)
        }
        done(day)
    }

    private mutating func fail(_ failure: FailedDay) {
        if failure.metadata != nil { learned.hasEntry.insert(failure.day) }
        failed.append(failure)
    }

    private mutating func record(
        _ verdict: Verdict, _ metadata: Metadata, _ meaning: Verdict.Meaning, _ isRecorded: Bool
    ) {
        switch meaning {
        case .picture(let isReplacement):
            summary.stored += 1
            stored.insert(verdict.day)
            if let found = cases[verdict.day], rules.isStandIn(found) { summary.standIns.insert(verdict.day) }
            if isReplacement { summary.replaced += 1 }
        case .words: summary.corrected += 1
        case .reread: summary.reread += 1
        case .notes: if isRecorded { summary.recorded += 1 }
        }
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
            learned.hasEntry.insert(day)
            if case .dispute = words {} else { learned.settledWords.insert(day) }
            if let former = former ?? written {
                let isSame = if case .same = words { true } else { false }
                let stored = facts.notes.words(of: former, key: isSame ? "" : DayWords(former).key, now: now)
                let key = isSame ? "" : written.map { DayWords($0).key } ?? ""
                notes.note(words: stored.after(words, key, now, facts.notes.amnestyOfWords), of: day)
            }
        }
        guard let picture = verdict.picture else { return }
        learned.hasEntry.insert(day)
        if case .dispute = picture {} else { learned.settled.insert(day) }
        guard let standing = former?.mirror.picture ?? written?.mirror.picture else { return }
        let stored = facts.notes.picture(standing, of: day, now: now)
        let key = written?.mirror.picture?.sha256 ?? stored.key
        // The picture may have come hours after the pass began.
        let moment = max(now, written?.mirror.picture?.fetched ?? now)
        var version = stored.after(picture, verdict.refused?.sha256 ?? key, moment, facts.notes.amnestyOfPictures)
        version.forgetUnsettled(at: now)
        notes.note(picture: version, of: day)
    }

    /// Notes that NASA served once more what is stored.
    mutating func noteUnchanged(among company: PassCompany) {
        for (day, found) in unchangedDays {
            let reading = WordRules.read(
                .init(
                    day: day, words: found.words, ending: found.ending, stored: found.words,
                    isSettled: found.wordsVersion.settled != nil), beside: shared)
            let isBelieved = if case .believed(_, nil) = reading { true } else { false }
            learned.hasEntry.insert(day)
            learned.settledWords.insert(day)
            let words = found.wordsVersion.seen(
                at: facts.now, isLook: isBelieved && !company.words.tally.isDoubtful,
                amnesty: facts.notes.amnestyOfWords)
            notes.note(words: words, of: day)
            learned.settled.insert(day)
            guard found.hasLook else { continue }
            var picture = found.pictureVersion.seen(
                at: facts.now, isLook: !company.pictures.tally.isDoubtful, amnesty: facts.notes.amnestyOfPictures)
            picture.forgetUnsettled(at: facts.now)
            notes.note(picture: picture, of: day)
        }
        judged.formUnion(unchangedDays.keys)
        unchangedDays = [:]
    }

    mutating func recordPending(_ day: FailedDay) {
        summary.pending[day.day] = day.reason
        if day.metadata == nil { learned.refused[day.day] = day.reason }
    }

    mutating func recordUnpublished() {
        summary.unpublished = unchanged.union(learned.unpublished.keys)
        summary.leftOut = Set(learned.leftOut.keys)
        summary.pending.merge(learned.leftOut) { $1 }
    }

    /// Forgets which days the source said it has not, or did not speak of: none of that is to be noted.
    mutating func forgetUnpublished() {
        learned.unpublished = [:]
        learned.leftOut = [:]
    }

    /// What is noted of the days after this pass.
    var notesAtEnd: DayNotes {
        var notes = notes
        let words = facts.disputes.words ?? [:]
        if GuardRules.isPardoned(endedWords, disputes: Array(words.values), now: facts.now) {
            notes.amnestyOfWords = facts.now
        }
        if GuardRules.isPardoned(endedPictures, disputes: Array(facts.disputes.days.values), now: facts.now) {
            notes.amnestyOfPictures = facts.now
        }
        let hosts = watch.withLock { $0.hosts }
        notes.daysAway = hosts.daysAway(on: facts.today, isOnline: hosts.isAnyAnswering || !judged.isEmpty)
        return notes
    }

    /// The state of the source after this pass. A pause that another source asked for goes on.
    func sourceState(of source: String, after former: SourceState) -> SourceState {
        var state = former
        if let paused {
            state.pausedUntil = paused
            state.pausedSource = source
        } else if former.pausedSource == source {
            state.pausedUntil = nil
            state.pausedSource = nil
        }
        if summary.stopped == nil {
            state.lastSuccess = clock()
            state.forgetOtherForm(of: source)
        } else if let otherForm {
            state.record(otherForm)
        }
        return state
    }
}

extension Version {
    /// The version after NASA said this of it.
    fileprivate func after(_ part: Ruling, _ key: String, _ now: Timestamp, _ amnesty: Timestamp?) -> Version {
        switch part {
        case .same(let isLook): seen(at: now, isLook: isLook, amnesty: amnesty)
        case .commit(.new): Version(key: key, looks: Looks(first: now, last: now), asked: now)
        case .commit(let why): replaced(by: key, why, now: now)
        case .dispute: asked(at: now)
        case .wait: differed(key, at: now)
        }
    }
}

extension ClosedRange<Day> {
    /// The range in blocks of that many days, the newest first.
    fileprivate func blocks(of length: Int) -> [ClosedRange<Day>] {
        var (blocks, end) = ([ClosedRange<Day>](), upperBound)
        while end >= lowerBound {
            let start = Swift.max(lowerBound, end.advanced(by: 1 - length))
            blocks.append(start...end)
            end = start.advanced(by: -1)
        }
        return blocks
    }
}
