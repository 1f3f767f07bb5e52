internal import MirrorTree
internal import NASA

/// A picture that differs from the stored one, by itself. Pure.
enum PictureDoubts {
    /// The reason that a replacement is not believed, whatever its company; `nil` when it is.
    static func doubt(_ new: Metadata.Picture, replacing former: Metadata.Picture) -> String? {
        if isBetter(new, than: former) { return nil }
        if new.kind == .page { return "NASA names no picture any more where it published one" }
        if new.isFilm != former.isFilm { return "the new file is of another media type" }
        if let new = pixels(new), let former = pixels(former), new * 2 < former {
            return "the new picture has under half the pixels (\(new) instead of \(former))"
        }
        if former.knownKind == .original, new.knownKind == .rendition {
            return "the new picture is a rendition, and the stored one is the original"
        }
        return nil
    }

    /// Whether the stored picture only stands in for the new one: a page for a file, a rendition for its original, or a
    /// rendition of another size, since the owner changed `picture_size` and NASA changed nothing.
    static func isBetter(_ new: Metadata.Picture, than former: Metadata.Picture) -> Bool {
        switch former.knownKind {
        case .page: true
        case .rendition: new.knownKind == .original || isOtherSize(new, of: former)
        case .original: false
        }
    }

    /// Whether both are renditions of one upload.
    private static func isOtherSize(_ new: Metadata.Picture, of former: Metadata.Picture) -> Bool {
        guard new.kind == .rendition, let new = new.url.flatMap({ WebAddress($0) }),
            let former = former.url.flatMap({ WebAddress($0) })
        else { return false }
        return new != former && PictureAddress.original(of: new) == PictureAddress.original(of: former)
    }

    private static func pixels(_ picture: Metadata.Picture) -> Int? {
        guard let width = picture.width, let height = picture.height else { return nil }
        return width * height
    }
}
