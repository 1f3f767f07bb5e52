package import Days

/// The rules for an answer that differs from the stored version: one function for words and for pictures.
package enum GuardRules {
    /// How the settled days of a pass answered, of words or of pictures.
    package struct Tally: Equatable, Sendable {
        /// Those asked as a fair sample, and not because they are disputed or provisional: all of those differ.
        package private(set) var asked = 0
        /// The number of these that differ.
        package private(set) var differ = 0
        /// The number of these that are not disputed for a day yet.
        package private(set) var new = 0
        /// All that differ.
        package private(set) var all = 0
        /// The provisional days that were asked.
        private(set) var provisional = 0

        package init(asked: Int = 0, differ: Int = 0, new: Int = 0, all: Int = 0) {
            (self.asked, self.differ, self.new, self.all) = (asked, differ, new, all)
        }

        /// Counts a settled day.
        package mutating func count(
            _ version: Version, _ key: String, disputed: Dispute?, isFair: Bool, now: Timestamp
        ) {
            if isFair { asked += 1 }
            guard key != version.key, !version.isBack(key), !version.isDeclined(key) else { return }
            all += 1
            guard isFair else { return }
            differ += 1
            if disputed.map({ $0.key != key || $0.isNew(at: now) }) ?? true { new += 1 }
        }

        mutating func countProvisional() { provisional += 1 }

        /// Whether the pass is in doubt: more settled days differ than NASA corrects at a time. What has been disputed
        /// for a day or longer counts only where most of those asked differ.
        package var isDoubtful: Bool { differ > Limits.mass && (new > Limits.mass || 2 * differ > asked) }
    }

    /// An answer about a day beside what is stored.
    package struct Answer: Sendable {
        package var key: String
        package var url = ""
        /// Why it is not believed beside what is stored, whatever its company.
        package var doubt: String?
        /// Whether a dispute for that reason never ends by itself.
        package var isFinal = false
        /// Whether most words are the stored ones.
        package var isKin = false
        package var isAccepted = false
        /// Whether what is stored only stands in for it.
        package var isBetter = false

        package init(
            key: String, url: String = "", doubt: String? = nil, isFinal: Bool = false, isKin: Bool = false,
            isAccepted: Bool = false, isBetter: Bool = false
        ) {
            self.key = key
            self.url = url
            self.doubt = doubt
            self.isFinal = isFinal
            self.isKin = isKin
            self.isAccepted = isAccepted
            self.isBetter = isBetter
        }
    }

    /// The sum of all answers of a pass, of words or of pictures, beside which one answer is judged.
    package struct Company: Sendable {
        package var tally: Tally
        package var now: Timestamp
        /// Versions that settled before this moment are no witnesses any more.
        package var amnesty: Timestamp?
        /// How many days something new is stored of, by the reason.
        package var commits: [CommitReason: Int] = [:]
        /// The act of NASA's for which an answer is held back for its company alone: "changed the words".
        let act: String

        package init(_ act: String, _ tally: Tally = Tally(), now: Timestamp, amnesty: Timestamp? = nil) {
            (self.act, self.tally, self.now, self.amnesty) = (act, tally, now, amnesty)
        }

        /// Counts a day that NASA gives the answer of that key; only a settled one is a witness.
        package mutating func count(_ version: Version, _ key: String, disputed: Dispute?, isFair: Bool) {
            guard version.isGuarded(since: amnesty) else { return tally.countProvisional() }
            tally.count(version, key, disputed: disputed, isFair: isFair, now: now)
        }

        /// Whether an accident is over: NASA says something else of most provisional days by now, which is taken, or went back
        /// to what had settled for many. The other provisional days need not wait for their turns.
        package var isAccidentOver: Bool {
            if tally.isDoubtful { return false }
            let taken = commits[.givesWay, default: 0] + commits[.filled, default: 0]
            return tally.provisional >= Limits.window && 2 * taken > tally.provisional
                || commits[.back, default: 0] > Limits.mass
        }

        var doubtfulReason: String { "NASA \(act) of many days at once" }
        var massReason: String { "NASA \(act) of \(tally.all) settled days at once" }
    }

    package static func judge(
        _ version: Version, _ answer: Answer, disputed dispute: Dispute?, among company: Company
    ) -> Ruling {
        let (key, tally, now) = (answer.key, company.tally, company.now)
        if key == version.key { return .same(isLook: !tally.isDoubtful) }
        if answer.isAccepted { return .commit(.accepted) }
        if version.isDeclined(key) { return .same(isLook: false) }
        if version.isBack(key) { return .commit(.back) }
        if answer.isBetter { return .commit(.filled) }
        if let doubt = answer.doubt { return hold(version, answer, dispute, company, reason: doubt) }
        if !version.isGuarded(since: company.amnesty) {
            if tally.isDoubtful { return .wait(company.doubtfulReason, other: key) }
            return version.changes < Limits.turns || version.cameBefore(key, now.day)
                ? .commit(.givesWay)
                : .wait("NASA changes it back and forth; what it says tomorrow is taken", other: key)
        }
        if !tally.isDoubtful, tally.all <= Limits.mass { return .commit(.corrected) }
        return hold(
            version, answer, dispute, company, reason: tally.isDoubtful ? company.doubtfulReason : company.massReason)
    }

    /// Disputes an answer, or ends the dispute for NASA.
    private static func hold(
        _ version: Version, _ answer: Answer, _ known: Dispute?, _ company: Company, reason: String
    ) -> Ruling {
        let now = company.now
        let dispute =
            known.flatMap { $0.key == answer.key ? $0.servedAgain(at: now) : nil }
            ?? Dispute(reason: reason, url: answer.url, key: answer.key, since: now, isFinal: answer.isFinal)
        let isLone = answer.isKin || company.tally.all <= Limits.mass
        let (wait, why): (Int, CommitReason) =
            version.isReturn(answer.key) ? (Limits.settle, .returned) : (isLone ? Limits.end : Limits.massEnd, .ended)
        if !dispute.isFinal, dispute.days >= Limits.looks, dispute.since.days(to: now) >= Double(wait) {
            return .commit(why)
        }
        return .dispute(dispute)
    }

    /// Whether a mass of disputes ended for NASA, so that nothing that settled before is a witness any more: the days
    /// whose turn comes later would be doubted for as long once more. What returned counts where most old disputes do.
    package static func isPardoned(_ commits: [CommitReason: Int], disputes: [Dispute], now: Timestamp) -> Bool {
        let (ended, returned) = (commits[.ended, default: 0], commits[.returned, default: 0])
        let old = disputes.count { $0.since.days(to: now) >= Double(Limits.settle) }
        return ended > Limits.mass || returned > Limits.mass && 2 * returned > old
    }
}

/// The ruling on the words, or on the picture, of a day.
package enum Ruling: Equatable, Sendable {
    /// NASA has what is stored, or what the owner declined.
    ///
    /// - isLook: whether that counts on the way to being settled.
    /// - other: the key of other bytes that show the same.
    case same(isLook: Bool, other: String? = nil)
    case commit(CommitReason)
    case dispute(Dispute)
    /// The answer of that key is not taken by this pass, for that reason.
    case wait(String, other: String? = nil)
}

/// Why something new is stored.
package enum CommitReason: Hashable, Sendable {
    /// The day had none.
    case new
    case accepted
    /// NASA went back to what had settled.
    case back
    /// The stored version only stood in for it.
    case filled
    /// The stored version was provisional.
    case givesWay
    case corrected
    /// A dispute ended for NASA.
    case ended
    /// A dispute about what NASA had said before ended for NASA.
    case returned
}
