internal import Days
package import Folder
package import MirrorTree

/// What a commit brings for one day.
package struct DayChange: Sendable {
    /// Complete but for the picture's visible name, which the commit chooses.
    package var metadata: Metadata
    package var content: Content
    package var basis: Basis
    /// Whether a former picture is kept in `superseded/`: not when the original takes a rendition's place.
    package var keepsFormer = true

    package init(metadata: Metadata, content: Content, basis: Basis, keepsFormer: Bool = true) {
        self.metadata = metadata
        self.content = content
        self.basis = basis
        self.keepsFormer = keepsFormer
    }

    package enum Content: Sendable {
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
    package enum Basis: Sendable {
        /// The day as it was looked at: the change is refused when it is no longer that.
        case judged(StoredDay)
        /// A commit that was cut short had made sure of it.
        case interrupted
    }

    var day: Day { metadata.date }
}

/// A change that waits for the next commit, and what became of it.
package final class QueuedChange {
    package let change: DayChange
    package var outcome: Result<Metadata, any Error>?

    package init(_ change: DayChange) {
        self.change = change
    }
}
