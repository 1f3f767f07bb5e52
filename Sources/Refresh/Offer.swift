internal import Days
internal import MirrorTree
internal import NASA
internal import Store

/// A picture that was fetched and proved, and is not stored yet.
struct Offer: Sendable {
    /// The answer that the picture was fetched for, should the day have changed until the commit.
    var answer: DayAnswer
    var change: DayChange
    /// The picture that this one replaces.
    var former: Metadata.Picture?
    /// Whether the former picture had settled: more than a few of those in a pass are an accident.
    var isSettled: Bool
    /// A neighbour that the mirror has, with these very bytes from another address.
    var twin: Day?
    /// Whether a better address was refused.
    var isStandIn = false

    var day: Day { answer.day }
    var picture: Metadata.Picture? { change.metadata.mirror.picture }

    /// Whether the same picture came for hours, so that it is what NASA has for the day.
    var isPatient: Bool {
        guard case .judged(let stored) = change.basis else { return false }
        return stored.metadata?.mirror.pending.map { $0.attempts >= Self.patience } ?? false
    }

    /// The number of attempts, ever further apart: about eight hours.
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
