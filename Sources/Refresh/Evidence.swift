internal import Belief
internal import Days
internal import MirrorTree
internal import NASA
internal import Store

/// The facts that a pass begins with; they do not change while it goes on.
struct PassFacts: Sendable {
    var now: Timestamp
    var today: Day
    var notes: DayNotes
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

    var disputes: Disputes { notes.disputes }

    /// Whether the owner accepts words that were held back, or declined before.
    func acceptsWords(of day: Day) -> Bool {
        accepted.contains(day) && (disputes.words[day] != nil || notes.days[day]?.words?.hasDeclined == true)
    }
}

/// All about one day of a pass.
struct DayCase: Sendable {
    let day: Day
    /// The source's answer; `nil` for a day whose picture alone is asked for.
    var answer: DayAnswer?
    var stored: StoredDay
    var reading: WordRules.Reading?
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
    /// The key of bytes that the picture was encoded in anew.
    var otherBytes: String?
}

/// The result of one step of a pass. Like ``Step`` it is handed on by reference: each of the days under way has a task with
/// copies of what it was given and what it returns, and a day's texts take kilobytes.
indirect enum Fact: Sendable {
    /// - end: the error that ended the asking early.
    case answers([(DayAnswer, StoredDay)], end: (any Error)?)
    /// - twin: a neighbour that the mirror has, with these very bytes from another address.
    case got(Day, PictureFetch.Outcome, twin: Day?)
    case whole(Day, Bool)
    /// A witness, with the answer to its picture.
    case witness(StoredDay, PictureFetch.Outcome?)
    /// The day was not asked for, since its host is to prove first that it is well.
    case held(Day, HostPart)
    /// - by: the day whose picture proved it, or did not; `nil` where the mirror has none from there.
    case proved(HostPart, Bool, by: Day?)
    case committed(Verdict, Verdict.Draft, Metadata)
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
    var held: [HostPart: Set<Day>] = [:]
    /// The kinds of address that are proved, and the days that are asked for to prove them.
    var proving: [HostPart: Set<Day>] = [:]
    /// The days whose pictures proved something: each is asked for once.
    var proofs: Set<Day> = []
    var underWay = 0
    var asking: ClosedRange<Day>?
    var phase = Phase.asking
    /// Days that have their outcome.
    var judged: Set<Day> = []
    /// The notes that the pass began with, as it changes them.
    var notes: DayNotes
    /// Disputes that are to be noted before their days say that they are disputed.
    var newDisputes = Disputes()
    /// The disputes of this pass that are noted by now.
    var notedDisputes = Disputes()
    var shared = SharedParts()
    var claims = PictureRules()
    var failed: [FailedDay] = []
    /// Stored days whose answers are not believed, with the reason.
    var disbelieved: [Day: String] = [:]
    /// Days without an entry, by what the source said.
    var unpublished: [Day: Absence] = [:]
    /// Days that nothing is known of, since a list left them out.
    var leftOut: [Day: String] = [:]
    /// Days without an entry whose answers could not be read or believed, with the reason.
    var refused: [Day: String] = [:]
    /// Days whose pictures came from others, and that NASA was not asked about.
    var unasked: Set<Day> = []
    var summary = PassReport()
    let clock: @Sendable () -> Timestamp
    /// All words, and all pictures, that NASA gives settled days.
    var words: GuardRules.Company
    var pictures: GuardRules.Company
    /// How many days have new words with traces of a wrong encoding.
    var spoiled = 0

    /// The order of the work that begins when nothing is under way any more.
    enum Phase: Int, Comparable, Sendable {
        case asking, again, proof, words, witnesses, twins, verdicts, over

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
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
        words = .init("changed the words", now: facts.now, amnesty: facts.notes.amnestyOfWords)
        pictures = .init("replaced the pictures", now: facts.now, amnesty: facts.notes.amnestyOfPictures)
        ranges = plan.ranges(of: block).reversed()
        summary.troubles = troubles
    }

    /// Whether the pass begins nothing more.
    var isOver: Bool { summary.stopped != nil || watch.end != nil }

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
            // A day that was under way when it became a probe is asked for as one.
            if isProbe(day) { open.insert(day) } else { held[kind, default: []].insert(day) }
        case .proved(let kind, let isWell, let day):
            if let day {
                proofs.insert(day)
                end(kind, isWell: isWell)
            } else {
                probe(kind)
            }
        case .committed(let verdict, let draft, let metadata):
            record(verdict, draft, metadata)
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

    /// Days whose pictures were asked for as witnesses.
    var witnesses: Set<Day> = []

    private mutating func add(_ answer: DayAnswer, _ stored: StoredDay) {
        let day = answer.day
        cases[day] = DayCase(day: day, answer: answer, stored: stored)
        open.insert(day)
        if let former = stored.metadata {
            shared.add(stored: DayWords(former), notice: former.mirror.notice, of: day)
        }
        guard case .success(let entry) = answer.result else { return }
        let words = DayWords(entry, beside: nil)
        shared.add(words, ending: entry.ending, of: day)
        if !words.hasStory, stored.metadata.map({ DayWords($0).hasStory }) == true { shared.add(emptied: day) }
    }

    private mutating func claim(_ day: Day, _ outcome: PictureFetch.Outcome, _ twin: Day?) {
        guard case .fetched(let picture, _) = outcome else { return }
        if let twin {
            claims.add(.init(day: twin, sum: picture.sha256, address: "of \(twin)", isStored: true))
        }
        claims.add(picture.claim(of: day))
        if claims.count(of: picture.sha256) > Limits.refusals {
            let reason = "it gave \(claims.count(of: picture.sha256)) days the very same picture"
            watch.withLock { $0.hosts.giveUp(HostPart(picture.url ?? ""), reason: reason) }
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
        if case .believed(_, .some) = cases[day]?.reading { summary.cut += 1 }
        cases[day] = nil
        open.remove(day)
    }

    /// Has these days asked for once more, each by itself: a list may leave it out again.
    mutating func askAgain(_ days: Set<Day>) {
        judged.subtract(days)
        for day in days {
            unpublished[day] = nil
            leftOut[day] = nil
        }
        ranges += days.sorted().map { $0...$0 }
    }

    mutating func stop(_ error: any Error) {
        ranges = []
        // A pass may last for hours: the wait counts from the answer that asked for it.
        let end = PassEnd(error, at: clock())
        if summary.stopped == nil { summary.stopped = end }
        if summary.stopped?.until == nil { summary.stopped?.until = end.until }
        if let error = error as? SourceError { watch.withLock { $0.record(error) } }
    }

    /// The report of the pass, once everything is settled.
    var report: PassReport {
        var report = summary
        report.disputed = notedDisputes.reasons
        report.lacking = plan.missing.subtracting(summary.pictures).subtracting(summary.unpublished)
        report.hostsAway = watch.withLock { $0.hosts.faults }
        report.isToGoOn =
            plan.leavesProvisional && summary.stopped == nil && (words.isAccidentOver || pictures.isAccidentOver)
        return report
    }
}
