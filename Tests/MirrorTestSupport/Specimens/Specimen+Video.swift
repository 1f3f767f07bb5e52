import Pictures

extension Specimen {
    static let videos: [Specimen] = [
        Specimen(
            "MP4 with its index first", .mp4, 1_920, 1_080,
            ftyp("isom") + movie([track(1_920, 1_080)]) + box("mdat", picture)),
        Specimen(
            "MP4 with its index last and sound first", .mp4, 1_280, 720,
            ftyp("mp42") + box("free", [0]) + box("mdat", picture)
                + movie([track(0, 0), track(1_280, 720, version: 1), track(9, 9)])),
        Specimen(
            "MP4 with 64-bit sizes", .mp4, 640, 360,
            ftyp("isom") + longBox("mdat", picture) + longBox("moov", track(640, 360))),
        Specimen("MP4 with sound only", .mp4, nil, nil, ftyp("M4V ") + movie([track(0, 0)]) + box("mdat", picture)),
        Specimen(
            "QuickTime", .mov, 320, 240,
            ftyp("qt  ") + box("wide", []) + box("mdat", picture) + movie([track(320, 240)])),
        Specimen(
            "QuickTime of the nineties", .mov, 160, 120, movie([track(160, 120)]) + box("mdat", picture)),
        Specimen(
            "QuickTime of the nineties, its index last", .mov, 160, 120,
            box("mdat", picture) + movie([track(160, 120)])),
        Specimen(
            "MP4 with a box that a stranger added", .mp4, 640, 360,
            ftyp("isom") + movie([track(640, 360)]) + box("mdat", picture)
        ).followed(by: box("udta", ascii("words")), " behind"),
    ]

    private static let picture: [UInt8] = ascii("moov mdat trak tkhd and other bytes that are no boxes here")

    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        big32(content.count + 8) + ascii(type) + content
    }

    static func longBox(_ type: String, _ content: [UInt8]) -> [UInt8] {
        big32(1) + ascii(type) + big32(0) + big32(content.count + 16) + content
    }

    static func ftyp(_ brand: String) -> [UInt8] {
        box("ftyp", ascii(brand) + big32(512) + ascii("isom"))
    }

    static func movie(_ tracks: [[UInt8]]) -> [UInt8] {
        box("moov", box("mvhd", [UInt8](repeating: 0, count: 100)) + tracks.flatMap { $0 })
    }

    static func track(_ width: Int, _ height: Int, version: UInt8 = 0) -> [UInt8] {
        let times = [UInt8](repeating: 1, count: version == 1 ? 32 : 20)
        let middle = [UInt8](repeating: 0, count: 16) + [UInt8](repeating: 2, count: 36)
        let header = [version, 0, 0, 7] + times + middle + big32(width << 16) + big32(height << 16)
        return box("trak", box("tkhd", header) + box("mdia", []))
    }
}
