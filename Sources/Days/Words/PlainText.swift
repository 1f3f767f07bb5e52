internal import Glibc

extension StringProtocol {
    /// The text in one line: runs of white space become one space, none at the ends, and control characters go.
    public var oneLine: String {
        var result = String.UnicodeScalarView()
        var needsSpace = false
        for scalar in unicodeScalars {
            if scalar.isSpace {
                needsSpace = !result.isEmpty
            } else if !scalar.isUnseen {
                if needsSpace { result.append(" ") }
                needsSpace = false
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// The text cut to at most that many bytes of UTF-8, between two scalars; at a space, where one is near.
    public func clamped(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return String(self) }
        var size = 0
        let cut = unicodeScalars.prefix { scalar in
            size += UTF8.width(scalar)
            return size <= limit
        }
        guard let space = cut.lastIndex(of: " "), cut.distance(from: space, to: cut.endIndex) <= 40 else {
            return String(String.UnicodeScalarView(cut))
        }
        return String(String.UnicodeScalarView(cut[..<space]))
    }

    /// The text without ASCII white space at the ends.
    public var trimmingSpace: String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        let bytes = Array(utf8)
        guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }

    /// The offset of the words' first occurrence, in bytes of UTF-8, with a straight apostrophe or a curled one.
    public func offset(of words: String) -> Int? {
        let straight = firstOffset(of: words)
        guard words.utf8.contains(UInt8(ascii: "'")) else { return straight }
        let curled = words.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\u{2019}")
        return [straight, firstOffset(of: curled)].compactMap(\.self).min()
    }

    private func firstOffset(of words: String) -> Int? {
        var (text, wanted) = (String(self), words)
        return text.withUTF8 { text in
            wanted.withUTF8 { UnsafeRawBufferPointer(text).offset(of: UnsafeRawBufferPointer($0)) }
        }
    }

    public func contains(words: String) -> Bool {
        offset(of: words) != nil
    }

    /// The text with others in the place of these words, byte by byte. The standard library's own function of that name
    /// brings along an engine for regular expressions, of which every process would hold 0.8 MB.
    public func replacing(_ words: String, with others: String) -> String {
        let (bytes, wanted) = (Array(utf8), Array(words.utf8))
        var (text, next) = ([UInt8](), 0)
        while let found = bytes.offset(of: wanted, from: next) {
            text += bytes[next..<found] + others.utf8
            next = found + wanted.count
        }
        return String(decoding: text + bytes[next...], as: UTF8.self)
    }

    public var nilIfEmpty: String? {
        isEmpty ? nil : String(self)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is white space or a line break of any kind.
    public var isSpace: Bool {
        switch value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Whether the scalar is a control character or the byte order mark.
    public var isUnseen: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0xFEFF: !isSpace
        default: false
        }
    }

    /// Whether the number is one of the 66 that will never be a character, such as U+FFFE. They are for programs'
    /// internal use and stand in no exchanged text.
    public var isNoncharacter: Bool {
        value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value)
    }
}

extension [UInt8] {
    /// The offset of the first occurrence, at or after `start`, of these bytes, of which there is at least one.
    public func offset(of wanted: [UInt8], from start: Int = 0) -> Int? {
        withUnsafeBytes { text in
            wanted.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: text[start...]).offset(of: $0) }
        }.map { $0 + start }
    }
}

extension UnsafeRawBufferPointer {
    func offset(of wanted: UnsafeRawBufferPointer) -> Int? {
        guard let begin = baseAddress, let words = wanted.baseAddress else { return nil }
        var offset = 0
        while offset + wanted.count <= count,
            let found = memchr(begin + offset, CInt(wanted[0]), count - wanted.count - offset + 1)
        {
            offset = UnsafeRawPointer(found) - begin
            if memcmp(found, words, wanted.count) == 0 { return offset }
            offset += 1
        }
        return nil
    }
}
