/// Why a day has no thumbnail; its picture stays as it is.
package enum ThumbnailFailure: Error, Equatable, Sendable {
    /// The decoder cannot read it, or died of it. For the first time: its picture is to be fetched again.
    case unreadable(String, isFirst: Bool)
    /// The decoder did not come to an end with it this time.
    case interrupted(String, isTriedSoon: Bool)
    /// A video without a poster, or a picture too large to be decoded whose smaller one cannot be had.
    case nothingToShow
    /// Not made this time.
    case trouble(String)
    /// Nor any other: the program does not start, or the disk takes nothing.
    case hopeless(String, isDiskFull: Bool = false)
}

extension ThumbnailFailure {
    /// What makes a picture doubtful that no decoder can read.
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
