internal import Days

/// A doubt whether the server sends pictures at all.
public struct PictureDoubt: Equatable, Sendable {
    var url: String
    var reason: String
    /// Whether the server did not answer at all.
    public var isSilence: Bool
    /// The kinds of address asked in vain: only a picture of such a kind proves that the server is well.
    public var kinds: Set<PictureAddress.Kind>
}

/// Consecutive days that get no picture, by their own fault or the server's.
///
/// Addresses count once all of their day's were asked in vain, so a picture that is refused as an original and comes as
/// a rendition raises no doubt. While there is a doubt, no new day is begun.
struct PictureRefusals: Sendable {
    /// The number of requests in a row that may time out.
    static let silences = 2

    private(set) var doubt: PictureDoubt?
    private var refusals: [Refusal] = []
    /// The number of refusals before the test days: they are kept for judgement, and do not count again.
    private var former = 0
    /// The number of days asked for as a test: when none of them gets a picture, the server is at fault.
    private var probes: Int?
    /// Whether one of the test days got its picture.
    private var isProved = false
    /// The days whose requests have begun: each is finished, even when a doubt arises meanwhile.
    private var underWay: Set<Day> = []

    private struct Refusal {
        /// `nil` for a poster.
        var day: Day?
        var isSilence: Bool
        var addresses: [String]
    }

    /// Days that got no picture since the last one that came.
    var days: Set<Day> { Set(refusals.compactMap(\.day)) }

    func mayBegin(_ day: Day?) -> Bool {
        doubt == nil || day.map(underWay.contains) == true
    }

    mutating func begin(_ day: Day?) {
        if let day { underWay.insert(day) }
    }

    mutating func end(_ day: Day?) {
        if let day { underWay.remove(day) }
    }

    /// Ends the series of refusals, because a picture came.
    mutating func recordAnswer() {
        refusals = []
        former = 0
        isProved = true
    }

    mutating func record(_ day: Day?, addresses: [String], reason: String, isSilence: Bool) {
        refusals.append(Refusal(day: day, isSilence: isSilence, addresses: addresses))
        let refusals = refusals.dropFirst(former)
        let silences = refusals.count(where: \.isSilence)
        let isEnough =
            probes.map { Set(refusals.compactMap(\.day)).count >= $0 }
            ?? (Set(refusals.flatMap(\.addresses)).count > PassSuspicion.handful)
        guard isEnough || silences >= Self.silences, doubt == nil else { return }
        doubt = PictureDoubt(
            url: addresses.last ?? "", reason: reason, isSilence: silences >= Self.silences,
            kinds: Set(refusals.flatMap(\.addresses).map(PictureAddress.Kind.init)))
    }

    /// Drops the doubt, because the server sent a picture that it certainly has: the days themselves were at fault.
    mutating func dispelDoubt() {
        doubt = nil
        recordAnswer()
    }

    /// Begins a test with that many days.
    mutating func probe(_ days: Int) {
        probes = days
        isProved = false
        doubt = nil
        former = refusals.count
    }

    /// Ends the test; returns whether a picture came, and otherwise restores the doubt.
    mutating func endProbe(_ former: PictureDoubt) -> Bool {
        probes = nil
        if !isProved { doubt = doubt ?? former }
        return isProved
    }
}
