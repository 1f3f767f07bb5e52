internal import Days
internal import MirrorTree
internal import NASA
internal import Store

/// Corrected words of a day, which wait for those of other days before they are believed.
struct Correction: Sendable {
    /// The answer with the words, should the day have changed until the commit.
    var answer: DayAnswer
    var change: DayChange
    /// The day as it is stored.
    var former: Metadata

    var day: Day { answer.day }
    var words: Corrections.Words { Corrections.Words(change.metadata) }

    fileprivate func compared(_ disputes: Disputes) -> Corrections.Change {
        Corrections.Change(
            day: day, new: words, former: Corrections.Words(former),
            isOfOtherSource: change.metadata.mirror.source != former.mirror.source,
            wasHeld: disputes.aboutWords(day) != nil,
            isOfUnverifiedDay: former.isUnverified)
    }
}

extension Refresher {
    /// Stores the corrected words that are believed, and holds back the others.
    func settleWords(_ pass: inout Pass) async throws {
        let corrections = pass.takeCorrections()
        let replaced = pass.pendingPictures.values.compactMap(\.correction).filter {
            !pass.facts.accepted.contains($0.day)
        }
        let doubts = Corrections.doubts(
            about: (corrections + replaced).map { $0.compared(pass.facts.disputes) }, beside: pass.stories,
            disputed: pass.disputedWords, today: pass.facts.today)
        let task = task(pass)
        for correction in replaced {
            guard let doubt = doubts[correction.day] else { continue }
            pass.pendingPictures[correction.day]?.change.metadata.holdWords(of: correction.former)
            let outcome = try await task.holdWords(of: correction, doubt: doubt)
            pass.record(outcome)
            tell(outcome)
        }
        let outcomes = try await withThrowingTaskGroup(of: DayOutcome.self) { group in
            for correction in corrections {
                group.addTask { try await task.outcome(of: correction, doubt: doubts[correction.day]) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for outcome in outcomes {
            pass.record(outcome)
            tell(outcome)
        }
    }
}

extension PendingPicture {
    /// The words that come with a picture; `nil` where the day had none, or where a page holds them.
    fileprivate var correction: Correction? {
        guard case .fetched = change.content, case .judged(let stored) = change.basis, let metadata = stored.metadata,
            !stored.hasDamagedJSON
        else { return nil }
        return Correction(answer: answer, change: change, former: metadata)
    }

    /// Whether other words come with the picture than those that are stored.
    var hasOtherWords: Bool {
        correction.map { Corrections.isChanged($0.words, Corrections.Words($0.former)) } ?? false
    }
}
