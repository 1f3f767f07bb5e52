internal import CGraphicsMagick
internal import PictureHeaders
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
