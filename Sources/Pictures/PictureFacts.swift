package import Folder

/// A picture's format and size, by its header, once the file is known to be whole.
package struct PictureFacts: Equatable, Sendable {
    package var format: PictureFormat
    /// `nil` where the header does not tell.
    package var size: PixelSize?
    /// How many bytes follow the format's own end.
    ///
    /// By themselves they are no defect: cameras and phones put second pictures, films and notes of theirs behind the
    /// first picture, some fill up with zeros, and old GIFs end in whatever lay on the disk. All of that was published.
    /// Only a download that was put together from two answers must have none: they may be left over from another file,
    /// and the bytes do not tell. Such a picture is fetched in one piece then, and believed.
    package var trailing: Int64 = 0
}

/// Why bytes are no picture to be stored.
package enum PictureDefect: Error, Sendable {
    case empty
    /// An HTML page where a picture is due.
    case webPage
    /// Words, such as a gateway's JSON.
    case text
    /// A format that is not stored, with its name where that is known.
    case otherFormat(ForeignFormat?)
    /// The format's own end is missing.
    case incomplete(PictureFormat)
    /// Bytes behind the format's own end, as in a file that was put together from two answers.
    case trailing(PictureFormat, Int64)
}

extension PictureDefect: Equatable {
    package static let unknownFormat = PictureDefect.otherFormat(nil)

    /// Whether the same is to be done about both: the name of a format that is not stored is for people only.
    package static func == (one: PictureDefect, other: PictureDefect) -> Bool {
        switch (one, other) {
        case (.empty, .empty), (.webPage, .webPage), (.text, .text), (.otherFormat, .otherFormat): true
        case (.incomplete(let one), .incomplete(let other)): one == other
        case (.trailing(let one, let bytes), .trailing(let other, let otherBytes)): (one, bytes) == (other, otherBytes)
        default: false
        }
    }
}

extension PictureDefect: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty: "the file is empty"
        case .webPage: "an HTML page came instead of a picture"
        case .text: "words came instead of a picture"
        case .otherFormat(nil): "the bytes are of no known picture or video format"
        case .otherFormat(let format?): "it is \(format), which is not stored"
        case .incomplete(let format): "the \(format.rawValue.uppercased()) ends before its own end"
        case .trailing(let format, let bytes):
            "\(bytes) bytes stand behind the end of the \(format.rawValue.uppercased())"
        }
    }
}

extension PictureFacts {
    /// Recognises a file and proves it whole, without decoding it.
    package init(inspecting file: OpenFile) throws {
        try self.init(inspecting: FileBytes(file))
    }

    package init(inspecting bytes: FileBytes) throws {
        var bytes = bytes
        let head = Array(try bytes.bytes(0, min(bytes.count, 512)) ?? [])
        guard !head.isEmpty else { throw PictureDefect.empty }
        guard let format = PictureFormat(magic: head) else {
            if let foreign = ForeignFormat(magic: head) { throw PictureDefect.otherFormat(foreign) }
            if Self.looksLikeMarkup(head) { throw PictureDefect.webPage }
            throw Self.looksLikeText(head) ? PictureDefect.text : PictureDefect.unknownFormat
        }
        guard let picture = try PictureStructure(of: format, &bytes, .whole), let end = picture.end else {
            // Pictures of phones are in the boxes of a film, and have no film in them.
            if let foreign = ForeignFormat(magic: head) { throw PictureDefect.otherFormat(foreign) }
            throw PictureDefect.incomplete(format)
        }
        let size = picture.size.flatMap { $0.isSensible ? $0 : nil }
        self.init(format: format, size: size, trailing: Int64(max(0, bytes.count - end)))
    }

    private static func looksLikeText(_ head: [UInt8]) -> Bool {
        head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
    }

    private static func looksLikeMarkup(_ head: [UInt8]) -> Bool {
        let text = String(decoding: head, as: UTF8.self).lowercased().utf8
        return text.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false).dropFirst().contains { tag in
            ["html", "!doctype", "head"].contains { tag.starts(with: $0.utf8) }
        }
    }
}
