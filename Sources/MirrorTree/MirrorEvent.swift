package import Days
internal import Folder

/// The events of a mirror, picture by picture: the progress bar, the log and the status share them. No event is
/// dropped: events are few, and each is a fact.
package enum MirrorEvent: Codable, Sendable {
    /// Work begins, or waits.
    case step(Step)
    /// A day's picture or its words are in their place and durable.
    case stored(Metadata, Change)
    /// A day has no picture.
    case absent(Day, Absence)
    /// Something else about these days changed, and their pages are written again.
    case changed([Day], Cause)
    /// A file of the gallery was taken out of its folder, and has to be made again.
    case taken(GalleryPart)
    case thumbnail(Day, ThumbnailEvent)
    /// Somebody should know, and may want to do something.
    case trouble(Trouble)
    /// A pass over NASA has ended.
    case passEnded

    package enum Step: Codable, Sendable {
        /// So many days lack their picture.
        case pictures(Int)
        /// Thumbnails of so many days are made anew.
        case thumbnails(Int)
        /// The source is asked for these days' entries.
        case entries(ClosedRange<Day>)
        /// The source asked for a pause of so many seconds, and a user waits for its end.
        case pause(seconds: Int)
    }

    package enum Change: Codable, Sendable {
        /// A picture, video or page, the day's first or in the place of another.
        case picture(replaced: Bool)
        /// NASA corrected the title or text; the picture is the same.
        case words
        /// The words were made anew from the day's record, which this version reads otherwise, or which was the same
        /// while the JSON was damaged or edited.
        case reading
    }

    package enum Absence: Codable, Sendable {
        /// The picture is still to come.
        case pending(reason: String)
        /// NASA has no entry for the day: for good (`confirmed`) or not yet.
        case unpublished(confirmed: Bool)
    }

    package enum Cause: Codable, Sendable {
        /// The days became favorites, are none any more, or lie in other albums.
        case favorites
        /// The days came back from the vault or from a prune, or their words were mended.
        case returned
        /// Pictures were put back into their months, out of `favorites/`.
        case putBack
        /// The days were hidden or pruned.
        case removed
    }

    package enum GalleryPart: Codable, Sendable {
        case page
        case today
    }

    package enum Trouble: Codable, Sendable {
        /// The day's picture was deleted by hand and is fetched again.
        case deleted(Day)
        /// A replacement is not believed without the owner's word.
        case disputed(Day, reason: String)
        /// An error beside the days; a whole sentence.
        case sentence(String)
    }
}

/// Sends events to all listeners.
package final class MirrorEvents: Sendable {
    package init() {}

    private let listeners = Monitor(CurrentValues<@Sendable (MirrorEvent) -> Void>())
    private let count = StepCount()

    /// Calls the listener with each event that is sent while the body runs, in order and on the sender's thread.
    package func heard<Result>(
        by listener: @escaping @Sendable (MirrorEvent) -> Void, during body: () async throws -> Result
    ) async rethrows -> Result {
        try await listeners.with(listener, body)
    }

    package var sent: Int64 { count.value }

    package func send(_ event: MirrorEvent) {
        count.advance()
        // Listeners run outside the lock: each may take its time.
        for listener in listeners.withLock({ $0.numbered }).values { listener(event) }
    }
}
