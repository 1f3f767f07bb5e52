internal import Days

/// The server seems to send no pictures.
public struct PictureDoubt: Equatable, Sendable {
    var url: String
    var reason: String
    /// It does not even say that it has none.
    public var isSilence: Bool
    /// What was asked for in vain: only a picture of such a kind proves that the server is well.
    public var kinds: Set<PictureAddress.Kind>
}

/// Days that get no picture, one after another: their own fault, or the server's.
///
/// Addresses count once all of their day's were asked in vain, so what is refused as an original and comes as a rendition
/// raises no doubt. Nothing new is asked while there is one.
struct PictureRefusals: Sendable {
    /// So many questions in a row may be left unanswered until their time is up.
    static let silences = 2

    private(set) var doubt: PictureDoubt?
    private var refusals: [Refusal] = []
    /// Those before the days that were asked for to find out: they are judged with them, and do not count again.
    private var former = 0
    /// So many days are asked for to find out: when none of them gets a picture, the server is at fault.
    private var probes: Int?
    /// Whether one of them got its picture.
    private var isProved = false
    /// Days that began to be asked for: each goes on to its end, whatever is doubted meanwhile.
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

    /// A picture came.
    mutating func noteAnswer() {
        refusals = []
        former = 0
        isProved = true
    }

    mutating func note(_ day: Day?, addresses: [String], reason: String, isSilence: Bool) {
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

    /// It has sent something that it certainly has: so the days themselves were at fault.
    mutating func dispelDoubt() {
        doubt = nil
        noteAnswer()
    }

    /// So many days are asked for to find out.
    mutating func probe(_ days: Int) {
        probes = days
        isProved = false
        doubt = nil
        former = refusals.count
    }

    /// Whether a picture came for them; otherwise the doubt is what it was.
    mutating func endProbe(_ former: PictureDoubt) -> Bool {
        probes = nil
        if !isProved { doubt = doubt ?? former }
        return isProved
    }
}
