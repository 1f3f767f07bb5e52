/// The reason that a day has no thumbnail; its picture stays as it is.
package enum ThumbnailFailure: Error, Equatable, Sendable {
    /// The decoder cannot read the picture, or died of it. The first time, the picture is fetched again.
    case unreadable(String, isFirst: Bool)
    /// The decoder did not finish the picture this time.
    case interrupted(String, isTriedSoon: Bool)
    /// A video without a poster, or a picture too large to be decoded whose smaller one cannot be had.
    case nothingToShow
    /// An error prevented the thumbnail this time.
    case trouble(String)
    /// No thumbnail can be made: the program does not start, or the disk takes nothing.
    case hopeless(String, isDiskFull: Bool = false)
}

extension ThumbnailFailure {
    /// The doubt about a picture that no decoder can read.
    package static func doubt(_ reason: String) -> String { "it cannot be decoded (\(reason))" }
}

extension ThumbnailFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let reason, _): "its picture cannot be decoded (\(reason))"
        case .interrupted(let reason, _): "its picture was not decoded this time (\(reason))"
        case .nothingToShow: "there is no picture to make it of"
        case .trouble(let sentence), .hopeless(let sentence, _): sentence
        }
    }
}
