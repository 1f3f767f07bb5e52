/// Progress and failures of the thumbnailer, for the log and open pages.
package enum ThumbnailNews: Codable, Equatable, Sendable {
    case made
    /// There is nothing to make a thumbnail of, or the failure of all of them is reported elsewhere.
    case none
    case failed(String)

    package init(_ outcome: Thumbnail.Outcome) {
        switch outcome {
        case .made: self = .made
        case .failed(.nothingToShow), .failed(.hopeless): self = .none
        case .failed(let failure): self = .failed("\(failure)")
        }
    }
}
