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
        accepted.contains(day) && (disputes.aboutWords(day) != nil || notes.days[day]?.words?.hasDeclined == true)
    }
}

/// All about one day of a pass.
struct DayCase: Sendable {
    let day: Day
    /// The source's answer; `nil` for a day whose picture alone is asked for.
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
    /// The key of bytes that the picture was encoded in anew.
    var otherBytes: String?
}

/// The result of one step of a pass.
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
    /// The disputes that are noted by now.
    var notedDisputes: Disputes
    var shared = SharedParts()
    var claims = PictureRules()
    var failed: [FailedDay] = []
    /// The disputes that ended for NASA in this pass.
    var endedWords: [Ruling] = []
    var endedPictures: [Ruling] = []
    /// Stored days whose answers are not believed, with the reason.
    var disbelieved: [Day: String] = [:]
    /// Days without an entry, and whether the source said so to a request for that very day.
    var unpublished: [Day: Bool] = [:]
    /// Days that nothing is known of, since a list left them out.
    var leftOut: [Day: String] = [:]
    /// Days without an entry whose answers could not be read or believed, with the reason.
    var refused: [Day: String] = [:]
    /// Days whose pictures came from others, and that NASA was not asked about.
    var unasked: Set<Day> = []
    var summary = PassReport()
    var otherForm: OtherForm?
    var paused: Timestamp?
    var stored: Set<Day> = []
    let clock: @Sendable () -> Timestamp
    /// How the settled days answered.
    var wordTally = GuardRules.Tally()
    var pictureTally = GuardRules.Tally()
    var spoiled = 0
    /// Days that still have no entry.
    var unchanged: Set<Day> = []

    /// The order of the work that begins when nothing is under way any more.
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
        notedDisputes = facts.disputes
        ranges = plan.ranges.flatMap { $0.blocks(of: block) }.reversed()
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
        let words = DayWords(entry, beside: nil)
        shared.add(words, ending: entry.ending, of: day)
        if !words.hasStory, stored.metadata.map({ DayWords($0).hasStory }) == true { shared.add(emptied: day) }
    }

    private mutating func claim(_ day: Day, _ outcome: PictureFetch.Outcome, _ twin: Day?) {
        guard case .fetched(let picture, _) = outcome else { return }
        let address = picture.published ?? ""
        if let twin {
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
