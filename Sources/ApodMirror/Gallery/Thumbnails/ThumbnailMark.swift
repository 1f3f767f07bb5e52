internal import Folder

/// The note that a day gets no thumbnail.
struct ThumbnailMark: Codable, Equatable, Sendable {
    /// Of the picture that was tried, as its metadata tell it.
    var sha256: String
    var reason: String
    var tried: Timestamp
    /// The decoder failed, and no lack of time, memory or a poster that may be there another time.
    var isForGood: Bool
    /// The second failure: the picture had been fetched again.
    var wasFetchedAgain = false

    enum CodingKeys: String, CodingKey {
        case sha256, reason, tried
        case isForGood = "for_good"
        case wasFetchedAgain = "fetched_again"
    }

    /// Whether a picture needs no other try: it is the one that failed, and was not fetched again since.
    func holds(for picture: Metadata.Picture, at now: Timestamp) -> Bool {
        guard picture.sha256 == sha256 else { return false }
        guard isForGood else { return now < tried + Self.patience }
        return wasFetchedAgain || picture.fetched <= tried
    }

    /// The mark of a failure after this one. A server that has other bytes each time is not asked for ever.
    static func next(
        after former: ThumbnailMark?, sha256: String, reason: String, isForGood: Bool, now: Timestamp
    ) -> ThumbnailMark {
        let isSecond = former.map { $0.isForGood && now < $0.tried + patience } ?? false
        return ThumbnailMark(
            sha256: sha256, reason: reason, tried: now, isForGood: isForGood,
            wasFetchedAgain: isForGood && isSecond)
    }

    private static let patience = 7 * 86_400

    static func name(_ day: Day) -> FilePath { "\(day).failed" }
}
