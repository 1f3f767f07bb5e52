/// JSON, written key by key. It is ASCII only, so that it reads the same in any encoding that a page or a server
/// declares, and takes a browser one byte a letter; and it has no `<`, so that it cannot end a script around it.
public struct JSONPiece: Sendable {
    public private(set) var bytes: [UInt8] = []

    public init() {}

    /// Writes the comma in front of a further value of the same object or list.
    private mutating func separate() {
        guard let last = bytes.last, !"{[".utf8.contains(last) else { return }
        bytes.append(UInt8(ascii: ","))
    }

    public mutating func object(_ key: String? = nil, _ content: (inout JSONPiece) -> Void) {
        enclose(key, "{", "}", content)
    }

    public mutating func list(_ key: String? = nil, _ content: (inout JSONPiece) -> Void) {
        enclose(key, "[", "]", content)
    }

    private mutating func enclose(
        _ key: String?, _ start: Unicode.Scalar, _ end: Unicode.Scalar, _ content: (inout JSONPiece) -> Void
    ) {
        name(key)
        bytes.append(UInt8(ascii: start))
        content(&self)
        bytes.append(UInt8(ascii: end))
    }

    /// Writes a text that must stay as it is: the name of a file or an album.
    public mutating func exactly(_ key: String? = nil, _ text: String) {
        name(key)
        bytes.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                bytes += [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: scalar.value)]
            case "<", ..<" ", "\u{7F}"...:
                for unit in Character(scalar).utf16 { bytes.append(escaped: unit) }
            default:
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    public mutating func number(_ key: String? = nil, _ number: Int) {
        name(key)
        bytes += String(number).utf8
    }

    private mutating func name(_ key: String?) {
        separate()
        guard let key else { return }
        bytes += "\"\(key)\":".utf8
    }
}
