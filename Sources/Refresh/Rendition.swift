internal import MirrorTree
internal import NASA
internal import Pictures

/// Pictures that stand in for the untouched upload, by what their addresses and formats tell.
enum Rendition {
    /// The formats that requests for pictures ask for. Others come where the address names them, or where a server
    /// converts the upload as it likes.
    private static let asked: Set<PictureFormat> = [.jpeg, .png, .gif]

    /// Whether a picture from this address has a format that neither the address nor the request asked for.
    static func isConverted(_ format: PictureFormat, from url: String?) -> Bool {
        if format.isVideo || asked.contains(format) { return false }
        let suffix = url.flatMap { WebAddress($0) }?.path.lowercased().split(separator: ".").last ?? ""
        return !suffix.hasPrefix(format.rawValue.prefix(3))
    }
}

extension Metadata.Picture {
    /// Whether the server converted the picture into a format that was not asked for.
    var isConverted: Bool {
        kind != .page && PictureFormat(ofName: file).map { Rendition.isConverted($0, from: url) } ?? false
    }

    /// The kind by today's knowledge. A version of this program that knew less has stored renditions as originals.
    var knownKind: Kind {
        guard kind == .original else { return kind }
        let address = url.flatMap { WebAddress($0) }
        return isConverted || address.map(PictureAddress.isRendition) == true ? .rendition : .original
    }

    var withKnownKind: Metadata.Picture {
        var picture = self
        picture.kind = knownKind
        return picture
    }
}
