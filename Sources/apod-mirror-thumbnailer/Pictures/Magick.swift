internal import CGraphicsMagick
internal import Folder
internal import Pictures

/// GraphicsMagick, with five of its hundred decoders.
enum Magick {
    /// Starts GraphicsMagick, which must not be used before. Its settings are in files, which can be read only now.
    static func start() {
        var complaint = Complaint()
        // The library's signal handlers would remove temporary files, and there are none.
        InitializeMagickEx(nil, UInt32(MAGICK_OPT_NO_SIGNAL_HANDER), &complaint.exception)
        let limits: [(ResourceType, Int64)] = [
            (ThreadsResource, 1), (DiskResource, 0), (MapResource, 0), (FileResource, 32),
            (PixelsResource, Int64(PictureHeader.mostPixels)),
            // libjpeg may use a fifth of this value; the kernel limits the memory that there really is.
            (MemoryResource, 5 * Limits.memory),
        ]
        for (resource, limit) in limits { SetMagickResourceLimit(resource, Int(limit)) }
        forgetOthers()
    }

    /// The function that decodes a format, called directly: the library would guess the format by names and bytes, and
    /// some of its formats are programs.
    static func decoder(_ format: PictureFormat) -> DecoderHandler? {
        var complaint = Complaint()
        return GetMagickInfo(format.decoderName, &complaint.exception)?.pointee.decoder
    }

    /// Unregisters all other decoders, as a second guard: then not even the library can call them.
    private static func forgetOthers() {
        var complaint = Complaint()
        guard let all = GetMagickInfoArray(&complaint.exception) else { return }
        defer { MagickFree(all) }
        var names: [String] = []
        for index in 0... {
            guard let information = all[index] else { break }
            names.append(String(cString: information.pointee.name))
        }
        let kept = PictureFormat.decoded.map(\.decoderName)
        for name in names where !kept.contains(name) { UnregisterMagickInfo(name) }
    }
}

extension PictureFormat {
    /// The formats that are decoded: all but videos, even where a library could decode one.
    static let decoded = allCases.filter { !$0.isVideo }

    /// GraphicsMagick's name of the decoder.
    var decoderName: String { rawValue.uppercased() }
}

/// The errors and warnings of GraphicsMagick's functions.
struct Complaint: ~Copyable {
    var exception = ExceptionInfo()

    init() { GetExceptionInfo(&exception) }

    deinit {
        var exception = exception
        DestroyExceptionInfo(&exception)
    }

    /// Throws for errors. Warnings pass, since published pictures have blemishes and are seen all the same.
    func check() throws {
        guard exception.severity.rawValue >= ErrorException.rawValue else { return }
        let words = [exception.reason, exception.description].compactMap { $0.map { String(cString: $0) } }
        let text = words.joined(separator: ": ")
        let isResource = [ResourceLimitError, ResourceLimitFatalError, CacheError, CacheFatalError]
            .contains { $0.rawValue == exception.severity.rawValue }
        // The libraries below complain about memory in words of their own.
        let isMemory = ["memory", "backing store", "cache resources"].contains { text.lowercased().contains($0) }
        if isResource || isMemory { throw TooLarge() }
        throw BadPicture(text)
    }
}

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
