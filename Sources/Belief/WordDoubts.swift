internal import Days

/// Reasons not to believe other words beside the stored ones, whatever their company. Pure.
package enum WordDoubts {
    /// - Parameter mayBeDraft: the stored story is provisional, so that a shorter one may be the final text.
    package static func doubt(_ new: DayWords, replacing former: DayWords, mayBeDraft: Bool) -> String? {
        if isStandIn(former) { return nil }
        if !new.hasStory { return "the new story is empty" }
        if isEncodedTwice(new, insteadOf: former) { return "the new words are encoded twice" }
        if isExcerpt(new.story, of: former.story) { return "the new story is only the beginning of the stored one" }
        return !mayBeDraft && isShrunk(new.story, from: former.story)
            ? "the new story has under half the length of the stored one" : nil
    }

    /// Whether what is stored only stands in for the new words: an accident left it, and whatever comes is welcome. An
    /// excerpt may lack the signs that could not be read, and is no better for it.
    package static func isBetter(_ new: DayWords, than former: DayWords) -> Bool {
        isStandIn(former) || isExcerpt(former.story, of: new.story)
            || isDecoded(new, insteadOf: former) && doubt(new, replacing: former, mayBeDraft: false) == nil
    }

    private static func isStandIn(_ words: DayWords) -> Bool { !words.hasStory || words.isProtected }

    private static func isShrunk(_ new: String, from former: String) -> Bool {
        DayWords.lettersAndDigits(new).utf8.count * 2 < DayWords.lettersAndDigits(former).utf8.count
    }

    private static func isExcerpt(_ new: String, of former: String) -> Bool {
        let ends = ["…", "...", "[…]", "[...]", "[&hellip;]"]
        guard ends.contains(where: { new.hasSuffix($0) }), !ends.contains(where: { former.hasSuffix($0) })
        else { return false }
        let (story, stored) = (DayWords.lettersAndDigits(new), DayWords.lettersAndDigits(former))
        return story != stored && stored.hasPrefix(story)
    }

    // MARK: - Texts that were encoded twice

    private static func isEncodedTwice(_ new: DayWords, insteadOf former: DayWords) -> Bool {
        // NASA's own texts have such a trace now and then; an accident leaves one for most quotation marks and letters.
        if traces(in: new.text) > traces(in: former.text) + 1 { return true }
        // Cleaning may have removed the control characters that show it.
        let text = DayWords.lettersAndDigits(new.text)
        return text != DayWords.lettersAndDigits(former.text)
            && [true, false].contains { DayWords.lettersAndDigits(misread(former.text, asWindows: $0)) == text }
    }

    /// Whether new words have more traces of a wrong encoding than the stored ones. One day may have them by itself;
    /// several at once have them by accident.
    package static func isSpoiled(_ new: DayWords, from former: DayWords) -> Bool {
        !isStandIn(former) && traces(in: new.text) > traces(in: former.text)
    }

    /// Whether a story that was encoded twice is NASA's own again.
    private static func isDecoded(_ new: DayWords, insteadOf former: DayWords) -> Bool {
        traces(in: new.text) < traces(in: former.text) && new.sharesMostWords(with: former)
    }

    /// The number of visible entities and tags, of characters that could not be read, and of those whose UTF-8 was read
    /// as another encoding.
    static func traces(in text: String) -> Int {
        lost(in: text) + tags(in: text) + entities(in: text) + misreadings(in: text)
    }

    private static func tags(in text: String) -> Int {
        text.utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false).dropFirst().count { behind in
            ["/", "a ", "br", "p>"].contains { behind.starts(with: $0.utf8) }
        }
    }

    private static func entities(in text: String) -> Int {
        text.split(separator: "&", omittingEmptySubsequences: false).dropFirst().count { part in
            var name = part.prefix(10).prefix { $0 != ";" }
            guard name.count < part.count, part.dropFirst(name.count).first == ";" else { return false }
            guard name.first == "#" else { return name.count > 1 && name.allSatisfy { $0.isASCII && $0.isLetter } }
            name = name.dropFirst()
            if name.first == "x" || name.first == "X" { name = name.dropFirst() }
            return !name.isEmpty && name.allSatisfy(\.isHexDigit)
        }
    }

    /// The number of places where characters stand side by side that are the bytes of one UTF-8 character.
    private static func misreadings(in text: String) -> Int {
        let bytes = text.unicodeScalars.map { byte(of: $0) ?? 0 }
        return bytes.indices.count { index in
            let length =
                switch bytes[index] {
                case 0xC3...0xDF: 2
                case 0xE2...0xEF: 3
                case 0xF0...0xF4: 4
                // A no-break space or a sign of Latin-1, as in "Â°".
                case 0xC2: 2
                default: 0
                }
            guard length > 0, index + length <= bytes.count else { return false }
            return bytes[(index + 1)..<(index + length)].allSatisfy { (0x80...0xBF).contains($0) }
        }
    }

    /// The UTF-8 of a text, read as Windows-1252 or Latin-1.
    private static func misread(_ text: String, asWindows: Bool) -> String {
        asWindows
            ? Windows1252.text(text.utf8)
            : String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) }))
    }

    /// The byte that Windows-1252 or Latin-1 reads as a character; `nil` for ASCII and for all other characters.
    private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        if scalar.isASCII { return nil }
        if let place = Windows1252.characters.firstIndex(of: scalar.value) { return UInt8(0x80 + place) }
        return UInt8(exactly: scalar.value)
    }

    // MARK: - Texts with characters that were lost

    /// Whether words are the stored ones with characters that could not be read: each U+FFFD stands where the stored
    /// words have a letter beyond ASCII, a sign or a space, and all other letters and digits are the same. NASA's two
    /// servers have such words of one day.
    package static func isLessReadable(_ new: DayWords, than former: DayWords) -> Bool {
        guard lost(in: new.text) > lost(in: former.text) else { return false }
        return [(new.title, former.title), (new.story, former.story), (new.credit, former.credit)].allSatisfy {
            isLessReadable($0, than: $1)
        }
    }

    private static func isLessReadable(_ new: String, than former: String) -> Bool {
        var rest = DayWords.lettersAndDigits(former)[...]
        for character in new.lowercased() {
            if character == "\u{FFFD}" {
                if rest.first?.isASCII == false { rest.removeFirst() }
            } else if character.isLetter || character.isNumber, rest.popFirst() != character {
                return false
            }
        }
        return rest.isEmpty
    }

    private static func lost(in text: String) -> Int { text.unicodeScalars.count { $0 == "\u{FFFD}" } }
}
