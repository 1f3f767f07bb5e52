/// Why a day has no thumbnail; its picture stays as it is.
enum ThumbnailFailure: Error, Equatable, Sendable {
    /// The decoder cannot read it, or died of it. For the first time: its picture is to be fetched again.
    case unreadable(String, isFirst: Bool)
    /// A video without a poster, or a picture too large to be decoded whose smaller one cannot be had.
    case nothingToShow
    /// Not made this time.
    case trouble(String)
    /// Nor any other: the program does not start, or the disk takes nothing.
    case hopeless(String)
}

extension ThumbnailFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .unreadable(let reason, _): "its picture cannot be decoded (\(reason))"
        case .nothingToShow: "there is no picture to make it of"
        case .trouble(let sentence), .hopeless(let sentence): sentence
        }
    }
}
