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
        let limits: [(ResourceType, magick_int64_t)] = [
            (ThreadsResource, 1), (DiskResource, 0), (MapResource, 0), (FileResource, 32),
            (PixelsResource, magick_int64_t(PictureHeader.mostPixels)),
            // libjpeg may use a fifth of this value; the kernel limits the memory that there really is.
            (MemoryResource, 5 * magick_int64_t(Limits.memory)),
        ]
        for (resource, limit) in limits { SetMagickResourceLimit(resource, limit) }
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
