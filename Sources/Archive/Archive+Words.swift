package import Days
package import MirrorTree
internal import Store

// MARK: - Words made anew, without the source

extension Archive {
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
