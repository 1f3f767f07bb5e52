internal import Days
internal import MirrorTree
internal import NASA
internal import Store

/// A picture that was fetched and proved, and is not stored yet.
struct Offer: Sendable {
    /// What it was fetched for, should the day have changed until it is stored.
    var answer: DayAnswer
    var change: DayChange
    /// The picture that it takes the place of.
    var former: Metadata.Picture?
    /// Whether that one had settled: more than a few of them in a pass are an accident.
    var isSettled: Bool
    /// A neighbour that the mirror has, with these very bytes from another address.
    var twin: Day?
    /// Something better was refused.
    var isStandIn = false

    var day: Day { answer.day }
    var picture: Metadata.Picture? { change.metadata.mirror.picture }

    /// The same came for hours: it is what NASA has for the day.
    var isPatient: Bool {
        guard case .judged(let stored) = change.basis else { return false }
        return stored.metadata?.mirror.pending.map { $0.attempts >= Self.patience } ?? false
    }

    /// Attempts, ever further apart: about eight hours.
    private static let patience = 6
}

extension FailedDay {
    /// A picture that is not believed.
    init(_ offer: Offer, reason: String) {
        var stored: StoredDay?
        if case .judged(let day) = offer.change.basis { stored = day }
        self.init(day: offer.day, reason: reason, metadata: offer.change.metadata, stored: stored)
    }
}

extension PassSuspicion.Picture {
    init(_ offer: Offer) {
        self.init(
            day: offer.day, sha256: offer.picture?.sha256 ?? "", address: offer.picture?.published ?? "",
            twin: offer.twin, isStandIn: offer.isStandIn)
    }
}

extension Pass {
    mutating func takeOffer(of day: Day) -> Offer? {
        offers.removeValue(forKey: day)
    }
}
