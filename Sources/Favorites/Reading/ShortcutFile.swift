internal import Folder
internal import Pictures

/// A small file that a file manager or a browser wrote in place of a link.
///
/// A file is a shortcut only when its content or its kind says so: a user's own note with a day's name is none.
enum ShortcutFile: Equatable, Sendable {
    /// An address, in the bytes it was written in.
    case address([UInt8])
    /// A kind that is never parsed (Windows `.lnk`, a macOS alias, a binary `.webloc`): the file's name alone decides.
    case opaque

    /// Larger files are not opened.
    static let mostBytes = 65_536

    /// `nil` when the file is no shortcut.
    init?(name: FilePath, bytes: [UInt8]) {
        guard bytes.count <= Self.mostBytes, PictureFormat(magic: bytes) == nil else { return nil }
        let suffix = Self.suffix(of: name)
        if let address = DesktopEntry.address(in: bytes) ?? InternetShortcut.address(in: bytes) {
            self = .address(address)
        } else if Self.propertyLists.contains(suffix), let address = Webloc.address(in: bytes) {
            self = .address(address)
        } else if Self.isOpaque(name: name, suffix: suffix, bytes: bytes) {
            self = .opaque
        } else {
            return nil
        }
    }

    private static let propertyLists: Set = ["webloc", "inetloc", "fileloc", "afploc"]

    private static func isOpaque(name: FilePath, suffix: String, bytes: [UInt8]) -> Bool {
        if suffix == "lnk" || bytes.starts(with: [0x4C, 0, 0, 0, 0x01, 0x14, 0x02, 0]) { return true }
        if propertyLists.contains(suffix), bytes.starts(with: "bplist".utf8) { return true }
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
