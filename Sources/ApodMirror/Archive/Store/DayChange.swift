internal import Days
internal import Folder

/// What a commit brings for one day.
struct DayChange: Sendable {
    /// Complete but for the picture's visible name, which the commit chooses.
    var metadata: Metadata
    var content: Content
    var basis: Basis
    /// Whether a former picture is kept in `superseded/`: not when the original takes a rendition's place.
    var keepsFormer = true

    enum Content: Sendable {
        /// A picture or video in `incoming/`, whole and checked.
        case fetched(FilePath)
        /// The page of a video that lives elsewhere.
        case page([UInt8])
        /// The file that stands in the tree stays, under a new name if the title changed.
        case kept
        /// Metadata alone: the picture is still to come.
        case none
    }

    /// What makes the change right.
    enum Basis: Sendable {
        /// The day as it was looked at: the change is refused when it is no longer that.
        case judged(StoredDay)
        /// A commit that was cut short had made sure of it.
        case interrupted
    }

    var day: Day { metadata.date }
}

/// A change that waits for the next commit, and what became of it.
final class QueuedChange {
    let change: DayChange
    var outcome: Result<Metadata, any Error>?

    init(_ change: DayChange) {
        self.change = change
    }
}
