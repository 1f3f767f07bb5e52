@_spi(_Unicode) internal import Swift

/// Words that a day must have, all of them, in its title or its story: without regard to case and accents.
struct SearchQuery {
    private let words: [String]
    /// Those that stand in JSON as they are: plain letters, and nothing that it escapes.
    private let plain: [[UInt8]]

    init(_ words: [String]) {
        self.words = words.map(Self.folded)
        plain = self.words.map { Array($0.utf8) }.filter { $0.allSatisfy(Self.isPlain) && !$0.isEmpty }
    }

    /// Whether a day's JSON may have the words. Thirty years are read for every search, and most days need no closer look:
    /// where all is plain, a word is in the story only if its bytes are in the file.
    func mayMatch(_ json: [UInt8]) -> Bool {
        if plain.isEmpty { return true }
        var lowered = json
        var isPlain = true
        lowered.withUnsafeMutableBufferPointer { bytes in
            for index in bytes.indices {
                let byte = bytes[index]
                if byte >= 0x80 { isPlain = false }
                if byte &- UInt8(ascii: "A") < 26 { bytes[index] = byte | 0x20 }
            }
        }
        // A letter with an accent may be what the word has without.
        guard isPlain, lowered.offset(of: Array("\\u".utf8)) == nil else { return true }
        return plain.allSatisfy { lowered.offset(of: $0) != nil }
    }

    func matches(_ metadata: Metadata) -> Bool {
        let text = Self.folded(metadata.title + "\n" + metadata.explanation)
        return words.allSatisfy { text.contains($0) }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && ![UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(byte)
    }

    /// Text as it is compared: without case and accents.
    private static func folded(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.lowercased()._nfd where scalar.properties.generalCategory != .nonspacingMark {
            plain.append(scalar)
        }
        return String(plain)
    }
}
