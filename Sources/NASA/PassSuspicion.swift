public import Days

/// Everything that a pass learns of its source, judged together: many days show what one day cannot.
///
/// A bad answer counts against its day. The same bad answer for many days is an accident of the server, so none of it
/// is recorded, and the next pass asks again. This is a value; the tasks of a pass share it through ``PassWatch``.
public struct PassSuspicion: Sendable {
    /// The number of days that may lack a picture, be refused one after another, or share one; more are an accident.
    static let handful = 5
    /// The number of different pictures that must follow a picture to show that the server does not send one for all.
    static let company = 3

    /// The error that ends the pass: no new request is made after it.
    public private(set) var end: SourceError?
    private var ledger = RequestLedger()
    private(set) var refusals = PictureRefusals()
    private(set) var leftOut = LeftOutDays()
    private(set) var expectation = PassExpectation()

    /// - Parameter days: the number of days that the pass may ask for.
    public mutating func expect(_ expectation: PassExpectation, days: Int) {
        self.expectation = expectation
        ledger.allow(days: days)
    }

    // MARK: Requests

    /// Whether a request for entries may go to an address; counts it.
    mutating func grantsEntries(_ address: String) -> Bool {
        end == nil && grants(address, for: nil)
    }

    /// Whether a request for the picture of a day, or for a poster, may go to an address; counts it.
    public mutating func grantsPicture(_ address: String, for day: Day?) -> Bool {
        guard mayGoOn, refusals.mayBegin(day), grants(address, for: day) else { return false }
        refusals.begin(day)
        return true
    }

    /// Whether a doubted server may be asked for a picture that it certainly has; counts the request.
    public mutating func grantsProof(_ address: String, of day: Day) -> Bool {
        mayGoOn && grants(address, for: day)
    }

    /// Whether a server may be asked for one more piece of a day's picture, to compare a file with; counts the request.
    public mutating func grantsComparison(of day: Day) -> Bool {
        mayGoOn && refusals.doubt == nil && ledger.compare(for: day)
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
    var mayGoOn: Bool {
        switch end {
        case nil, .unreachable, .otherForm: true
        case .rateLimited, .refused, .doubtful, .spent: false
        }
    }

    /// Whether pictures of days not yet begun may be asked for.
    public var mayFetch: Bool { mayGoOn && refusals.doubt == nil }

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
        if unansweredRequests >= PictureRefusals.silences { record(.unreachable(url: url, reason: reason)) }
    }

    // MARK: Pictures that do not come

    /// The doubt whether the server sends pictures at all; `nil` without one.
    public var doubt: PictureDoubt? { refusals.doubt }

    /// Days that got no picture since the last picture that came.
    public var refusedDays: Set<Day> { refusals.days }

    public mutating func recordAnswer() { refusals.recordAnswer() }

    /// Records that all these addresses were asked in vain for a day, or for a poster where there is no day.
    public mutating func recordMissingPicture(for day: Day?, _ addresses: [String], _ reason: String, isSilence: Bool) {
        refusals.record(day, addresses: addresses, reason: reason, isSilence: isSilence)
    }

    /// Records that the requests for the day's picture have ended.
    public mutating func endPicture(of day: Day?) { refusals.end(day) }

    public mutating func dispelDoubt() { refusals.dispelDoubt() }

    public mutating func probe(_ days: Int) { refusals.probe(days) }

    /// Whether the days that were asked for as a test show that the server is well.
    ///
    /// - Parameter doubt: the doubt that the test was to resolve.
    public mutating func endProbe(_ doubt: PictureDoubt) -> Bool { refusals.endProbe(doubt) }

    public mutating func confirmDoubt() {
        guard let doubt = refusals.doubt else { return }
        let reason = doubt.isSilence ? doubt.reason : "no picture is to be had, at last: \(doubt.reason)"
        record(.unreachable(url: doubt.url, reason: reason))
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

    // MARK: Pictures that are the same

    /// A picture that was downloaded.
    public struct Picture: Equatable, Sendable {
        var day: Day
        var sha256: String
        /// The address that was asked for. Neighbours that name the same address do share a picture.
        var address: String
        /// A neighbour in the mirror that has these very bytes from another address.
        var twin: Day?
        /// Whether a better picture was refused, and may not be another time.
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

    /// Records a picture as soon as it has come.
    public mutating func record(_ picture: Picture) {
        came[picture.sha256, default: []].append(picture)
        let same = came[picture.sha256]?.count { isTwin($0, of: picture) } ?? 0
        guard same >= Self.handful else { return }
        let reason = "\(same + 1) days got the very same picture from different addresses"
        record(.doubtful(url: picture.address, reason: reason))
    }

    /// Holds a picture back until others have come; returns the days that need not wait any longer. The last few
    /// pictures that replace a better one wait to the end, when the better one is asked for once more.
    public mutating func take(_ picture: Picture) -> [Day] {
        held.append(picture)
        let standIns = held.filter(\.isStandIn).suffix(Self.handful).map(\.day)
        let ripe = held.dropLast(Self.company).filter { !isDoubtful($0) && !standIns.contains($0.day) }.map(\.day)
        held.removeAll { ripe.contains($0.day) }
        return ripe
    }

    /// The days still held back at the end: those that are fine, and those that share their bytes with others.
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

    /// Whether two pictures have the same bytes from different addresses, within the days that exclude a rerun.
    private func isTwin(_ other: Picture, of picture: Picture) -> Bool {
        other.day != picture.day && other.address != picture.address
            && abs(other.day.number - picture.day.number) <= Suspicion.rerunAfter
    }
}
