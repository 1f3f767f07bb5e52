public import Days
public import Folder

/// A thumbnail's width in pixels; a narrower picture keeps its width.
public enum ThumbnailSize: Int, CaseIterable, Comparable, Sendable {
    /// The thumbnail on cards, for every day.
    case small = 320
    /// The thumbnail on cards for screens with more pixels, for every day.
    case card = 640
    /// The thumbnail that replaces a large original, or one that browsers cannot show.
    case large = 960
    /// The thumbnail for whole windows, made together with ``large``.
    case screen = 2048
    /// The thumbnail for windows of more pixels, made together with ``screen`` where the original is much wider than that.
    case wide = 3840

    /// The size in bytes above which a page does not begin with the original.
    public static let heavy: Int64 = 1_200_000

    /// The sizes made of every picture.
    public static let always: Set<ThumbnailSize> = [.small, .card]
    /// The further sizes of a heavy picture, or of one that browsers cannot show; `nil` for an unknown width.
    public static func ofHeavy(width: Int?) -> Set<ThumbnailSize> {
        // Up to that width nobody sees that it was made larger.
        (width ?? 0) > ThumbnailSize.screen.rawValue * 5 / 4 ? [.large, .screen, .wide] : [.large, .screen]
    }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The thumbnail's path below the root.
    public func path(_ day: Day) -> FilePath {
        "\(Self.folder(day.year))/\(day)\(suffix)"
    }

    /// The part of the file's name behind the day.
    public var suffix: String { ".\(rawValue).jpg" }

    public static let folder: FilePath = ".apod-mirror/thumbnails"

    public static func folder(_ year: String) -> FilePath {
        folder.appending(FilePath(year))
    }
}
