import Pictures

extension Specimen {
    static let jpegs: [Specimen] = {
        let baseline = jpeg([jfif, quantisation, frame(0xC0), huffman([1, 2, 3]), scan, restarts])
        return [
            Specimen("baseline JPEG", .jpeg, 640, 480, baseline),
            Specimen(
                "progressive JPEG, an end marker's bytes in tables and comments between its scans", .jpeg, 640, 480,
                jpeg([
                    jfif, quantisation, frame(0xC2), huffman([1]), scan, huffman([0xFF, 0xD9]), scan,
                    segment(0xFE, ascii("end? ") + [0xFF, 0xD9]), scan,
                ])),
            Specimen(
                "JPEG with a thumbnail that has its own end", .jpeg, 640, 480,
                jpeg([
                    segment(0xE1, ascii("Exif\0\0") + jpeg([frame(0xC0, 16, 12), scan])), quantisation, frame(0xC1),
                    scan,
                ])),
            Specimen(
                "JPEG with fill bytes before its markers", .jpeg, 640, 480,
                jpeg([[0xFF, 0xFF, 0xFF] + quantisation, [0xFF] + frame(0xC0), scan, [0xFF, 0xFF]])),
            Specimen(
                "JPEG with a fault in its scan", .jpeg, 640, 480,
                jpeg([frame(0xC0), scan, [0xFF, 0x3C, 0xFF, 0xFF, 0x77, 0xFF, 0x02], scan])),
            Specimen("JPEG whose height comes later", .jpeg, nil, nil, jpeg([frame(0xC0, 640, 0), scan])),
            Specimen("baseline JPEG", .jpeg, 640, 480, baseline)
                .followed(by: [0, 0, 0x0A, 0x0D, 0x20, 0], " with padding"),
            Specimen("baseline JPEG", .jpeg, 640, 480, baseline)
                .followed(by: ascii("<html>a server's last words</html>"), " with garbage"),
            Specimen("baseline JPEG", .jpeg, 640, 480, baseline)
                .followed(by: Array(jpeg([frame(0xC0, 9, 9), scan]).dropLast(2)), " with half a second picture"),
        ]
    }()

    private static func jpeg(_ parts: [[UInt8]]) -> [UInt8] {
        [0xFF, 0xD8] + parts.flatMap { $0 } + [0xFF, 0xD9]
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + big16(content.count + 2) + content
    }

    private static func frame(_ marker: UInt8, _ width: Int = 640, _ height: Int = 480) -> [UInt8] {
        segment(marker, [8] + big16(height) + big16(width) + [1, 1, 0x11, 0])
    }

    private static let jfif = segment(0xE0, ascii("JFIF\0") + [1, 2, 0, 0, 72, 0, 72, 0, 0])
    private static let quantisation = segment(0xDB, [0] + (1...64).map { UInt8($0) })

    private static func huffman(_ symbols: [UInt8]) -> [UInt8] {
        segment(0xC4, [0, UInt8(symbols.count)] + [UInt8](repeating: 0, count: 15) + symbols)
    }

    /// A scan's header and data, with an 0xFF of its own, which is followed by a zero.
    private static let scan = segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0xFF, 0x00, 0xD9, 0x34, 0xFF, 0x00, 0x56]
    private static let restarts: [UInt8] = [0xFF, 0xD0, 0x78, 0xFF, 0xD1, 0x9A]
}
