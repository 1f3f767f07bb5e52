public import Days

/// Everything that a pass learns of its source, looked at together: what one day cannot tell, many days do.
///
/// One bad answer is its day's. The same of many days is an accident of the server's, and nothing of it is to be booked:
/// it is asked again with the next pass. A value; the tasks of a pass share it through ``PassWatch``.
public struct PassSuspicion: Sendable {
    /// So many days may lack a picture, be refused one after another, or share one; more are an accident.
    static let handful = 5
    /// So many questions in a row may be left unanswered until their time is up.
    static let silences = 2
    /// So many pictures that come after one, and are others, show that the server is not sending one for all.
    static let company = 3

    /// What ends the pass: nothing that has not begun is asked any more.
    public private(set) var end: SourceError?
    /// What only looks as if the server had failed as a whole: nothing is asked until something that it certainly has
    /// was asked for.
    public private(set) var doubt: Doubt?

    /// The server sends no pictures.
    public struct Doubt: Equatable, Sendable {
        var url: String
        var reason: String
        /// It does not even say that it has none.
        public var isSilence: Bool
    }

    /// Whether pictures may still be asked for. A source of entries that is gone takes none of those along whose entries
    /// have come: they lie elsewhere.
    public var mayFetch: Bool {
        guard doubt == nil else { return false }
        return switch end {
        case nil, .unreachable, .speaks: true
        case .rateLimited, .refused, .doubtful: false
        }
    }

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
        if unansweredQuestions >= Self.silences { note(.unreachable(url: url, reason: reason)) }
    }

    // MARK: Pictures that do not come

    private var refusals: [(day: Day?, isSilence: Bool)] = []
    /// Those before the days that were asked for to find out: they are judged with them, and do not count again.
    private var formerRefusals = 0

    /// Days that got no picture since the last one that came.
    public var refusedDays: Set<Day> { Set(refusals.compactMap(\.day)) }

    public mutating func noteAnswer() {
        refusals = []
        formerRefusals = 0
    }

    /// - Parameter day: `nil` for a poster.
    public mutating func noteNoPicture(for day: Day?, _ url: String, _ reason: String, isSilence: Bool) {
        refusals.append((day, isSilence))
        let refusals = refusals.dropFirst(formerRefusals)
        let silences = refusals.count(where: \.isSilence)
        let isEnough =
            probes.map { Set(refusals.compactMap(\.day)).count >= $0 } ?? (refusals.count > Self.handful)
        guard isEnough || silences >= Self.silences, doubt == nil else { return }
        doubt = Doubt(url: url, reason: reason, isSilence: silences >= Self.silences)
    }

    /// It has sent something that it certainly has: so the days themselves were at fault.
    public mutating func dispelDoubt() {
        doubt = nil
        noteAnswer()
    }

    /// Some of the days that are left have been asked for to find out.
    public private(set) var isProbed = false
    /// So many, while they are under way: when none of them gets a picture, the server is at fault.
    private var probes: Int?

    public mutating func probe(_ days: Int) {
        isProbed = true
        probes = days
        doubt = nil
        formerRefusals = refusals.count
    }

    /// Whether days were asked for to find out, and the server was not at fault.
    public mutating func endProbe() -> Bool {
        defer { probes = nil }
        return probes != nil && doubt == nil
    }

    public mutating func confirmDoubt() {
        guard let doubt else { return }
        let reason = doubt.isSilence ? doubt.reason : "no picture is to be had, at last: \(doubt.reason)"
        note(.unreachable(url: doubt.url, reason: reason))
    }

    // MARK: Days without an entry

    private var vainQuestions = 0

    /// A question for an old day that an answer had left out brought no entry either.
    mutating func noteVainQuestion() { vainQuestions += 1 }

    /// So many that no further one is asked.
    var hasAskedInVain: Bool { vainQuestions > Self.handful }

    mutating func noteNothingCame(from url: String) {
        let reason = "it leaves out \(vainQuestions) days and more, which NASA has published, and has nothing for them"
        note(.doubtful(url: url, reason: reason))
    }

    /// Days that the source says it has nothing for, and whether it said so to a question for that very day.
    private(set) var absences: [Day: Bool] = [:]
    public private(set) var hasRecords = false

    mutating func note(absenceOf day: Day, confirmed: Bool) {
        if !Day.withoutPicture.contains(day) { absences[day] = confirmed }
    }

    mutating func noteEntry() { hasRecords = true }

    /// More old days without a picture than there can be.
    public var hasTooManyAbsences: Bool { absences.values.count { $0 } > Self.handful }

    /// So many days without an entry that it is asked for one which it has.
    public var needsProofOfEntries: Bool { absences.count > Self.handful }

    /// Those that are asked for once more: old days, of which only four are known to have no picture; days between others
    /// that have one; and all, where there are many.
    public func absencesToAskAgain(today: Day) -> Set<Day> {
        if hasTooManyAbsences { return [] }
        if needsProofOfEntries { return Set(absences.keys) }
        var newest = today
        while absences[newest] != nil { newest = newest.advanced(by: -1) }
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
        let reason = "it says that it has nothing for \(absences.count) days, and NASA has published them"
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
