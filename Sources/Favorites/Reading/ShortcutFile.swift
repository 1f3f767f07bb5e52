internal import Folder
internal import Pictures

/// A small file that a file manager or a browser wrote in place of a link.
///
/// A file is a shortcut only when its content or its kind says so: a user's own note with a day's name is none.
enum ShortcutFile: Equatable, Sendable {
    /// An address, in the bytes it was written in.
    case address([UInt8])
    /// A kind that is never parsed (Windows `.lnk`, a macOS alias): the file's name alone decides.
    case opaque

    /// Larger files are not opened.
    static let mostBytes = 65_536

    /// `nil` when the file is no shortcut.
    init?(name: FilePath, bytes: [UInt8]) {
        guard bytes.count <= Self.mostBytes, PictureFormat(magic: bytes) == nil else { return nil }
        let suffix = Self.suffix(of: name)
        if let address = DesktopEntry.address(in: bytes) ?? InternetShortcut.address(in: bytes) {
            self = .address(address)
        } else if let address = AddressText.address(in: bytes) {
            self = .address(address)
        } else if Self.isOpaque(name: name, suffix: suffix, bytes: bytes) {
            self = .opaque
        } else {
            return nil
        }
    }

    private static func isOpaque(name: FilePath, suffix: String, bytes: [UInt8]) -> Bool {
        if suffix == "lnk" || bytes.starts(with: [0x4C, 0, 0, 0, 0x01, 0x14, 0x02, 0]) { return true }
        // An alias' bytes may lie in a resource fork that no other system sees: then the file is empty.
        return bytes.isEmpty || bytes.starts(with: Array("book".utf8) + [0, 0, 0, 0])
            || name.name.bytes.suffix(6).is(" alias")
    }

    /// The suffix in lower case, without the dot.
    private static func suffix(of name: FilePath) -> String {
        let bytes = name.name.bytes
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return String(decoding: bytes[(dot + 1)...], as: UTF8.self).lowercased()
    }
}

// MARK: - Formats

/// A text that is nothing but the address of a file: GNOME writes one where Chromium drops a link.
enum AddressText {
    static func address(in bytes: [UInt8]) -> [UInt8]? {
        let text = bytes.withoutMark.trimmingSpace
        // Spaces are escaped in an address; and a sentence that begins with one is a note of its owner's.
        guard text.starts(with: "file:///".utf8), text.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return Array(text)
    }
}

/// A freedesktop link: `[Desktop Entry]`, `Type=Link`, `URL=…`. libfm writes it without the suffix `.desktop`.
enum DesktopEntry {
    static func address(in bytes: [UInt8]) -> [UInt8]? {
        guard let file = KeyFile(bytes), file.firstGroup.is("Desktop Entry") else { return nil }
        let lines = file.lines.filter { $0.group.is("Desktop Entry") }
        guard lines.contains(where: { $0.key.is("Type") && $0.value.is("Link") }) else { return nil }
        // KDE may write `URL[$e]`, others `URL[de]`; the plain key goes first.
        let address = lines.first { $0.key.is("URL") } ?? lines.first { $0.key.prefix(4).is("URL[") }
        return address.map { unescaped($0.value) }
    }

    private static func unescaped(_ value: ArraySlice<UInt8>) -> [UInt8] {
        let meanings: [UInt8: UInt8] = [
            UInt8(ascii: "s"): 0x20, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
        ]
        var result: [UInt8] = []
        var isEscaped = false
        for byte in value {
            if isEscaped {
                result.append(meanings[byte] ?? byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                result.append(byte)
            }
        }
        return result
    }
}

/// A Windows `.url` file. Its groups come in any order, its names in any case.
enum InternetShortcut {
    static func address(in bytes: [UInt8]) -> [UInt8]? {
        let line = KeyFile(bytes)?.lines.first { same($0.group, "internetshortcut") && same($0.key, "url") }
        return line.map { Array($0.value) }
    }

    private static func same(_ name: ArraySlice<UInt8>, _ lowered: String) -> Bool {
        String(decoding: name, as: UTF8.self).lowercased() == lowered
    }
}

/// A text file of `[groups]` and `key=value` lines, as freedesktop and Windows write their shortcuts.
struct KeyFile: Sendable {
    typealias Line = (group: ArraySlice<UInt8>, key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)

    private(set) var firstGroup: ArraySlice<UInt8> = []
    private(set) var lines: [Line] = []

    /// `nil` when the first line that says something opens no group: then it is some other text.
    init?(_ bytes: [UInt8]) {
        let rest = bytes.withoutMark
        var group: ArraySlice<UInt8>?
        for raw in rest.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let line = raw.trimmingSpace
            guard let first = line.first, first != UInt8(ascii: "#"), first != UInt8(ascii: ";") else { continue }
            if first == UInt8(ascii: "["), line.last == UInt8(ascii: "]") {
                if group == nil { firstGroup = line.dropFirst().dropLast() }
                group = line.dropFirst().dropLast()
            } else if let group {
                guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
                lines.append((group, line[..<sign].trimmingSpace, line[(sign + 1)...].trimmingSpace))
            } else {
                return nil
            }
        }
        guard group != nil else { return nil }
    }
}

extension [UInt8] {
    /// Without the mark that some programs write in front of UTF-8.
    fileprivate var withoutMark: ArraySlice<UInt8> {
        starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...]
    }
}

extension ArraySlice<UInt8> {
    fileprivate var trimmingSpace: ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return []
        }
        return self[first...last]
    }
}
