/// What is told of it.
package enum ThumbnailNews: Codable, Equatable, Sendable {
    case made
    /// There is nothing to make one of, or it is told elsewhere that nothing can be made.
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
