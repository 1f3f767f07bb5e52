public import Days

/// Everything that a pass learns of its source, looked at together: what one day cannot tell, many days do.
///
/// One bad answer is its day's. The same of many days is an accident of the server's, and nothing of it is to be booked:
/// it is asked again with the next pass. A value; the tasks of a pass share it through ``PassWatch``.
public struct PassSuspicion: Sendable {
    /// So many days may lack a picture, be refused one after another, or share one; more are an accident.
    static let handful = 5
    /// So many pictures that come after one, and are others, show that the server is not sending one for all.
    static let company = 3

    /// What ends the pass: nothing that has not begun is asked any more.
    public private(set) var end: SourceError?
    /// Every question of the pass, counted.
    private var questions = QuestionLedger()
    /// Pictures that do not come.
    private(set) var refusals = PictureRefusals()
    /// Days that lists leave out.
    private(set) var leftOut = LeftOutDays()
    private(set) var expectation = PassExpectation()

    /// - Parameter days: that the pass may ask for.
    public mutating func expect(_ expectation: PassExpectation, days: Int) {
        self.expectation = expectation
        questions.allow(days: days)
    }

    // MARK: Questions

    /// Whether an address may be asked for entries; counts it.
    mutating func grantsEntries(_ address: String) -> Bool {
        end == nil && grants(address, for: nil)
    }

    /// Whether an address may be asked for the picture of a day, or for a poster; counts it.
    public mutating func grantsPicture(_ address: String, for day: Day?) -> Bool {
        guard mayGoOn, refusals.mayBegin(day), grants(address, for: day) else { return false }
        refusals.begin(day)
        return true
    }

    /// Whether an address may be asked for a picture that the server certainly has, while it is in doubt; counts it.
    public mutating func grantsProof(_ address: String, of day: Day) -> Bool {
        mayGoOn && grants(address, for: day)
    }

    private mutating func grants(_ address: String, for day: Day?) -> Bool {
        switch questions.ask(address, for: day) {
        case .granted: return true
        case .askedTwice: return false
        case .spent:
            note(.spent(url: address, questions: questions.count))
            return false
        }
    }

    /// Whether pictures may still be asked for. A source of entries that is gone takes none of those along whose entries
    /// have come: they lie elsewhere.
    var mayGoOn: Bool {
        switch end {
        case nil, .unreachable, .speaks: true
        case .rateLimited, .refused, .doubtful, .spent: false
        }
    }

    /// Whether pictures may be asked for of days that have not begun.
    public var mayFetch: Bool { mayGoOn && refusals.doubt == nil }

    /// Whether some address of the day's was asked as often as it may be.
    public func hasRepeated(_ day: Day) -> Bool { questions.hasRepeated(day) }

    // MARK: Refusals

    /// What concerns the whole source, in its own words.
    public mutating func note(_ error: SourceError) {
        end = end ?? error
    }

    private var unansweredQuestions = 0
    private var failedQuestions = 0
    /// Days whose questions failed since the last one that was answered.
    public private(set) var failedDays: Set<Day> = []

    mutating func noteRecords() { unansweredQuestions = 0 }

    /// Nothing that was asked about a block of days was answered. One dead block may be its days' fault; one after
    /// another is the server's.
    mutating func noteDeadBlock(_ days: some Sequence<Day>, questions: Int, _ url: String, _ reason: String) {
        failedQuestions += questions
        failedDays.formUnion(days)
        if failedQuestions > Self.handful {
            note(.unreachable(url: url, reason: "every answer failed, at last with \(reason)"))
        }
    }

    mutating func noteLivingBlock() {
        failedQuestions = 0
        failedDays = []
    }

    mutating func noteSilence(_ url: String, _ reason: String) {
        unansweredQuestions += 1
        if unansweredQuestions >= PictureRefusals.silences { note(.unreachable(url: url, reason: reason)) }
    }

    // MARK: Pictures that do not come

    /// Whether the server sends pictures at all is to be found out.
    public var doubt: PictureDoubt? { refusals.doubt }

    /// Days that got no picture since the last one that came.
    public var refusedDays: Set<Day> { refusals.days }

    public mutating func noteAnswer() { refusals.noteAnswer() }

    /// A day, or a poster where there is none, was asked for at all of these addresses in vain.
    public mutating func noteNoPicture(for day: Day?, _ addresses: [String], _ reason: String, isSilence: Bool) {
        refusals.note(day, addresses: addresses, reason: reason, isSilence: isSilence)
    }

    /// The day's pictures were asked for, to whatever end.
    public mutating func endPicture(of day: Day?) { refusals.end(day) }

    public mutating func dispelDoubt() { refusals.dispelDoubt() }

    public mutating func probe(_ days: Int) { refusals.probe(days) }

    /// Whether the days that were asked for to find out show that the server is well.
    ///
    /// - Parameter doubt: that they were asked for.
    public mutating func endProbe(_ doubt: PictureDoubt) -> Bool { refusals.endProbe(doubt) }

    public mutating func confirmDoubt() {
        guard let doubt = refusals.doubt else { return }
        let reason = doubt.isSilence ? doubt.reason : "no picture is to be had, at last: \(doubt.reason)"
        note(.unreachable(url: doubt.url, reason: reason))
    }

