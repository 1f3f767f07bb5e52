package import Belief
public import Days

/// Everything that a pass learns of its source, judged together: many days show what one day cannot.
///
/// A bad answer counts against its day. The same bad answer for many days is an accident of the server, so none of it
/// is recorded, and the next pass asks again. This is a value; the tasks of a pass share it through ``PassWatch``.
public struct PassSuspicion: Sendable {
    /// The number of days that may lack an entry; more are an accident.
    static let handful = 5

    /// The error that ends the pass: no new request is made after it.
    public private(set) var end: SourceError?
    private var ledger = RequestLedger()
    package var hosts = HostRules()
    private(set) var expectation = PassExpectation()

    /// - Parameters:
    ///   - days: the number of days that the pass may ask for.
    ///   - daysAway: the hosts that were away before.
    package mutating func expect(_ expectation: PassExpectation, days: Int, daysAway: DaysAway) {
        self.expectation = expectation
        ledger.allow(days: days)
        hosts = HostRules(daysAway)
    }

    // MARK: Requests

    /// Whether a request for entries may go to an address; counts it.
    mutating func grantsEntries(_ address: String) -> Bool {
        end == nil && grants(address, for: nil)
    }

    /// Whether a request for the picture of a day, or for a poster, may go to an address; counts it.
    public mutating func grantsPicture(_ address: String, for day: Day?) -> Bool {
        mayFetch && grants(address, for: day)
    }

    /// Whether a server may be asked for one more piece of a day's picture, to compare a file with; counts the request.
    public mutating func grantsComparison(of day: Day) -> Bool {
        mayFetch && ledger.compare(for: day)
    }

    private mutating func grants(_ address: String, for day: Day?) -> Bool {
        if ledger.isSpent { record(.spent(url: address, requests: ledger.count)) }
        return ledger.ask(address, for: day)
    }

    /// Whether pictures may still be asked for. They may when only the source of entries is gone: pictures lie on other
    /// servers.
    public var mayFetch: Bool {
        if hosts.end != nil { return false }
        return switch end {
        case nil, .unreachable, .otherForm: true
        case .rateLimited, .refused, .doubtful, .spent: false
        }
    }

    /// Whether an address of the day's was asked as often as it may be.
    public func hasRepeated(_ day: Day) -> Bool { ledger.hasRepeated(day) }

    // MARK: The server of the entries

    /// Records an error of the whole source; the first one ends the pass.
    public mutating func record(_ error: SourceError) {
        end = end ?? error
    }

    /// The requests that may fail while none is answered, for ranges and for single days: bad days make all ranges fail
    /// that they are in.
    private static let mostFailures = 6

    /// Whether anything was answered about the block of days that is being asked for: the other days of it are bad then.
    private var isAnswered = false
    private var failedRequests = 0
    private var silences = 0
    /// Days whose requests failed since a block that was answered.
    public private(set) var failedDays: Set<Day> = []

    mutating func beginBlock() { isAnswered = false }

    mutating func recordAnswer() { (isAnswered, failedRequests, silences, failedDays) = (true, 0, 0, []) }

    /// Records that a request for entries failed. It may be its days' fault; several in a row are the server's.
    mutating func record(_ failure: RequestError, of days: ClosedRange<Day>) {
        switch failure {
        case .source(let error): record(error)
        case .silent(let url, let reason), .unreadable(let url, let reason):
            if case .silent = failure { silences += 1 }
            if silences >= Limits.silences { record(.unreachable(url: url, reason: reason)) }
            if isAnswered { return }
            failedRequests += 1
            if days.count == 1 { failedDays.formUnion(days) }
            if failedRequests > Self.mostFailures {
                record(.unreachable(url: url, reason: "every answer failed, at last with \(reason)"))
            }
        case .absent, .notYet: break
        }
    }

    // MARK: Hosts of pictures

    /// Records whether a host answered a request for a picture.
    ///
    /// - Parameter silence: why there was no answer; `nil` where there was one.
    package mutating func hear(_ address: String, silence: String? = nil) {
        let host = HostPart(address).server
        hosts.hear(host, answered: silence == nil, reason: silence ?? "")
        if let reason = hosts.end { record(.unreachable(url: address, reason: reason)) }
    }

    /// Records that all these addresses answered and had nothing for a day.
    package mutating func recordRefusals(_ addresses: [String], _ reason: String) {
        for address in addresses { hosts.refuse(HostPart(address), address: address, reason: reason) }
    }

    package mutating func recordPicture(from address: String) {
        hear(address)
        hosts.prove(HostPart(address))
    }

    // MARK: Days without an entry

    /// The days that a list left out that one pass asks for by themselves, besides today.
    private static let mostAlone = 5
    /// The days in a row without an entry after which lists are not worth asking for.
    private static let longestGap = 100

    private var askedAlone = 0
    private var gap = 0

    /// Whether another day that a list left out may be asked for by itself; counts it. The list proves nothing about
    /// such a day: it may be old, cut short, or another request's.
    mutating func mayAskAlone() -> Bool {
        guard askedAlone < Self.mostAlone else { return false }
        askedAlone += 1
        return true
    }

    /// - Parameter found: the number of the block's days that have an entry.
    mutating func recordBlock(_ days: Int, found: Int, from url: String) {
        gap = found == 0 ? gap + days : 0
        guard gap >= Self.longestGap else { return }
        let reason = "its lists leave out \(gap) days in a row, and NASA has published them"
        record(.doubtful(url: url, reason: reason))
    }

