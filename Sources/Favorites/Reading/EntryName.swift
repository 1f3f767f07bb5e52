internal import Days
internal import Folder
internal import MirrorTree

/// The name of an entry in `favorites/`, and the day that the name says.
///
/// File managers add words of their language to a name: `Link to NAME`, `NAME (copy)`, `NAME - Shortcut`, `NAME alias`.
/// A date alone does not say the day, since a user's own note may carry one. The date with that day's title does, and
/// so does a name that is nothing but a date.
struct EntryName: Sendable {
    private let bytes: [UInt8]

    /// The name is the path's last component.
    init(_ path: FilePath) {
        bytes = path.name.bytes
    }

    /// Whether the file is hidden, in the making or on its way out: not to be touched and not worth a word. The dot
    /// covers `.goutputstream-*`, `.Trash-*`, `._*` and our own; `Cu` + 6 is what `ln -sf` makes first.
    var isNoise: Bool {
        if bytes.first == UInt8(ascii: ".") || bytes.last == UInt8(ascii: "~") { return true }
        if bytes.suffix(5).is(".part") { return true }
        return bytes.count == 8 && bytes.prefix(2).is("Cu") && bytes.dropFirst(2).allSatisfy(\.isASCIIAlphanumeric)
    }

    /// Whether the name has a suffix that other systems give to their shortcuts.
    private var isShortcut: Bool {
        [".lnk", ".url", ".desktop"].contains { suffix in
            String(decoding: bytes.suffix(suffix.utf8.count), as: UTF8.self).lowercased() == suffix
        }
    }

    /// Whether the name is none that a link to a picture keeps: no text, nothing but a date, or another system's shortcut.
    var isPlaceholder: Bool { bareDate != nil || isShortcut || FilePath(bytes: bytes).text == nil }

    /// The day of a name that is nothing but a date, also with suffixes: `2026-11-20`, `2026-11-20.jpg`.
    var bareDate: Day? {
        guard let day = PictureName.day(of: FilePath(bytes: bytes)) else { return nil }
        return NameDecoration.withoutSuffixes(bytes[10...]).isEmpty ? day : nil
    }

    /// The day that the name says: a bare date, or a date followed by one of that day's titles. `titles` gives them as
    /// NASA writes them, as file names hold them, or with the date in front as a picture's stem has them; nothing for
    /// a day that is not mirrored.
    func day(titles: (Day) -> [String]) -> Day? {
        if let bareDate { return bareDate }
        for start in bytes.indices.dropLast(9) {
            // A digit before the date makes it part of another number; anything else may stand there.
            if start > 0, bytes[start - 1].isASCIIDigit { continue }
            guard let day = PictureName.day(of: FilePath(bytes: Array(bytes[start..<(start + 10)]))) else { continue }
            let rest = String(decoding: bytes[(start + 10)...], as: UTF8.self)
            if titles(day).contains(where: { Self.says(rest, title: $0, of: day) }) { return day }
        }
        return nil
    }

    /// Whether what follows the date is the title and what a file manager adds. Strings are compared by canonical
    /// equivalence, and rightly so here: macOS sends every name decomposed.
    private static func says(_ rest: String, title: String, of day: Day) -> Bool {
        let stem = "\(day)"
        let bare = title.hasPrefix(stem) ? String(title.dropFirst(stem.count)).trimmingSpace : title
        return Set([bare, PictureName.fileTitle(bare)]).contains { title in
            // A title may leave nothing to a file name: then the picture is named by its date alone.
            let beginning = title.isEmpty ? "" : " " + title
            guard rest.hasPrefix(beginning) else { return false }
            return NameDecoration.isDecoration(Array(rest.dropFirst(beginning.count).utf8)[...])
        }
    }
}

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

// MARK: - Hidden names

/// The hidden name that a tidying works under: `.apod-mirror-` and eight digits that follow from the name of the entry
/// beside it, so that a pass that finds the name after a crash knows its partner.
enum Leftover {
    private static let beginning = ".apod-mirror-"

    static func isName(_ name: FilePath) -> Bool {
        let digits = name.bytes.dropFirst(beginning.utf8.count)
        return name.bytes.starts(with: beginning.utf8) && digits.count == 8
            && digits.allSatisfy { $0.isASCIIDigit || (0x41...0x46).contains($0) }
    }

    static func name(for entry: FilePath) -> FilePath {
        // FNV-1a: short, and the same in every process.
        let hash = entry.bytes.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = String(hash, radix: 16, uppercase: true)
        return FilePath(beginning + String(repeating: "0", count: 8 - digits.count) + digits)
    }
}
