package import Belief
public import Days

/// Everything that a pass learns of its source, judged together: many days show what one day cannot.
///
/// A bad answer counts against its day. The same bad answer for many days is an accident of the server, so none of it
/// is recorded, and the next pass asks again. This is a value; the tasks of a pass share it through ``PassWatch``.
public struct PassSuspicion: Sendable {
    /// The number of days that may lack an entry, or have none that can be read; more are an accident.
    static let handful = 5

    /// The error that ends the pass: no new request is made after it.
    public private(set) var end: SourceError?
    private var ledger = RequestLedger()
    package private(set) var hosts = HostRules()
    /// Days whose pictures are asked for to see whether a host that refuses has any.
    private var probes: Set<Day> = []
    private(set) var leftOut = LeftOutDays()
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
        switch ledger.ask(address, for: day) {
        case .granted: return true
        case .askedTwice: return false
        case .spent:
            record(.spent(url: address, requests: ledger.count))
            return false
        }
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

    // MARK: Refusals

    /// Records an error of the whole source; the first one ends the pass.
    public mutating func record(_ error: SourceError) {
        end = end ?? error
    }

    private var unansweredRequests = 0
    private var failedRequests = 0
    /// Days whose requests failed since the last answered one.
    public private(set) var failedDays: Set<Day> = []

    mutating func recordSuccess() { unansweredRequests = 0 }

    /// Records a block of days for which every request failed. One such block may be its days' fault; several in a row
    /// are the server's.
    mutating func recordFailedBlock(_ days: some Sequence<Day>, requests: Int, _ url: String, _ reason: String) {
        failedRequests += requests
        failedDays.formUnion(days)
        if failedRequests > Self.handful {
            record(.unreachable(url: url, reason: "every answer failed, at last with \(reason)"))
        }
    }

    mutating func recordWorkingBlock() {
        failedRequests = 0
        failedDays = []
    }

    mutating func recordSilence(_ url: String, _ reason: String) {
        unansweredRequests += 1
        if unansweredRequests >= Limits.silences { record(.unreachable(url: url, reason: reason)) }
    }

    // MARK: Hosts of pictures

    /// Records whether a host answered a request for a picture.
    ///
    /// - Parameter silence: why there was no answer; `nil` where there was one.
    package mutating func hear(_ address: String, silence: String? = nil) {
        let host = PictureAddress.Kind(address).server
        hosts.hear(host, answered: silence == nil, reason: silence ?? "")
        if let reason = hosts.end { record(.unreachable(url: address, reason: reason)) }
    }

    /// Records that all these addresses answered and had nothing for a day.
    package mutating func recordRefusals(_ addresses: [String], _ reason: String) {
        for address in addresses {
            let kind = PictureAddress.Kind(address)
            hosts.refuse(kind.server, kind.part, address: address, reason: reason)
        }
    }

    /// Records that a picture came from an address.
    package mutating func recordPicture(from address: String) {
        hear(address)
        prove(PictureAddress.Kind(address))
    }

    package mutating func prove(_ kind: PictureAddress.Kind) { hosts.prove(kind.server, kind.part) }

    /// Records that a host has nothing any more of what it certainly had.
    package mutating func giveUp(_ kind: PictureAddress.Kind, _ reason: String) {
        hosts.giveUp(kind.server, kind.part, reason: reason)
    }

    /// Has these days' pictures asked for, whatever their host refused.
    package mutating func probe(_ days: Set<Day>) { probes.formUnion(days) }

    /// Whether a day's address is not asked before its host has proved that it is well.
    package func isHeld(_ kind: PictureAddress.Kind, for day: Day?) -> Bool {
        hosts.needsProof(kind.server, kind.part) && day.map(probes.contains) != true
    }

    /// Why an address is not asked in this pass; `nil` where it may be.
    package func reason(notToAsk kind: PictureAddress.Kind) -> String? {
        hosts.reason(notToAsk: kind.server, kind.part)
    }

    // MARK: Days without an entry

    /// Whether another day that a list left out may be asked for by itself; counts it.
    mutating func mayAskAlone() -> Bool { leftOut.mayAsk() }

    /// - Parameter found: the number of the block's days that have an entry.
    mutating func recordBlock(_ days: Int, found: Int, from url: String) {
        if found > 0 { hasRecords = true }
        leftOut.recordBlock(days, found: found)
        if let reason = leftOut.reason { record(.doubtful(url: url, reason: reason)) }
    }

    mutating func record(leftOut day: Day) {
        if !Day.withoutPicture.contains(day) { leftOut.record(day) }
    }

    /// Days that the source said before it has nothing for, and still leaves out.
    private var unchanged: Set<Day> = []

    mutating func record(unchanged day: Day) { unchanged.insert(day) }

    /// Days that the source says it has nothing for, and whether it said so to a request for that very day.
    private(set) var absences: [Day: Bool] = [:]
    public private(set) var hasRecords = false

    mutating func record(absenceOf day: Day, confirmed: Bool) {
        if !Day.withoutPicture.contains(day) { absences[day] = confirmed }
    }

    /// Whether more old days lack a picture than can be.
    public var hasTooManyAbsences: Bool { absences.values.count { $0 } > Self.handful }

    /// Whether so many days lack an entry that the source must be tested with a day whose entry it has.
    public var needsProofOfEntries: Bool { leftOut.days.union(absences.keys).count > Self.handful }

    /// The absent days to ask for once more: old days, of which only four are known to have no picture; days between
    /// others that have one; and all, where there are many.
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

    public mutating func recordTooManyAbsences(at url: String) {
        let days = leftOut.days.union(absences.keys).count
        let reason = "it has nothing for \(days) days, and NASA has published them"
        record(.doubtful(url: url, reason: reason))
    }

    // MARK: Answers that are not believed

    /// The days whose answers are believed by themselves.
    public private(set) var believed: Set<Day> = []
    /// The days whose answers are not believed, with the reason.
    public private(set) var disbelieved: [Day: String] = [:]

    /// Records answers; the last one about a day counts. An answer that did not come says nothing of the day.
    mutating func record(_ answers: [DayAnswer]) {
        for answer in answers {
            switch answer.result {
            case .success:
                believed.insert(answer.day)
                disbelieved[answer.day] = nil
            case .failure(let error):
                guard case .suspicious = error else { continue }
                believed.remove(answer.day)
                disbelieved[answer.day] = error.description
            }
        }
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
