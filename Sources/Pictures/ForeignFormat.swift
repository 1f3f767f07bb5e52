/// Formats that are not stored, recognised only to be named where a file is refused.
package enum ForeignFormat: Equatable, Sendable {
    case avif, heic, jpegXL, mp3, glTF

    package init?(magic head: [UInt8]) {
        func starts(_ magic: [UInt8], at offset: Int = 0) -> Bool {
            head.dropFirst(offset).starts(with: magic)
        }
        func starts(_ text: String, at offset: Int = 0) -> Bool {
            starts(Array(text.utf8), at: offset)
        }
        if starts("ftyp", at: 4) {
            guard let named = Self.brands(head).lazy.compactMap({ Self.ofBrands[$0] }).first else { return nil }
            self = named
        } else if starts("JXL \r\n", at: 4) || starts([0xFF, 0x0A]) {
            self = .jpegXL
        } else if starts("ID3"), head.count > 3, (2...4).contains(head[3]) {
            self = .mp3
        } else if head.count > 1, head[0] == 0xFF, head[1] & 0xE6 == 0xE2 {
            // The beginning of a frame of sound, of layer III.
            self = .mp3
        } else if starts("glTF") {
            self = .glTF
        } else {
            return nil
        }
    }

    /// The brands of a file in boxes, the main one first: behind it stand a version, and all that it is compatible with.
    private static func brands(_ head: [UInt8]) -> [String] {
        let length = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let brands = head.prefix(min(length, head.count)).dropFirst(8)
        return stride(from: brands.startIndex, to: brands.endIndex - 3, by: 4)
            .map { String(decoding: brands[$0..<($0 + 4)], as: UTF8.self) }
    }

    private static let ofBrands: [String: ForeignFormat] = [
        "avif": .avif, "avis": .avif, "heic": .heic, "heix": .heic, "heim": .heic, "heis": .heic, "hevc": .heic,
        "hevx": .heic,
    ]
}

extension ForeignFormat: CustomStringConvertible {
    package var description: String {
        switch self {
        case .avif: "an AVIF picture"
        case .heic: "a HEIC picture"
        case .jpegXL: "a JPEG XL picture"
        case .mp3: "an MP3 recording"
        case .glTF: "a 3D model (glTF)"
        }
    }
}
