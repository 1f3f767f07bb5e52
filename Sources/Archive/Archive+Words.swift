package import Days
internal import Folder
package import MirrorTree
internal import Store

// MARK: - Words made anew, without the source

extension Archive {
    /// Mends days without the source as far as their witnesses here allow. It must not run beside a pass.
    ///
    /// - Returns: the days of which anything was mended.
    @discardableResult
    package func mendHere(_ days: Set<Day>) async throws -> Set<Day> {
        if days.isEmpty { return [] }
        var mended: Set<Day> = []
        let notes = try tree.dayNotes
        try await mendEach(of: days) { day in
            // A day may have more than one damage, and each round mends one.
            for _ in 0..<Self.mostDamages {
                guard let damage = tree.check(day),
                    let change = try Mending(tree, day, isUnasked: notes.isUnasked(day))?.change(for: damage)
                else { return }
                _ = try await store(change)
                mended.insert(day)
                events.send(.changed([day], .returned))
            }
        }
        return mended
    }

    private static let mostDamages = 3

    /// Makes the day's words anew from its record; returns what changed, `nil` where nothing does.
    package func reread(_ day: Day) async throws -> RereadDay? {
        let stored = try await incoming.storedDay(day)
        guard let reread = try tree.reread(day), stored.metadata == reread.former else { return nil }
        let content: DayChange.Content =
            switch reread.metadata.mirror.picture?.kind {
            case nil: .none
            // A page contains the words, too.
            case .page: .page(await incoming.poster(of: day))
            case .original, .rendition: .kept
            }
        let change = DayChange(metadata: reread.metadata, content: content, basis: .judged(stored))
        events.send(.stored(try await store(change), .reading))
        return reread
    }
}
