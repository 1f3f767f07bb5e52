/// The encoding of paths and queries.
enum PercentEncoding {
    static func encoded(_ path: String) -> String {
        path.utf8.reduce(into: "") { encoded, byte in
            if isPlain(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
            }
        }
    }

    /// A percent sign that starts no code is left as it is.
    static func decoded(_ text: some StringProtocol) -> String {
        var bytes = [UInt8]()
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            if byte == UInt8(ascii: "%"), digits.count == 2, let code {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: return true
        default: return "-._~/()!*,".utf8.contains(byte)
        }
    }
}
