package import Days
internal import Folder
internal import MirrorTree
package import Settings

extension DayStore {
    /// Removes a day's picture for good. The metadata stays, and so do other files of that day, which are the owner's.
    package func hide(_ day: Day) throws {
        guard var metadata = try tree.metadata(day) else { throw HideError.notMirrored(day) }
        // A favorite that is hidden already is refused, too: its link means that it is wanted back.
        if let favorite = try tree.favoritesRecord()?.favorites[day] {
            throw HideError.favorite(day, links: favorite.links.inOrder.map(\.description))
        }
        // No replacement or correction of the day is taken any more, so none waits for the owner's word.
        try notes.forget { $0 == day }
        if metadata.mirror.state == .hidden { return }
        let file = metadata.visibleName
        try forgetIntents([day])
        metadata.mirror.state = .hidden
        metadata.mirror.picture = nil
        metadata.mirror.pending = nil
        try commit(metadata, .removed)
        events.send(.changed([day], .removed))
        let month = Tree.monthPath(day)
        if let file, let reason = unfinished[day.month], try tree.root.status(month.appending(FilePath(file))) != nil {
            throw HideError.stillThere("\(file) still stands in \(month): \(reason)")
        }
    }

    /// Removes what a failed commit left in `incoming/`, which would bring the days' pictures back at the next start.
    package func forgetIntents(_ days: [Day]) throws {
        let incoming = try tree.incoming()
        for day in days {
            let pictures = [Part.name(day), StagedName.returned(day), StagedName.page(day)]
            for name in pictures + ["\(day).json", StagedName.record(day)] { try incoming.remove(name) }
        }
        try incoming.sync()
    }

    /// The picture comes back with the next sync.
    package func unhide(_ day: Day) throws {
        guard var metadata = try tree.metadata(day), metadata.mirror.state == .hidden else {
            throw HideError.notHidden(day)
        }
        metadata.mirror.state = .pending
        // A time in the past makes the day due by any clock.
        let past = metadata.mirror.fetched
        metadata.mirror.pending = .init(reason: "no longer hidden", attempts: 0, retryAfter: past)
        try commit(metadata, .none)
        events.send(.absent(day, .pending(reason: "no longer hidden")))
    }

    private func commit(_ metadata: Metadata, _ content: DayChange.Content) throws {
        let month = try tree.root.folder(Tree.monthPath(metadata.date))
        let stored = try StoredDay(metadata.date, month: month, metadata: month?.folder("metadata"))
        for outcome in commit([DayChange(metadata: metadata, content: content, basis: .judged(stored))]) {
            _ = try outcome.get()
        }
    }
}

package enum HideError: ExitCoded, Equatable, CustomStringConvertible {
    case notMirrored(Day)
    case notHidden(Day)
    /// The day is a favorite; `links` are the paths of its links below `favorites/`.
    case favorite(Day, links: [String])
    /// The day is hidden, and its picture could not be removed yet.
    case stillThere(String)

    package var exitCode: ExitCode { .notAllWell }

    package var description: String {
        switch self {
        case .notMirrored(let day): "\(day) is not in the mirror, so there is nothing to hide."
        case .notHidden(let day): "\(day) is not hidden."
        case .stillThere(let sentence): "\(sentence) It goes with the next sync."
        case .favorite(let day, let links):
            "\(day) is a favorite\(links.first.map { " (favorites/\($0))" } ?? ""); remove it first: "
                + "apod-mirror favorites remove \(day)"
        }
    }
}
