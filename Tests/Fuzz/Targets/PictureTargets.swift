@testable import Folder
@testable import Pictures

extension FuzzTarget {
    /// A file that was fetched, as the mirror looks at it before it keeps it.
    static let pictures = FuzzTarget("pictures") { bytes in
        do {
            let facts = try PictureFacts(inspecting: FileBytes(bytes))
            try promise("a size is a picture's", facts.size?.isSensible ?? true)
            try promise("a whole picture is its format's", PictureFormat(magic: bytes) == facts.format)
        } catch is PictureDefect {}
    }

    /// A picture, as the decoder looks at it before any library does.
    static let headers = FuzzTarget("headers") { bytes in
        let file = try OpenFile.inMemory("picture")
        try file.write(bytes)
        do {
            let header = try PictureHeader(file)
            try promise("a size is a picture's", header.size.isSensible && header.shownSize.isSensible)
            try promise("turning changes no number of pixels", header.size.pixels == header.shownSize.pixels)
            try promise("a video has no header", !header.format.isVideo)
        } catch is BadPicture {}
    }
}
