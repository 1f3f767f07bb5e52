package import Days
package import Folder
@_spi(_Unicode) internal import Swift

/// The visible names of a day's files: `2026-11-20 Webb's View of M64.jpg`.
///
/// A name is made once, when the picture is stored, and kept: it changes only when NASA's title or the format does,
/// never because these rules did. Every name is valid on Windows and over SMB too.
package enum PictureName {
    /// Room for the title. With date, space and extension a name stays far below the 255 bytes a file system allows.
    static let titleBytes = 120

    package static func make(_ day: Day, title: String, suffix: String) -> String {
        let title = fileTitle(title)
        return title.isEmpty ? "\(day).\(suffix)" : "\(day) \(title).\(suffix)"
    }

    /// The title as a file name can hold it; empty when nothing of it can.
    package static func fileTitle(_ title: String) -> String {
        var scalars = String.UnicodeScalarView()
        // Foundation's normalisation would bring ICU along; the standard library's own is not public yet.
        for scalar in title._nfc {
            scalars.append(isAllowed(scalar) ? scalar : " ")
        }
        // A colon between words becomes a dash; one inside a word ("12:30") a space.
        let dashed = replaceColons(String(scalars))
        // Words are split by scalars: a space with a combining mark is another `Character`, but a space on disk.
        let words = dashed.unicodeScalars.split(separator: " ").map { String($0) }
        return trimmed(cut(trimmed(words.joined(separator: " ")), to: titleBytes))
    }

    /// The day that a visible name begins with.
    package static func day(of name: FilePath) -> Day? {
        day(of: name.bytes[...])
    }

    static func day(of name: ArraySlice<UInt8>) -> Day? {
        Day(name.prefix(10))
    }

    /// Whether a name can stand in a month's folder and in a line of its sums: it is no path, and holds no line end.
    static func canStand(_ name: some Sequence<UInt8>) -> Bool {
        name.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == ":" { return true }
        if "<>\"/\\|?*".unicodeScalars.contains(scalar) { return false }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: return scalar == " "
        // Writing-direction overrides would let a name read as something else. Joiners belong to scripts and emoji.
        case .format: return scalar == "\u{200D}" || scalar == "\u{200C}"
        default: return true
        }
    }

    private static func replaceColons(_ text: String) -> String {
        let parts = text.unicodeScalars.split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
        return parts.dropFirst().reduce(parts[0]) { $0 + ($1.unicodeScalars.first == " " ? " -" : " ") + $1 }
    }

    /// The beginning of a text: as many whole characters as fit.
    static func cut(_ text: String, to limit: Int) -> String {
        var kept = text.prefix(limit)
        while kept.utf8.count > limit { kept.removeLast() }
        return String(kept)
    }

    private static func trimmed(_ text: String) -> String {
        let edge: Set<Unicode.Scalar> = [" ", ".", "-"]
        var rest = Substring(text).unicodeScalars
        while let first = rest.first, edge.contains(first) { rest.removeFirst() }
        while let last = rest.last, edge.contains(last) { rest.removeLast() }
        return String(rest)
    }
}

// MARK: - Free names

extension Folder {
    /// A name that is free in the folder, as close to the wanted one as can be: `… (2).jpg`.
    package func freeName(_ wanted: FilePath) throws(FolderError) -> FilePath {
        let text = wanted.description
        let dot = text.utf8.count > 10 ? text.lastIndex(of: ".") : nil
        let (stem, suffix) = dot.map { (text[..<$0], text[$0...]) } ?? (text[...], "")
        var (name, number) = (wanted, 2)
        while try status(name) != nil {
            name = "\(stem) (\(number))\(suffix)"
            number += 1
        }
        return name
    }
}