    // MARK: Days without an entry

    /// Whether one more day that a list left out may be asked for by itself; counts it.
    mutating func mayAskAlone() -> Bool { leftOut.mayAsk() }

    /// - Parameter found: how many of a block's days have an entry.
    mutating func noteBlock(_ days: Int, found: Int, from url: String) {
        if found > 0 { hasRecords = true }
        leftOut.noteBlock(days, found: found)
        if let reason = leftOut.reason { note(.doubtful(url: url, reason: reason)) }
    }

    mutating func note(leftOut day: Day) {
        if !Day.withoutPicture.contains(day) { leftOut.note(day) }
    }

    /// Days that it said so of before, and leaves out still.
    private var unchanged: Set<Day> = []

    mutating func note(unchanged day: Day) { unchanged.insert(day) }

    /// Days that the source says it has nothing for, and whether it said so to a question for that very day.
    private(set) var absences: [Day: Bool] = [:]
    public private(set) var hasRecords = false

    mutating func note(absenceOf day: Day, confirmed: Bool) {
        if !Day.withoutPicture.contains(day) { absences[day] = confirmed }
    }

    /// More old days without a picture than there can be.
    public var hasTooManyAbsences: Bool { absences.values.count { $0 } > Self.handful }

    /// So many days without an entry that it is asked for one which it has.
    public var needsProofOfEntries: Bool { leftOut.days.union(absences.keys).count > Self.handful }

    /// Those that are asked for once more: old days, of which only four are known to have no picture; days between others
    /// that have one; and all, where there are many.
    public func absencesToAskAgain(today: Day) -> Set<Day> {
        if hasTooManyAbsences { return [] }
        if needsProofOfEntries { return Set(absences.keys) }
        var newest = today
        while absences[newest] != nil || unchanged.contains(newest) { newest = newest.advanced(by: -1) }
        return Set(absences.keys.filter { $0 < newest })
    }

    public mutating func forgetAbsences(of days: Set<Day>) {
        for day in days { absences[day] = nil }
    }

    /// Whether the pass ended because its answers cannot be right.
    public var isDoubtful: Bool {
        if case .doubtful = end { true } else { false }
    }

    public mutating func noteTooManyAbsences(at url: String) {
        let days = leftOut.days.union(absences.keys).count
        let reason = "it has nothing for \(days) days, and NASA has published them"
        note(.doubtful(url: url, reason: reason))
    }

    // MARK: Pictures that are the same

    /// A picture that came.
    public struct Picture: Equatable, Sendable {
        var day: Day
        var sha256: String
        /// The address it was asked from. Neighbours that name one address do share a picture.
        var address: String
        /// A neighbour that the mirror has, with these very bytes from another address.
        var twin: Day?
        /// Something better was refused, and may not be another time.
        var isStandIn = false

        public init(day: Day, sha256: String, address: String, twin: Day? = nil, isStandIn: Bool = false) {
            self.day = day
            self.sha256 = sha256
            self.address = address
            self.twin = twin
            self.isStandIn = isStandIn
        }
    }

    private var held: [Picture] = []
    private var came: [String: [Picture]] = [:]

    /// Sees a picture as soon as it has come.
    public mutating func note(_ picture: Picture) {
        came[picture.sha256, default: []].append(picture)
        let same = came[picture.sha256]?.count { isTwin($0, of: picture) } ?? 0
        guard same >= Self.handful else { return }
        let reason = "\(same + 1) days got the very same picture from different addresses"
        note(.doubtful(url: picture.address, reason: reason))
    }

    /// Takes a picture that has come and waits for company; returns the days that need not wait any longer. Of those
    /// that only stand in for something better, a handful waits to the end, when that is asked for once more.
    public mutating func take(_ picture: Picture) -> [Day] {
        held.append(picture)
        let standIns = held.filter(\.isStandIn).suffix(Self.handful).map(\.day)
        let ripe = held.dropLast(Self.company).filter { !isDoubtful($0) && !standIns.contains($0.day) }.map(\.day)
        held.removeAll { ripe.contains($0.day) }
        return ripe
    }

    /// What still waits when nothing more comes: the days that are fine, and those that share their bytes with others.
    public mutating func settle() -> (fine: [Day], doubtful: [Day: String]) {
        defer { held = [] }
        var doubtful: [Day: String] = [:]
        for picture in held where isDoubtful(picture) {
            let twins = came[picture.sha256]?.filter { isTwin($0, of: picture) }.map(\.day) ?? []
            let other = twins.min() ?? picture.twin
            doubtful[picture.day] =
                "the very same picture came for \(other.map(String.init(describing:)) ?? "another day"), from another address"
        }
        return (held.map(\.day).filter { doubtful[$0] == nil }, doubtful)
    }

    private func isDoubtful(_ picture: Picture) -> Bool {
        picture.twin != nil || came[picture.sha256]?.contains { isTwin($0, of: picture) } == true
    }

    /// The same bytes under another address, and not so far apart that it is a rerun.
    private func isTwin(_ other: Picture, of picture: Picture) -> Bool {
        other.day != picture.day && other.address != picture.address
            && abs(other.day.number - picture.day.number) <= Suspicion.rerunAfter
    }
}
