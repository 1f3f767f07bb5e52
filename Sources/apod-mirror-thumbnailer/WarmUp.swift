internal import CGraphicsMagick
internal import Folder
internal import Pictures

/// Goes the whole way once with a small picture of each format, while files can still be opened: the libraries load
/// tables, locales and settings when they first need them.
enum WarmUp {
    static func run() throws {
        try Limits.beginJob()
        let picture = try sample()
        for format in PictureFormat.decoded {
            // A library without an encoder for a format has no decoder for it either.
            guard let bytes = try? picture.encoded(format) else { continue }
            try make(bytes)
        }
        // A broken picture makes the libraries load what their error messages need.
        try make(Array("GIF89a0000".utf8) + [UInt8](repeating: 0x2C, count: 100))
    }

    private static func make(_ bytes: [UInt8]) throws {
        let file = try OpenFile.inMemory("sample")
        try file.write(bytes)
        _ = Job("160 80", [file, try .inMemory("large"), try .inMemory("small")])?.answer()
    }

    /// A picture with a profile that is not known by its name, so that its colours have to be converted.
    private static func sample() throws -> Picture {
        let size = PixelSize(width: 320, height: 200)
        let picture = try Picture(size, [UInt8](repeating: 128, count: 3 * size.pixels))
        SetImageProfile(picture.image, "ICM", ColourProfile.sRGB, ColourProfile.sRGB.count)
        return picture
    }
}
