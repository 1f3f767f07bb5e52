package import Days
package import Folder
package import Pages

/// The outcome of one day's thumbnails.
package struct Thumbnail: Sendable {
    package var day: Day
    package var outcome: Outcome
    /// Other messages of the decoder.
    package var words: String?

    package init(day: Day, outcome: Outcome, words: String? = nil) {
        (self.day, self.outcome, self.words) = (day, outcome, words)
    }

    package enum Outcome: Sendable {
        case made(Set<ThumbnailSize>)
        case failed(ThumbnailFailure)
    }
}

/// The reason that a day has no thumbnail; its picture stays as it is.
package enum ThumbnailFailure: Error, Equatable, Sendable, CustomStringConvertible {
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

    /// The doubt about a picture that no decoder can read.
    package static func doubt(_ reason: String) -> String { "it cannot be decoded (\(reason))" }

    package var description: String {
        switch self {
        case .unreadable(let reason, _): "its picture cannot be decoded (\(reason))"
        case .interrupted(let reason, _): "its picture was not decoded this time (\(reason))"
        case .nothingToShow: "there is no picture to make it of"
        case .trouble(let sentence), .hopeless(let sentence, _): sentence
        }
    }
}

/// The note that a day gets no thumbnail.
package struct ThumbnailMark: Codable, Equatable, Sendable {
    /// The hash of the picture that was tried, as its metadata tell it.
    var sha256: String
    var reason: String
    var tried: Timestamp
    /// Whether the decoder failed, and not for want of time, memory or a poster that may be there another time.
    var isForGood: Bool
    /// Whether this is the second failure, after the picture was fetched again.
    package var wasFetchedAgain = false
    /// The number of interruptions of the decoder in a row.
    var interruptions: Int?

    enum CodingKeys: String, CodingKey {
        case sha256, reason, tried, interruptions
        case isForGood = "for_good"
        case wasFetchedAgain = "fetched_again"
    }

    package enum Cause: Sendable {
        case unreadable, interrupted, nothingToShow
    }

    /// Whether the machine may just have been busy, so that another try is worth it within the hour. A picture that is
    /// interrupted every time is itself to blame.
    package var isTriedSoon: Bool { interruptions.map { $0 <= Self.mostInterruptions } ?? false }

    /// Whether a picture needs no other try: it is the one that failed, and was not fetched again since.
    package func holds(for picture: Metadata.Picture, at now: Timestamp) -> Bool {
        let end = tried + (isTriedSoon ? Self.shortPatience : Self.patience)
        return explainsLack(of: picture) && (isForGood || now < end)
    }

    /// Whether a picture has no thumbnails because it failed, however long ago that was.
    func explainsLack(of picture: Metadata.Picture) -> Bool {
        picture.sha256 == sha256 && (!isForGood || wasFetchedAgain || picture.fetched <= tried)
    }

    /// The mark of a failure after a former one. A second failure counts as such with other bytes, too: a server that
    /// has other bytes each time is not asked for ever.
    package static func next(
        after former: ThumbnailMark?, sha256: String, reason: String, cause: Cause, now: Timestamp
    ) -> ThumbnailMark {
        let isForGood = cause == .unreadable
        let former = former.flatMap { $0.sha256 == sha256 || isForGood ? $0 : nil }
        let isSecond = former.map { $0.isForGood && now < $0.tried + patience } ?? false
        return ThumbnailMark(
            sha256: sha256, reason: reason, tried: now, isForGood: isForGood,
            wasFetchedAgain: isForGood && isSecond,
            interruptions: cause == .interrupted ? min(former?.interruptions ?? 0, mostInterruptions) + 1 : nil)
    }

    private static let patience = 7 * 86_400
    private static let shortPatience = 20 * 60
    private static let mostInterruptions = 5

    package static func name(_ day: Day) -> FilePath { "\(day).failed" }
}

/// Progress and failures of the thumbnailer, for the log and open pages.
package enum ThumbnailEvent: Codable, Equatable, Sendable {
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
