/// Spaces that a page's markup left in front of a comma or a possessive: "NASA , JPL", "Saturn 's moon".
public enum StraySpaces {
    /// The offsets of such spaces, in UTF-8 bytes, ascending. White space in the text is single spaces already.
    static func offsets(in text: String) -> [Int] {
        let bytes = Array(text.utf8)
        return bytes.indices.filter { index in
            guard bytes[index] == UInt8(ascii: " "), index > 0, index + 1 < bytes.count else { return false }
            let (before, after) = (bytes[index - 1], bytes[index + 1])
            if isOpening(before) { return index == 1 || !bytes[index - 2].isWord }
            switch after {
            case UInt8(ascii: ")"), UInt8(ascii: "]"):
                return true
            case UInt8(ascii: "."):
                // The full stops of ". . .", " ..." and " .5" keep the space in front of them.
                let isSpaced = bytes[(index + 2)...].starts(with: " .".utf8)
                return before != after && !isSpaced && bytes.endsWord(at: index + 2, unless: ".")
            case UInt8(ascii: ":"), UInt8(ascii: ";"):
                return bytes.endsWord(at: index + 2, unless: "-)")
            case UInt8(ascii: ","), UInt8(ascii: "!"), UInt8(ascii: "?"):
                return bytes.endsWord(at: index + 2, unless: "")
            default:
                return before.isWord && isPossessive(bytes[(index + 1)...])
            }
        }
    }

    /// The text without such spaces.
    public static func removed(from text: String) -> String {
        let offsets = offsets(in: text)
        var remaining = offsets[...]
        return text.without(&remaining, from: 0)
    }

    private static func isOpening(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[")
    }

    /// Whether the bytes begin with `'s` or `’s`, and not with a letter between quotation marks.
    private static func isPossessive(_ rest: ArraySlice<UInt8>) -> Bool {
        for mark in possessives where rest.starts(with: mark) {
            let behind = rest.dropFirst(mark.count)
            return !(behind.first?.isWord ?? false) && !quotes.contains { behind.starts(with: $0) }
        }
        return false
    }

    private static let possessives = ["'s", "\u{2019}s"].map { Array($0.utf8) }
    private static let quotes = ["'", "\u{2019}"].map { Array($0.utf8) }
}

extension Fragment {
    /// The fragment without spaces that no writer puts in front of a mark.
    public var withoutStraySpaces: Fragment {
        var remaining = StraySpaces.offsets(in: text)[...]
        guard !remaining.isEmpty else { return self }
        return mapTexts { run, position in run.without(&remaining, from: position) }
    }
}

extension String {
    /// Removes the bytes at the offsets in this run, and these from the list; `start` is the run's own offset.
    fileprivate func without(_ offsets: inout ArraySlice<Int>, from start: Int) -> String {
        let bytes = Array(utf8)
        let passed = offsets.prefix { $0 < start + bytes.count }
        offsets = offsets.dropFirst(passed.count)
        // A line break is a space of the text, too, but lies in no run.
        let own = passed.drop { $0 < start }
        guard !own.isEmpty else { return self }
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var next = 0
        for offset in own {
            kept += bytes[next..<(offset - start)]
            next = offset - start + 1
        }
        return String(decoding: kept + bytes[next...], as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isWord: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & 0xDF) || self >= 0x80
            || self == UInt8(ascii: ")") || self == UInt8(ascii: "\"")
    }
}

extension [UInt8] {
    /// Whether a mark in front of this index ends a word, because no word continues here.
    fileprivate func endsWord(at index: Int, unless marks: String) -> Bool {
        guard index < count else { return true }
        let byte = self[index]
        let isAlphanumeric = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
        return !isAlphanumeric && !marks.utf8.contains(byte)
    }
}
