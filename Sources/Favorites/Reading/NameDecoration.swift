internal import Days

/// The words that file managers write behind a name when they make a link, a copy or a shortcut of it.
enum NameDecoration {
    /// Whether the text is nothing but suffixes and such words; also when it is empty.
    static func isDecoration(_ text: ArraySlice<UInt8>) -> Bool {
        let rest = withoutSuffixes(text)
        if rest.isEmpty { return true }
        // Words in any language may follow: " - Shortcut", " - Verknüpfung", " (copy)", " (another copy)", " (2)".
        let openings: [StaticString] = [" - ", " \u{2013} ", " (", " ["]
        if openings.contains(where: { rest.prefix($0.utf8CodeUnitCount).is($0) }) { return true }
        // macOS: "NAME alias", "NAME.jpg alias 2", "NAME copy", and what Japanese and Chinese write.
        let endings = [" alias", " copy", "のエイリアス", "的替身"]
        let lowered = rest.map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
        return endings.contains { ending in
            lowered.starts(with: ending.utf8) && isNumberAndSuffixes(lowered.dropFirst(ending.utf8.count))
        }
    }

    /// The text without leading `.jpg`, `.jpg.lnk`, `.desktop`.
    static func withoutSuffixes(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = text
        while rest.first == UInt8(ascii: ".") {
            let suffix = rest.dropFirst().prefix(while: \.isASCIIAlphanumeric)
            guard (1...8).contains(suffix.count) else { break }
            rest = rest[suffix.endIndex...]
        }
        return rest
    }

    private static func isNumberAndSuffixes(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        if rest.first == UInt8(ascii: " ") {
            let number = rest.dropFirst().prefix(while: \.isASCIIDigit)
            guard !number.isEmpty else { return false }
            rest = rest[number.endIndex...]
        }
        return withoutSuffixes(rest).isEmpty
    }
}
