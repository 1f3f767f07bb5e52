/// Bytes encoded for an address: `%41` for those that it may not hold, or that have a meaning in it.
public enum PercentEncoding {
    public static func text(_ bytes: some Collection<UInt8>, keeping isKept: (UInt8) -> Bool) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + 16)
        for byte in bytes {
            if isKept(byte) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The byte that two digits behind a percent sign encode.
    public static func byte(_ digits: some Collection<UInt8>) -> UInt8? {
        let values = digits.prefix(2).compactMap(value)
        return values.count == 2 ? values[0] << 4 | values[1] : nil
    }

    /// The bytes with those that are encoded in them; a percent sign that encodes none stays.
    public static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var (decoded, rest) = ([UInt8](), bytes)
        while let next = rest.popFirst() {
            guard next == UInt8(ascii: "%"), let byte = byte(rest) else {
                decoded.append(next)
                continue
            }
            decoded.append(byte)
            rest = rest.dropFirst(2)
        }
        return decoded
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension UInt8 {
    public var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    public var isASCIIAlphanumeric: Bool {
        isASCIIDigit || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }
}

extension Int {
    /// The number of a month, a day or an hour in two digits: `07`.
    public var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
