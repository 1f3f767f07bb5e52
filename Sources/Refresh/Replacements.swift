internal import Days
internal import MirrorTree
internal import NASA
internal import Pictures

/// Pictures that NASA replaced: each is believed by itself or not, and many old ones at once are an accident. Pure.
enum Replacements {
    /// The most settled pictures that are replaced in one pass; more are believed one by one, by the owner.
    static let limit = 3
    /// Days within which NASA corrects what it just published.
    static let settledAfter = 7

    /// The reason that a replacement is not believed, whatever its company; `nil` when it is.
    static func doubt(_ new: Metadata.Picture, replacing former: Metadata.Picture) -> String? {
        // A page gives way to what it stood in for, and a rendition to its original.
        if former.kind == .page { return nil }
        if new.kind == .page { return "NASA names no picture any more where it published one" }
        if former.knownKind == .rendition, new.knownKind == .original || isOtherSize(new, of: former) { return nil }
        if isVideo(new) != isVideo(former) { return "the new file is of another media type" }
        if let new = pixels(new), let former = pixels(former), new * 2 < former {
            return "the new picture has under half the pixels (\(new) instead of \(former))"
        }
        return nil
    }

    /// Whether the replaced picture had settled: then the outcome waits for the end of the pass. A page or rendition
    /// that only stood in for the new picture does not count, nor does a rendition of another size.
    static func isSettled(
        _ new: Metadata.Picture, replacing former: Metadata.Picture, day: Day, today: Day
    ) -> Bool {
        guard day.distance(to: today) > settledAfter else { return false }
        return switch former.knownKind {
        case .page: false
        case .rendition: new.kind == .rendition && !isOtherSize(new, of: former)
        case .original: true
        }
    }

    /// Whether both are renditions of one upload: the owner changed `picture_size`, NASA changed nothing.
    private static func isOtherSize(_ new: Metadata.Picture, of former: Metadata.Picture) -> Bool {
        guard new.kind == .rendition, let new = new.url.flatMap({ WebAddress($0) }),
            let former = former.url.flatMap({ WebAddress($0) })
        else { return false }
        return new != former && PictureAddress.original(of: new) == PictureAddress.original(of: former)
    }

    /// The reason that none of so many settled pictures is replaced; `nil` when they are.
    static func verdict(on settled: Int) -> String? {
        settled > limit ? "NASA replaced \(settled) pictures older than \(settledAfter) days at once" : nil
    }

    private static func isVideo(_ picture: Metadata.Picture) -> Bool {
        PictureFormat(ofName: picture.file)?.isVideo == true
    }

    private static func pixels(_ picture: Metadata.Picture) -> Int? {
        guard let width = picture.width, let height = picture.height else { return nil }
        return width * height
    }
}
