package import Days
package import Folder

/// A choice of a mirror's days, and the form in which they are exported.
package struct ExportRequest: Equatable, Sendable {
    package enum Choice: Equatable, Sendable {
        /// All days, or those of these periods.
        case days([Period])
        case favorites
        /// The favorites in an album, and in those inside it.
        case album(FilePath)
    }

    package enum Format: String, CaseIterable, Sendable {
        /// Folders of pictures by year and month.
        case files
        /// A bag of BagIt 1.0: with words and records, and the sums of all of it.
        case bagit
    }

    package var choice: Choice
    /// The longest side, in pixels, that pictures are made smaller to.
    package var side: Int?
    package var format: Format

    package init(choice: Choice, side: Int? = nil, format: Format = .files) {
        self.choice = choice
        self.side = side
        self.format = format
    }

    /// The choice, as a message names it.
    var words: String {
        switch choice {
        case .days(let periods): periods.isEmpty ? "any day" : periods.map(\.description).joined(separator: ", ")
        case .favorites: "a favorite"
        case .album(let album): "the album \(album)"
        }
    }
}
