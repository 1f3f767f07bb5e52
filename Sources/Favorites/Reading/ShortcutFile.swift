internal import Days
internal import Folder
internal import NASA
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
        let file = KeyFile(bytes)
        if let address = file?.desktopLink ?? file?.internetShortcut ?? Self.address(in: bytes) {
            self = .address(address)
        } else if Self.isOpaque(name: name, bytes: bytes) {
            self = .opaque
        } else {
            return nil
        }
    }

    /// The address of a file, where the text is nothing else: GNOME writes one where Chromium drops a link.
    private static func address(in bytes: [UInt8]) -> [UInt8]? {
        let text = bytes.withoutMark.trimmingSpace
        // Spaces are escaped in an address; and a sentence that begins with one is a note of its owner's.
        guard text.starts(with: "file:///".utf8), text.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return Array(text)
    }

    private static func isOpaque(name: FilePath, bytes: [UInt8]) -> Bool {
        let name = name.name.bytes
        let isNamedSo = String(decoding: name.suffix(4), as: UTF8.self).lowercased() == ".lnk"
        if isNamedSo || bytes.starts(with: [0x4C, 0, 0, 0, 0x01, 0x14, 0x02, 0]) { return true }
        // An alias' bytes may lie in a resource fork that no other system sees: then the file is empty.
        return bytes.isEmpty || bytes.starts(with: Array("book".utf8) + [0, 0, 0, 0])
            || name.suffix(6).is(" alias")
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

    /// The address of a freedesktop link: `[Desktop Entry]`, `Type=Link`, `URL=…`. libfm writes it without the suffix
    /// `.desktop`.
    var desktopLink: [UInt8]? {
        guard firstGroup.is("Desktop Entry") else { return nil }
        let lines = lines.filter { $0.group.is("Desktop Entry") }
        guard lines.contains(where: { $0.key.is("Type") && $0.value.is("Link") }) else { return nil }
        // KDE may write `URL[$e]`, others `URL[de]`; the plain key goes first.
        let address = lines.first { $0.key.is("URL") } ?? lines.first { $0.key.prefix(4).is("URL[") }
        return address.map { Self.unescaped($0.value) }
    }

    private static func unescaped(_ value: ArraySlice<UInt8>) -> [UInt8] {
        let meanings: [UInt8: UInt8] = [
            UInt8(ascii: "s"): 0x20, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
        ]
        var rest = value
        var result: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte != UInt8(ascii: "\\") {
                result.append(byte)
            } else if let escaped = rest.popFirst() {
                result.append(meanings[escaped] ?? escaped)
            }
        }
        return result
    }

    /// The address of a Windows `.url` file. Its groups come in any order, its names in any case.
    var internetShortcut: [UInt8]? {
        let same = { (name: ArraySlice<UInt8>, lowered: String) in
            String(decoding: name, as: UTF8.self).lowercased() == lowered
        }
        return lines.first { same($0.group, "internetshortcut") && same($0.key, "url") }.map { Array($0.value) }
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

// MARK: - Addresses

extension LinkReading {
    private static let networks: Set = [
        "smb", "cifs", "afp", "nfs", "sftp", "ssh", "fish", "ftp", "ftps", "dav", "davs", "webdav", "webdavs",
    ]

    /// The meaning of the shortcut at `path` below `favorites/`: that of a link to the place of its address, or NASA's page
    /// of a day.
    func meaning(of shortcut: ShortcutFile, at path: FilePath) -> Meaning {
        guard case .address(let raw) = shortcut else { return .named }
        // Backslashes are read as browsers read them: Windows writes `file:///Z:\2026\…` and `\\nas\apod\…`.
        let bytes = raw.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }[...]
        guard bytes.count <= 4_096 * 3 else { return .refused(.outside) }
        if bytes.first == UInt8(ascii: "/") { return meaning(ofLinkAt: path, to: FilePath(bytes: Array(bytes))) }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return .refused(.outside) }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        let rest = bytes[(colon + 1)...]
        switch scheme {
        case "file": return Self.path(in: rest).map { meaning(ofLinkAt: path, to: $0) } ?? .refused(.outside)
        case "http", "https":
            let page = WebAddress(String(decoding: raw, as: UTF8.self)).flatMap(PageAddress.day(of:))
            return page.map { .day($0) } ?? .refused(.outside)
        case _ where Self.networks.contains(scheme):
            return Self.path(in: rest).map(meaning(ofForeignPath:)) ?? .refused(.outside)
        // A scheme of one letter is a drive of Windows.
        case _ where scheme.utf8.count == 1: return meaning(ofForeignPath: FilePath(bytes: Array(rest)))
        default: return .refused(.outside)
        }
    }

    /// The path behind an optional `//host`, decoded once. A NUL stays in the path, for ``LinkReading`` to refuse.
    private static func path(in rest: ArraySlice<UInt8>) -> FilePath? {
        var rest = rest
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2).drop { $0 != UInt8(ascii: "/") }
        }
        guard rest.first == UInt8(ascii: "/") else { return nil }
        return FilePath(bytes: PercentEncoding.decoded(rest))
    }
}
