package import Days

/// The numbers by which a mirror believes, each with its reason. Days are those of NASA's clock.
package enum Limits {
    /// The newest days, read with every pass: one request has them all.
    package static let newest = 25
    /// Days that share what they did not share before are an accident. In thirty years no title, no story and no first
    /// sentence of forty letters was shared by more than three days within ``window``.
    package static let dense = 4
    package static let window = 25
    /// Repeats further apart are reruns: 1999-03-21 is 1998-12-27 word for word.
    package static let twins = 31
    /// Settled days that may differ in one pass; more are an accident.
    package static let mass = 3
    /// The days on which NASA has to serve the same, from the first to the last of them, until it is settled.
    package static let looks = 3
    package static let settle = 7
    /// The days after which a dispute ends for NASA: a lone one or one about most of the same words, and one of many.
    package static let end = 14
    package static let massEnd = 28
    /// A version that never settled leaves `superseded/` that many days after its successor settled.
    package static let forget = 30
    /// The changes of a provisional day that are believed at once: there and back.
    package static let turns = 2
    /// Settled pictures of a host that are asked for beside one that differs.
    package static let witnesses = 8
    /// Provisional days that a pass asks about, words and pictures each for itself: forty requests for entries.
    package static let provisional = 1_000
    /// Addresses of one host that may be refused in a row before it has to prove that it is well.
    package static let refusals = 5
    /// Requests in a row without an answer: the host is away.
    package static let silences = 2
    /// Hosts that are away while none answers: this machine is offline.
    package static let hosts = 5
    /// Days on which a host was away while others answered: its films become pages.
    package static let gone = 14
    /// The fewest letters of a notice, so that no greeting passes for one.
    package static let fewestLetters = 40
}

extension Timestamp {
    /// Whole days to a later moment; negative to an earlier one.
    package func days(to later: Timestamp) -> Double { Double(later.seconds - seconds) / 86_400 }
}
