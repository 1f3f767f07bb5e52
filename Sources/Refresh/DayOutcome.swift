internal import Days
internal import MirrorTree
internal import NASA
internal import Store

/// The outcome of one day in a pass.
enum DayOutcome: Sendable {
    /// Nothing changes: NASA's answer and the stored day agree.
    case nothing(Day)
    /// Nothing changes but that NASA's record is kept from now on, which an older version did not keep.
    case recorded(Day)
    /// Nothing is decided: the stored day stays, and so does everything noted about the day.
    case undecided(Day)
    /// The day's picture is not asked for until it is known whether the server is at fault.
    case held(DayAnswer)
    case stored(Metadata, replaced: Bool)
    case corrected(Metadata)
    /// The words are NASA's again, after the stored ones were damaged, edited or read otherwise here.
    case reread(Metadata)
    /// No picture came. The other days decide whether that is noted.
    case failed(FailedDay)
    case unpublished(Day, Absence)
    /// Nothing is known of the day, since a list left it out.
    case leftOut(Day, reason: String)
    /// A fetched picture waits for those of other days before it is believed.
    case offered(PendingPicture)
    /// Corrected words wait for those of other days before they are believed.
    case correction(Correction)
    /// - isAboutWords: the words are held back, and not the picture.
    case disputed(Day, Disputes.Dispute, isNew: Bool, isAboutWords: Bool = false)
    /// The words are held back, and the day has another outcome besides.
    indirect case heldWords(Disputes.Dispute, isNew: Bool, beside: DayOutcome)
    /// Nothing more can be stored or asked for in this pass.
    case stop(any Error & CustomStringConvertible)
}

extension DayOutcome {
    /// The picture that waits for those of other days.
    var pendingPicture: PendingPicture? {
        switch self {
        case .offered(let pending): pending
        case .heldWords(_, isNew: _, beside: let outcome): outcome.pendingPicture
        default: nil
        }
    }
}

/// A day that got no picture.
struct FailedDay: Sendable {
    var day: Day
    var reason: String
    /// The metadata of its entry, or those stored before; `nil` when there were none.
    var metadata: Metadata?
    var stored: StoredDay?
}

/// A picture that was fetched and proved, and is not stored yet.
struct PendingPicture: Sendable {
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
        return stored.wasTriedForHours
    }
}

extension StoredDay {
    /// Whether words that differ from the stored ones are no correction, since NASA still says what the day's record
    /// says: the stored words were damaged or edited here, or another version of this program read them.
    ///
    /// - Parameters:
    ///   - words: the words that the record has to say, so that nothing else passes for it.
    ///   - served: the record as it is served now.
    func isReread(as words: Corrections.Words, from served: [UInt8]?) -> Bool {
        guard let metadata, let served, let read = metadata.reread(served), Corrections.Words(read) == words else {
            return false
        }
        if metadata.mirror.record?.isWhole(served) == true { return true }
        guard let record, hasDamagedJSON || metadata.mirror.record?.isWhole(record) == true else { return false }
        return Metadata.Record.saysTheSame(record, served)
    }

    /// Whether an older version, which kept no records, wrote the day.
    var lacksRecord: Bool { metadata.map { $0.mirror.record == nil } ?? false }

    /// The number of attempts, ever further apart: about eight hours.
    private static let patience = 6

    /// Whether the day is pending for so long that what came of the last attempt is what there is.
    var wasTriedForHours: Bool { metadata?.mirror.pending.map { $0.attempts >= Self.patience } ?? false }
}

extension FailedDay {
    /// A picture that is not believed.
    init(_ pending: PendingPicture, reason: String) {
        var stored: StoredDay?
        if case .judged(let day) = pending.change.basis { stored = day }
        self.init(day: pending.day, reason: reason, metadata: pending.change.metadata, stored: stored)
    }
}

extension PassSuspicion.Picture {
    init(_ pending: PendingPicture) {
        self.init(
            day: pending.day, sha256: pending.picture?.sha256 ?? "", address: pending.picture?.published ?? "",
            twin: pending.twin, isStandIn: pending.isStandIn)
    }
}
