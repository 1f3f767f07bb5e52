internal import CGraphicsMagick
internal import Folder
internal import Glibc
internal import Pictures

/// A picture in memory.
final class Picture {
    let image: UnsafeMutablePointer<Image>

    /// Takes the image over.
    init(_ image: UnsafeMutablePointer<Image>) { self.image = image }

    /// - Parameter bytes: red, green and blue of each pixel.
    convenience init(_ size: PixelSize, _ bytes: [UInt8]) throws {
        var complaint = Complaint()
        let image = ConstituteImage(UInt(size.width), UInt(size.height), "RGB", CharPixel, bytes, &complaint.exception)
        try complaint.check()
        guard let image else { throw TooLarge() }
        self.init(image)
    }

    deinit { DestroyImageList(image) }

    var size: PixelSize { PixelSize(width: Int(image.pointee.columns), height: Int(image.pointee.rows)) }

    /// libjpeg's warning that it had to guess pixels, because bytes are missing or wrong. Its warnings of odd headers
    /// count for nothing: they cost no pixel and are common in published pictures.
    var complaint: String? {
        guard let reason = image.pointee.exception.reason else { return nil }
        let words = String(cString: reason)
        return ["Corrupt JPEG data", "Premature end"].contains(where: words.hasPrefix) ? words : nil
    }

    /// Decodes the first picture of a file with the one decoder that its header calls for.
    ///
    /// - Parameter size: a JPEG may be decoded at a half, a quarter or an eighth, as long as it is not smaller than this.
    static func decode(_ file: OpenFile, _ header: PictureHeader, atLeast size: PixelSize) throws -> Picture {
        guard let decoder = Magick.decoder(header.format) else {
            throw BadPicture("no decoder for \(header.format.decoderName)")
        }
        guard let information = CloneImageInfo(nil) else { throw TooLarge() }
        defer { DestroyImageInfo(information) }
        let copy = dup(file.descriptor)
        guard let stream = fdopen(copy, "rb") else {
            close(copy)
            throw TooLarge()
        }
        defer { fclose(stream) }
        rewind(stream)
        information.pointee.file = stream
        information.pointee.subimage = 0
        information.pointee.subrange = 1
        var complaint = Complaint()
        if header.format == .jpeg {
            let hint = hint(header.size, atLeast: size)
            CloneString(&information.pointee.size, "\(hint.width)x\(hint.height)")
            // Both options differ from exact decoding by less than what shrinking by a half evens out.
            if hint != header.size {
                AddDefinitions(information, "jpeg:dct-method=IFAST,jpeg:fancy-upsampling=FALSE", &complaint.exception)
            }
        }
        let image = decoder(information, &complaint.exception)
        let picture = image.map { Picture($0) }
        try complaint.check()
        guard let picture else { throw BadPicture("the decoder gave no picture") }
        return picture
    }

    /// The size that makes GraphicsMagick ask libjpeg for the smallest scale that is large enough: a power of two,
    /// for which libjpeg has its fast routines.
    private static func hint(_ stored: PixelSize, atLeast size: PixelSize) -> PixelSize {
        var factor = 8
        while factor > 1, stored.width < size.width * factor || stored.height < size.height * factor { factor /= 2 }
        return PixelSize(width: max(1, stored.width / factor), height: max(1, stored.height / factor))
    }

    /// Encodes a JPEG of at most so many bytes, in lower quality if need be; in the lowest it may have more.
    func encoded(atMost most: Int) throws -> [UInt8] {
        for quality in [82, 72, 60, 48] {
            let bytes = try encoded(.jpeg, quality: quality)
            if bytes.count <= most { return bytes }
        }
        return try encoded(.jpeg, quality: 36)
    }

    /// Encodes a whole file, by default in the quality that thumbnails have.
    func encoded(_ format: PictureFormat, quality: Int = 82) throws -> [UInt8] {
        guard let information = CloneImageInfo(nil) else { throw TooLarge() }
        defer { DestroyImageInfo(information) }
        let name = Array(format.decoderName.utf8) + [0]
        withUnsafeMutableBytes(of: &information.pointee.magick) { $0.copyBytes(from: name) }
        withUnsafeMutableBytes(of: &image.pointee.magick) { $0.copyBytes(from: name) }
        information.pointee.quality = UInt(quality)
        image.pointee.depth = 8
        var complaint = Complaint()
        var length = 0
        let blob = ImageToBlob(information, image, &length, &complaint.exception)
        defer { MagickFree(blob) }
        try complaint.check()
        guard let blob else { throw BadPicture("the encoder gave no picture") }
        return Array(UnsafeRawBufferPointer(start: blob, count: length))
    }

    /// A picture made of this one by a function of GraphicsMagick's.
    func changed(
        _ change: (UnsafeMutablePointer<Image>, UnsafeMutablePointer<ExceptionInfo>) -> UnsafeMutablePointer<Image>?
    ) throws -> Picture {
        var complaint = Complaint()
        let changed = change(image, &complaint.exception).map { Picture($0) }
        try complaint.check()
        guard let changed else { throw TooLarge() }
        return changed
    }
}

/// There is no memory for the picture, or it has too many pixels.
struct TooLarge: Error {}
