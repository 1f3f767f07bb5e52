/// Writes MP4 files that are whole as files: every box is there and its sizes add up. No frame in them can be decoded.
struct MP4Writer {
    let width: Int
    let height: Int

    /// At least `size` bytes are written if the boxes alone are smaller; what fills them comes from the seed.
    func written(size: Int, name: String, seed: UInt64) -> [UInt8] {
        let type = box("ftyp", Array("isom".utf8) + [0, 0, 2, 0] + Array("isomiso2mp41".utf8))
        let free = box("free", Array(name.utf8))
        // The offset of the only sample does not change the size of its box.
        let start = type.count + movie(offset: 0, sample: 0).count + free.count + 8
        let sample = max(64, size - start)
        return type + movie(offset: start, sample: sample) + free + box("mdat", .filling(sample, seed: seed))
    }

    private func movie(offset: Int, sample: Int) -> [UInt8] {
        let times = words(0, 0, 1_000, 10_000, 0x10000) + [1, 0, 0, 0] + words(0, 0)
        let header = full("mvhd", times + matrix + words(0, 0, 0, 0, 0, 0, 2))
        let sides = words(UInt32(width) << 16, UInt32(height) << 16)
        let track = full("tkhd", flags: 3, words(0, 0, 1, 0, 10_000, 0, 0, 0, 0) + matrix + sides)
        let media = full("mdhd", words(0, 0, 1_000, 10_000) + [0x55, 0xC4, 0, 0])
        let handler = full("hdlr", words(0) + Array("vide".utf8) + words(0, 0, 0) + Array("VideoHandler\0".utf8))
        let place = box("dinf", full("dref", words(1) + full("url ", flags: 1, [])))
        let information = full("vmhd", flags: 1, words(0, 0)) + place + box("stbl", samples(offset, sample))
        return box("moov", header + box("trak", track + box("mdia", media + handler + box("minf", information))))
    }

    private func samples(_ offset: Int, _ sample: Int) -> [UInt8] {
        var entry = [UInt8](repeating: 0, count: 6) + [0, 1] + words(0, 0, 0, 0)
        entry.appendBigEndian(UInt16(width))
        entry.appendBigEndian(UInt16(height))
        entry += words(0x48_0000, 0x48_0000, 0) + [0, 1] + [UInt8](repeating: 0, count: 32) + [0, 24, 0xFF, 0xFF]
        entry += box("avcC", [1, 0x42, 0xC0, 0x1E, 0xFF, 0xE0, 0])
        return full("stsd", words(1) + box("avc1", entry)) + full("stts", words(1, 1, 10_000))
            + full("stsc", words(1, 1, 1, 1)) + full("stsz", words(UInt32(sample), 1))
            + full("stco", words(1, UInt32(offset)))
    }

    private var matrix: [UInt8] { words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000) }

    private func words(_ values: UInt32...) -> [UInt8] {
        values.reduce(into: []) { $0.appendBigEndian($1) }
    }

    private func full(_ name: String, flags: UInt32 = 0, _ payload: [UInt8]) -> [UInt8] {
        box(name, words(flags) + payload)
    }

    private func box(_ name: String, _ payload: [UInt8]) -> [UInt8] {
        var box = [UInt8]()
        box.appendBigEndian(UInt32(payload.count + 8))
        return box + Array(name.utf8) + payload
    }
}
