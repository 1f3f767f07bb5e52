internal import CGraphicsMagick
internal import PictureHeaders

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
