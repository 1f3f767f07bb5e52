package import Days
internal import Folder

/// The events of a mirror, picture by picture: the progress bar, the log and the status share them. No event is
/// dropped: events are few, and each is a fact.
package enum MirrorEvent: Codable, Sendable {
    /// The pass knows how many days lack their picture.
    case planned(pictures: Int)
    /// The source is asked for these days' entries.
    case asking(ClosedRange<Day>)
    /// A picture, video or page is in its place and durable.
    case stored(Metadata, replaced: Bool)
    /// The title or text was corrected; the picture is the same.
    case corrected(Metadata)
    /// The words were made anew from the day's record, which this version reads otherwise, or which was the same while
    /// the JSON was damaged or edited.
    case reread(Metadata)
    /// A day has no picture yet.
    case pending(Day, title: String?, reason: String)
    /// NASA has no entry for the day: for good (`confirmed`) or not yet.
    case unpublished(Day, confirmed: Bool)
    /// A replacement is not believed without the owner's word.
    case disputed(Day, reason: String)
    /// The picture was deleted by hand and is fetched again.
    case missing(Day)
    /// These days were hidden or pruned.
    case removed([Day])
    /// These days came back from the vault or from a prune, or their words were mended.
    case returned([Day])
    /// Pictures of these days were put back into their months, out of `favorites/`.
    case putBack([Day])
    /// These days became favorites, are none any more, or lie in other albums.
    case favorites([Day])
    /// The source asked for a pause of so many seconds, and a user waits for its end.
    case waiting(seconds: Int)
    /// A pass over NASA has ended.
    case looked
    /// Thumbnails of so many days are made anew.
    case makingThumbnails(Int)
    /// The outcome of a day's thumbnails.
    case thumbnail(Day, ThumbnailEvent)
    /// Today's picture is gone, and has to be made anew.
    case todayWanted
    /// A page was taken out of its folder: missing pages have to be written again.
    case pageTaken
    /// Thumbnails of these days were taken out of their folder.
    case thumbnailsTaken([Day])
    /// An error beside the days; a whole sentence.
    case trouble(String)
}

/// Sends events to all listeners.
package final class MirrorEvents: Sendable {
    package init() {}

    private struct State {
        var listeners: [Int: @Sendable (MirrorEvent) -> Void] = [:]
        var lastNumber = 0
        var sent: Int64 = 0
    }

    private let state = Monitor(State())

    /// Calls the listener with each event that is sent while the body runs, in order and on the sender's thread.
    package func heard<Result>(
        by listener: @escaping @Sendable (MirrorEvent) -> Void, during body: () async throws -> Result
    ) async rethrows -> Result {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.listeners[state.lastNumber] = listener
            return state.lastNumber
        }
        defer { _ = state.withLock { $0.listeners.removeValue(forKey: number) } }
        return try await body()
    }

    /// The number of events sent.
    package var sent: Int64 { state.withLock { $0.sent } }

    package func send(_ event: MirrorEvent) {
        // Listeners run outside the lock: each may take its time.
        let listeners = state.withLock { state in
            state.sent += 1
            return state.listeners
        }
        for listener in listeners.values { listener(event) }
    }
}