    /// The days whose answers are believed by themselves.
    public private(set) var believed: Set<Day> = []
    /// The days whose answers are no entries, or are not believed.
    private var lacking: [Day: EntryError] = [:]

    /// Records answers; the last one about a day counts. An answer that did not come says nothing of the day.
    mutating func record(_ answers: [DayAnswer]) {
        for answer in answers {
            switch answer.result {
            case .success:
                believed.insert(answer.day)
                lacking[answer.day] = nil
            case .failure(.failed): break
            case .failure(let error):
                believed.remove(answer.day)
                lacking[answer.day] = error
            }
        }
    }

    /// The days whose answers are not believed, with the reason.
    public var disbelieved: [Day: String] {
        lacking.compactMapValues { if case .suspicious = $0 { $0.description } else { nil } }
    }

    public var hasRecords: Bool { !believed.isEmpty || !disbelieved.isEmpty }

    /// The days without an entry for one of these reasons, but for those that certainly have none.
    private func days(_ reasons: EntryError...) -> Set<Day> {
        let found = lacking.lazy.filter { reasons.contains($0.value) && !Day.withoutPicture.contains($0.key) }
        return Set(found.map(\.key))
    }

    /// Whether more old days lack a picture than can be.
    public var hasTooManyAbsences: Bool { days(.notPublished(.confirmed)).count > Self.handful }

    /// Days that the source says it has nothing for and did not say so of before, and days that only a list left out.
    private var unknown: Set<Day> { days(.notPublished(.confirmed), .notPublished(.notYet), .leftOut(nil)) }

    /// Whether so many days lack an entry that the source must be tested with a day whose entry it has.
    public var needsProofOfEntries: Bool { unknown.count > Self.handful }

    /// The absent days to ask for once more: old days, of which only four are known to have no picture; days between
    /// others that have one; and all, where there are many.
    public func absencesToAskAgain(today: Day) -> Set<Day> {
        if hasTooManyAbsences { return [] }
        let absent = days(.notPublished(.confirmed), .notPublished(.notYet))
        if needsProofOfEntries { return absent }
        let still = days(.notPublished(.stillNotYet)).union(absent)
        var newest = today
        while still.contains(newest) { newest = newest.advanced(by: -1) }
        return absent.filter { $0 < newest }
    }

    public mutating func forgetAbsences(of days: Set<Day>) {
        for day in days { lacking[day] = nil }
    }

    public mutating func recordTooManyAbsences(at url: String) {
        let reason = "it has nothing for \(unknown.count) days, and NASA has published them"
        record(.doubtful(url: url, reason: reason))
    }

    /// Whether the pass ended because its answers cannot be right.
    public var isDoubtful: Bool {
        if case .doubtful = end { true } else { false }
    }

    /// Ends the pass of a mirror that has no picture yet where no answer of its source is believed.
    ///
    /// - Parameter refused: days for which no answer came that could be read, with the reason.
    public mutating func judgeFirstAnswers(refused: [Day: String], at url: String) {
        let doubted = disbelieved.merging(refused) { $1 }
        guard believed.isEmpty, let newest = doubted.keys.max(), let reason = doubted[newest] else { return }
        let what = doubted.count == 1 ? "nothing of the day that was" : "none of the \(doubted.count) days that were"
        record(.doubtful(url: url, reason: "it gave \(what) asked for; of \(newest), \(reason)"))
    }

    // MARK: Days under wrong dates

    private var shifted = ShiftedDays()

    /// Records the days of a block that their evidence contradicts, with the day that it names, and the number of days
    /// that it confirms.
    mutating func recordDates(_ contradicted: [Day: Day], confirmed: Int, at url: String) {
        shifted.record(contradicted, confirmed: confirmed)
        if let reason = shifted.reason { record(.doubtful(url: url, reason: reason)) }
    }
}

/// A pass's knowledge of days before it asks for them.
public struct PassExpectation: Sendable {
    /// The days that the mirror lacks; `nil` for any.
    public var wanted: Set<Day>?
    /// Days that the source said it has nothing for yet, with the day on which it last said so.
    public var notYet: [Day: Day]
    /// Old days that the source said it has nothing for.
    public var absent: Set<Day>

    public init(wanted: Set<Day>? = nil, notYet: [Day: Day] = [:], absent: Set<Day> = []) {
        (self.wanted, self.notYet, self.absent) = (wanted, notYet, absent)
    }

    /// The number of days for which a left-out day is taken to be still missing. It is longer than asking for sixty
    /// such days by themselves takes, five in a pass and new ones first.
    static let memory = 20

    /// Whether the source is known to lack the day, so that a list without it is no news.
    func isQuiet(_ day: Day, on today: Day) -> Bool {
        absent.contains(day) || notYet[day].map { $0.distance(to: today) <= Self.memory } == true
    }

    func isWanted(_ day: Day) -> Bool { wanted?.contains(day) ?? true }

    /// The next of these days to ask for by itself: the newest that the source never answered about, else the one asked
    /// for longest ago; never the same day twice a day.
    func next(of days: Set<Day>, on today: Day) -> Day? {
        let askable = days.filter { (notYet[$0] ?? .first) < today && isWanted($0) }
        return askable.min { (notYet[$0] ?? .first, $1) < (notYet[$1] ?? .first, $0) }
    }
}
