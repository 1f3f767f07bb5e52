internal import Words

/// NASA's two addresses of one picture: the untouched upload, and renditions of any size made from it.
public enum PictureAddress {
    private static let renditions = "/dynamicimage/assets/"
    private static let uploads = "/content/dam/"

    /// The width of a picture for galleries and small screens.
    static let previewWidth = 1_024

    /// The upload behind a rendition; an address of any other kind is its own original. A query is removed, since NASA
    /// adds a size to uploads, too, and then answers with a rendition.
    public static func original(of address: WebAddress) -> String {
        guard address.path.contains(words: renditions) || address.path.contains(words: uploads) else {
            return address.text
        }
        let upload = address.text.replacing(renditions, by: uploads) ?? address.text
        return String(upload.prefix { $0 != "?" && $0 != "#" })
    }

    /// The address of a rendition at most that wide, in proportion; `nil` where the server makes none. A rendition
    /// whose address names a smaller width is never enlarged.
    public static func rendition(of address: WebAddress, width: Int) -> String? {
        let text = address.text
        if text.offset(of: renditions) == nil {
            let upload = String(text.prefix { $0 != "?" && $0 != "#" })
            return upload.replacing(uploads, by: renditions).map { "\($0)?w=\(width)&fit=clip" }
        }
        let query = address.tail.drop { $0 == "?" }.prefix { $0 != "#" }
        let items = query.split(separator: "&")
        let ownWidth = items.first { $0.hasPrefix("w=") }.flatMap { Int($0.dropFirst(2)) }
        if let ownWidth, (1...width).contains(ownWidth) { return text }
        let others = items.filter { !$0.hasPrefix("w=") && !$0.hasPrefix("h=") }
        let path = text.prefix { $0 != "?" && $0 != "#" }
        return "\(path)?" + (["w=\(width)"] + (others.isEmpty ? ["fit=clip"] : others)).joined(separator: "&")
    }

    /// The part of a server that an address belongs to: its uploads, the renditions made of them, or anything else.
    public struct Kind: Hashable, Sendable {
        private let server: String
        private let folder: String?

        public init(_ address: String) {
            let parsed = WebAddress(address)
            server = parsed?.authority ?? ""
            folder = [renditions, uploads].first { parsed?.path.contains(words: $0) == true }
        }
    }

    public static func isPlaceholder(_ address: WebAddress) -> Bool {
        address.path.lowercased().contains(words: "news-thumbnail")
    }

    public static func isLogo(_ address: WebAddress) -> Bool {
        address.path.lowercased().contains(words: "nasa-logo")
    }
}

extension Media {
    /// The address of the picture at most that wide; `nil` when its server makes no renditions.
    public func rendition(width: Int) -> String? {
        guard case .picture(let original, let rendition, _) = self, let source = rendition ?? original else {
            return nil
        }
        return WebAddress(source).flatMap { PictureAddress.rendition(of: $0, width: width) }
    }
}

extension String {
    /// Replaces the first occurrence; `nil` when there is none.
    fileprivate func replacing(_ old: String, by new: String) -> String? {
        guard let offset = offset(of: old) else { return nil }
        return String(decoding: utf8.prefix(offset), as: UTF8.self) + new
            + String(decoding: utf8.dropFirst(offset + old.utf8.count), as: UTF8.self)
    }
}
