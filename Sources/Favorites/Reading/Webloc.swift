/// A macOS internet location written as XML: a property list with `<key>URL</key><string>…</string>`.
enum Webloc {
    static func address(in bytes: [UInt8]) -> [UInt8]? {
        guard bytes.offset(of: "<plist", from: 0) != nil, let key = bytes.offset(of: "<key>URL</key>", from: 0) else {
            return nil
        }
        var start = key + "<key>URL</key>".utf8.count
        while start < bytes.count, bytes[start] == 0x20 || (0x09...0x0D).contains(bytes[start]) { start += 1 }
        guard bytes[start...].starts(with: "<string>".utf8) else { return nil }
        start += "<string>".utf8.count
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "<")),
            bytes[end...].starts(with: "</string>".utf8)
        else { return nil }
        return withoutEntities(bytes[start..<end])
    }

    private static func withoutEntities(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = text
        while let byte = rest.first {
            // The longest entity is "&#x10FFFF;".
            if byte == UInt8(ascii: "&"), let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let scalar = scalar(named: String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self))
            {
                result += Array(String(Character(scalar)).utf8)
                rest = rest[(end + 1)...]
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private static func scalar(named name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard name.hasPrefix("#") else { return nil }
        let number = name.dropFirst()
        let isHexadecimal = number.hasPrefix("x") || number.hasPrefix("X")
        return UInt32(isHexadecimal ? number.dropFirst() : number, radix: isHexadecimal ? 16 : 10)
            .flatMap { Unicode.Scalar($0) }
    }
}

extension [UInt8] {
    fileprivate func offset(of text: String, from start: Int) -> Int? {
        let wanted = Array(text.utf8)
        guard let first = wanted.first else { return nil }
        var rest = self[start...]
        while let found = rest.firstIndex(of: first) {
            if self[found...].starts(with: wanted) { return found }
            rest = self[(found + 1)...]
        }
        return nil
    }
}
