internal import Days
package import Folder
package import MirrorTree

/// The change of one day that a commit makes.
package struct DayChange: Sendable {
    /// The new metadata, complete but for the picture's visible name, which the commit chooses.
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
        /// A picture, a video or the copy of a page in `incoming/`, whole and checked.
        case fetched(FilePath)
        /// The page that stands for a video that lives elsewhere, around its poster. It is made of the metadata when it is
        /// staged; no bytes but those of the sum `only` are taken where there is one.
        case page(VideoPage.Poster?, only: String? = nil)
        /// The file that stands in the tree stays, under a new name if the title changed.
        case kept
        /// Metadata alone: the picture is still to come.
        case none
    }

    /// The reason why the change may be made.
    package enum Basis: Sendable {
        /// The day as it was when the change was judged. The change is refused when the day has changed since.
        case judged(StoredDay)
        /// A commit that was cut short had checked the change.
        case interrupted
    }

    var day: Day { metadata.date }
}

/// A change that waits for the next commit, and its outcome once there is one.
package final class QueuedChange {
    package let change: DayChange
    package var outcome: Result<Metadata, any Error>?

    package init(_ change: DayChange) {
        self.change = change
    }
}
