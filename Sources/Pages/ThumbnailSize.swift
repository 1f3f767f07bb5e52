public import Days
public import Folder

/// How wide a thumbnail is, in pixels; a narrower picture keeps its width.
public enum ThumbnailSize: Int, CaseIterable, Comparable, Sendable {
    /// For every day.
    case small = 320
    /// The same on screens with more pixels.
    case card = 640
    /// Where the original is large, or nothing a browser shows.
    case large = 960
    /// For whole windows, with it.
    case screen = 2048

    /// A picture of more bytes than that is not what a page should begin with.
    public static let heavy: Int64 = 1_200_000

    /// What every picture has.
    public static let always: Set<ThumbnailSize> = [.small, .card]
    /// What a heavy one, or one that browsers do not know, has besides.
    public static let ofHeavy: Set<ThumbnailSize> = [.large, .screen]

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Below the root.
    public func path(_ day: Day) -> FilePath {
        "\(Self.folder(day.year))/\(day)\(suffix)"
    }

    /// What follows the day in its name.
    public var suffix: String { ".\(rawValue).jpg" }

    public static let folder: FilePath = ".apod-mirror/thumbnails"

    public static func folder(_ year: String) -> FilePath {
        folder.appending(FilePath(year))
    }
}
