import Pictures

extension Specimen {
    static let pngs: [Specimen] = {
        let bytes = joined(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
            chunk("IHDR", joined(big32(300), big32(200), [8, 2, 0, 0, 0])), chunk("tEXt", ascii("Comment\0IEND")),
            chunk("IDAT", ascii("....IEND....")), chunk("IDAT", [1]), chunk("IEND", []))
        return [
            Specimen("PNG", .png, 300, 200, bytes),
            Specimen("PNG", .png, 300, 200, bytes).followed(by: [0, 0, 0], " with padding"),
        ]
    }()

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        big32(content.count) + ascii(type) + content + [0xCA, 0xFE, 0xCA, 0xFE]
    }

    static let gifs: [Specimen] = {
        let colours = [UInt8](repeating: 0x3B, count: 3 * 4)
        let screen = little16(320) + little16(240)
        let loop = joined([0x21, 0xFF, 11], ascii("NETSCAPE2.0"), [3, 1, 0, 0, 0])
        let control: [UInt8] = [0x21, 0xF9, 4, 0, 10, 0, 0x3B, 0]
        let image = joined([0x2C], little16(0), little16(0), screen)
        let data: [UInt8] = [2, 5, 0x3B, 0x3B, 0x21, 0x2C, 0x3B, 1, 0x3B, 0]
        let first = joined(image, [0x00], data)
        let second = joined(image, [0x81], colours, data)
        let animated = joined(
            ascii("GIF89a"), screen, [0x81, 0, 0], colours, loop, control, first, control, second)
        return [
            Specimen(
                "still GIF without a table", .gif, 320, 240,
                joined(ascii("GIF87a"), screen, [0, 0, 0], first, [0x3B])),
            Specimen("moving GIF with tables", .gif, 320, 240, animated + [0x3B]),
            Specimen("moving GIF with tables", .gif, 320, 240, animated + [0x3B])
                .followed(by: [0, 0, 0x3B], " with padding"),
        ]
    }()

    static let webPs: [Specimen] = [
        Specimen(
            "extended WebP", .webp, 4_000, 3_000,
            riff("VP8X", [0, 0, 0, 0, 0x9F, 0x0F, 0, 0xB7, 0x0B, 0] + [UInt8](repeating: 0, count: 20))),
        Specimen(
            "lossless WebP", .webp, 16_383, 2,
            riff("VP8L", [0x2F, 0xFE, 0x7F, 0x00, 0x00] + [UInt8](repeating: 1, count: 9))),
        Specimen(
            "lossy WebP", .webp, 640, 480,
            riff("VP8 ", joined([0x30, 1, 0, 0x9D, 1, 0x2A], little16(640), little16(480 | 0x4000), [1, 2, 3, 4]))),
        Specimen("lossy WebP", .webp, 640, 480, webPs0).followed(by: [0, 0], " with padding"),
    ]

    private static let webPs0 = riff(
        "VP8 ", joined([0x30, 1, 0, 0x9D, 1, 0x2A], little16(640), little16(480), [1, 2, 3, 4]))

    private static func riff(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let chunk = ascii(type) + little32(content.count) + content
        return ascii("RIFF") + little32(chunk.count + 4) + ascii("WEBP") + chunk
    }
}
