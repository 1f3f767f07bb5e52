/// Bytes as text of 64 letters (RFC 4648), with padding.
public enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    /// The value of each byte as a letter, and one over 63 for all that are none.
    private static let values = letters.enumerated().reduce(into: [UInt8](repeating: 64, count: 256)) {
        $0[Int($1.element)] = UInt8($1.offset)
    }

    public static func text(_ bytes: some Collection<UInt8>) -> String {
        let letters = letters
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var (bits, count) = (0, 0)
        for byte in bytes {
            (bits, count) = (bits << 8 | Int(byte), count + 8)
            while count >= 6 {
                count -= 6
                text.append(letters[bits >> count & 63])
            }
            bits &= 63
        }
        if count > 0 { text.append(letters[bits << (6 - count) & 63]) }
        while !text.count.isMultiple(of: 4) { text.append(padding) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text; `nil` where it has any other sign, also a space or a line's end, or lacks its padding.
    public static func bytes(_ text: some BidirectionalCollection<UInt8>) -> [UInt8]? {
        let paddings = text.suffix(2).reversed().prefix { $0 == padding }.count
        guard text.count.isMultiple(of: 4) else { return nil }
        let values = values
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var (bits, count) = (0, 0)
        for letter in text.dropLast(paddings) {
            let value = values[Int(letter)]
            guard value < 64 else { return nil }
            (bits, count) = (bits << 6 & 0xFFF | Int(value), count + 6)
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
        return bytes
    }
}
