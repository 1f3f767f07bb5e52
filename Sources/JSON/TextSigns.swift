/// The bytes that end a JSON text, begin an escape or may not stand in one.
enum TextSigns {
    /// The offset of the first sign from an offset on, or of the end. Eight bytes are looked at at once: most of a day's
    /// JSON is its story.
    static func next(in bytes: UnsafeRawBufferPointer, from offset: Int) -> Int {
        var at = offset
        while at + 8 <= bytes.count, !areAmong(bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)) { at += 8 }
        while at < bytes.count, !isSign(bytes[at]) { at += 1 }
        return at
    }

    private static func isSign(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func areAmong(_ eight: UInt64) -> Bool {
        let each: UInt64 = 0x0101_0101_0101_0101
        // Taking a limit from a byte below it borrows, which sets its highest bit.
        func highBits(below limit: UInt8, _ eight: UInt64) -> UInt64 {
            (eight &- each &* UInt64(limit)) & ~eight & each << 7
        }
        let quotes = eight ^ each &* UInt64(UInt8(ascii: "\""))
        let escapes = eight ^ each &* UInt64(UInt8(ascii: "\\"))
        return highBits(below: 0x20, eight) | highBits(below: 1, quotes) | highBits(below: 1, escapes) != 0
    }
}
