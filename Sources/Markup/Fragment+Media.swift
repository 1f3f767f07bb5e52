extension Fragment {
    /// The address of a picture, video or frame in a page, as written there.
    public struct Found: Equatable, Sendable {
        public enum Kind: Sendable {
            case image
            /// The target of a link around a picture: on NASA's pages, the picture in full size.
            case enlargement
            /// The picture that replaces another under the pointer.
            case rollover
            case video
            /// The picture that a video shows before it begins.
            case poster
            /// A page within the page: `iframe`, `embed` or `object`.
            case frame
        }

        public var kind: Kind
        public var address: String
    }

    /// The targets of the links, as written, in order.
    public var links: [String] {
        pieces.compactMap { piece in
            guard case .open(let element) = piece, element.name == "a" else { return nil }
            return element.attributes["href"]
        }
    }

    /// The media that the page shows, in order.
    public var media: [Found] {
        var found: [Found] = []
        // The open elements: a `source` belongs to its `video`, and a picture to its link.
        var open: [Element] = []
        for piece in pieces {
            switch piece {
            case .open(let element):
                found += Self.media(of: element, inside: open)
                open.append(element)
            case .close:
                open.removeLast()
            case .text, .sign, .lineBreak:
                break
            }
        }
        return found
    }

    private static func media(of element: Element, inside open: [Element]) -> [Found] {
        var found: [Found] = []
        func add(_ kind: Found.Kind, _ attribute: String) {
            guard let address = element.attributes[attribute], !address.isEmpty else { return }
            found.append(Found(kind: kind, address: address))
        }
        switch element.name {
        case "img":
            if let address = open.last(where: { $0.name == "a" })?.attributes["href"], !address.isEmpty {
                found.append(Found(kind: .enlargement, address: address))
            }
            add(.image, "src")
        case "video":
            add(.poster, "poster")
            add(.video, "src")
        case "source": if open.contains(where: { $0.name == "video" }) { add(.video, "src") }
        case "iframe", "embed": add(.frame, "src")
        case "object": add(.frame, "data")
        default: break
        }
        if let script = element.attributes["onmouseover"], let address = assignedSource(in: script) {
            found.append(Found(kind: .rollover, address: address))
        }
        return found
    }

    /// The address in `document.imagename1.src='…'`.
    private static func assignedSource(in script: String) -> String? {
        let bytes = Array(script.utf8)
        let marker = Array(".src".utf8)
        guard bytes.count > marker.count,
            let found = (0...(bytes.count - marker.count)).first(where: { bytes[$0...].starts(with: marker) })
        else { return nil }
        let quotes = [UInt8(ascii: "'"), UInt8(ascii: "\"")]
        let between = bytes[(found + marker.count)...].prefix { !quotes.contains($0) }
        guard between.allSatisfy({ $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: " ") }), between.endIndex < bytes.count
        else { return nil }
        let quote = bytes[between.endIndex]
        let address = bytes[(between.endIndex + 1)...].prefix { $0 != quote }
        return address.isEmpty ? nil : String(decoding: address, as: UTF8.self)
    }
}
