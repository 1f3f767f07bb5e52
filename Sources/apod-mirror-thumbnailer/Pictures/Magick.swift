internal import CGraphicsMagick
internal import PictureHeaders
internal import Pictures

/// GraphicsMagick, with five of its hundred decoders.
enum Magick {
    /// Starts it; nothing of it is to be used before. Its settings are in files, which can be read only now.
    static func start() {
        var complaint = Complaint()
        // Its handlers for signals would tidy up temporary files, which there are none of.
        InitializeMagickEx(nil, UInt32(MAGICK_OPT_NO_SIGNAL_HANDER), &complaint.exception)
        let limits: [(ResourceType, Int64)] = [
            (ThreadsResource, 1), (DiskResource, 0), (MapResource, 0), (FileResource, 32),
            (PixelsResource, Int64(PictureHeader.mostPixels)),
            // A fifth of it is what libjpeg may use; what there really is, the kernel limits.
            (MemoryResource, 5 * Limits.memory),
        ]
        for (resource, limit) in limits { SetMagickResourceLimit(resource, Int(limit)) }
        forgetOthers()
    }

    /// The function that decodes a format, called by itself: the library's own way would guess by names and bytes,
    /// among them those of formats that are programs.
    static func decoder(_ format: PictureFormat) -> DecoderHandler? {
        var complaint = Complaint()
        return GetMagickInfo(format.decoderName, &complaint.exception)?.pointee.decoder
    }

    /// Belt and braces: what is not known cannot be called, not even from within.
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
