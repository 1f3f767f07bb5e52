internal import Folder
internal import PictureHeaders
internal import Pictures

/// A small picture of a large one: upright, in sRGB, without transparency and without anything but its pixels.
enum Thumbnail {
    /// A JPEG cannot be higher.
    private static let highest = 65_500

    /// The size of a thumbnail: as wide as asked for, unless the picture is narrower or the result too high.
    static func size(of picture: PixelSize, width: Int) -> PixelSize {
        var width = min(width, picture.width)
        if picture.height * width > highest * picture.width { width = max(1, highest * picture.width / picture.height) }
        let height = (picture.height * width * 2 + picture.width) / (picture.width * 2)
        return PixelSize(width: width, height: min(highest, max(1, height)))
    }

    /// Makes the first thumbnail straight from the file. Work that costs by the pixel comes after the picture has
    /// become small, and the large one is gone by then.
    ///
    /// - Parameter complaint: what the decoder says is wrong with the picture.
    static func first(
        of file: OpenFile, _ header: PictureHeader, _ size: PixelSize, _ complaint: inout String?
    ) throws -> Picture {
        let stored = header.orientation.shown(size)
        var profile: [UInt8]?
        let shrunk = try {
            let decoded = try Picture.decode(file, header, atLeast: stored)
            complaint = decoded.complaint
            let large = try decoded.onItsCanvas()
            try large.leaveOtherColours()
            profile = large.profile
            return try Shrinking(large, to: stored)
        }()
        let picture = try shrunk.picture()
        if let profile { picture.convert(from: profile) }
        return try picture.upright(header.orientation)
    }
}
