/// Reads pictures as a careful client does, by their structure.
enum PictureCheck {
    static func isWhole(_ file: [UInt8]) -> Bool {
        if file.starts(with: [0xFF, 0xD8]) { return jpegWidth(file) != nil && file.suffix(2) == [0xFF, 0xD9] }
        if file.starts(with: Array("GIF89a".utf8)) { return gifEnds(file) }
        return file.starts(with: [0x89, 0x50, 0x4E, 0x47]) && pngEnds(file)
    }

    /// Walks the segments up to the scan.
    static func jpegWidth(_ file: [UInt8]) -> Int? {
        var width: Int?
        var at = 2
        while at + 9 < file.count, file[at] == 0xFF {
            if file[at + 1] == 0xC0 { width = Int(file[at + 7]) << 8 | Int(file[at + 8]) }
            if file[at + 1] == 0xDA { return width }
            at += 2 + (Int(file[at + 2]) << 8 | Int(file[at + 3]))
        }
        return nil
    }

    /// Every chunk's sum is right and the last one is IEND.
    private static func pngEnds(_ file: [UInt8]) -> Bool {
        var at = 8
        while at + 12 <= file.count {
            let length = number(file[at...])
            guard at + 12 + length <= file.count else { return false }
            let sum = number(file[(at + 8 + length)...])
            guard crc(file[(at + 4)..<(at + 8 + length)]) == sum else { return false }
            if Array(file[(at + 4)..<(at + 8)]) == Array("IEND".utf8) { return at + 12 == file.count }
            at += 12 + length
        }
        return false
    }

    private static func gifEnds(_ file: [UInt8]) -> Bool {
        var at = 13 + 768
        while at < file.count, file[at] != 0x3B {
            at += file[at] == 0x2C ? 11 : 2
            while at < file.count, file[at] != 0 { at += 1 + Int(file[at]) }
            at += 1
        }
        return at == file.count - 1
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }

    private static func crc(_ bytes: ArraySlice<UInt8>) -> Int {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return Int(~sum)
    }
}
