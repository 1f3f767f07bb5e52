import Foundation

/// What Windows and SMB demand of a name, written down a second time.
enum NameRules {
    /// Why the last component of a path cannot lie on a Windows disk; `nil` when it can.
    static func flaw(_ path: String) -> String? {
        let name = (path as NSString).lastPathComponent
        // The daemon's own folder is no business of a file manager's.
        if path.hasPrefix(".apod-mirror/") { return nil }
        let forbidden = "<>:\"/\\|?*\u{7F}".unicodeScalars
        if name.unicodeScalars.contains(where: { $0.value < 0x20 || forbidden.contains($0) }) {
            return "a character that Windows forbids: \(path.debugDescription)"
        }
        if name.hasSuffix(".") || name.hasSuffix(" ") || name.hasPrefix(" ") {
            return "a dot or space at an end: \(path)"
        }
        if name.utf16.count > 255 || name.utf8.count > 255 { return "too long: \(path)" }
        let stem = name.prefix { $0 != "." }.trimmingCharacters(in: .whitespaces).uppercased()
        if stem.wholeMatch(of: #/CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(COM|LPT)[0-9¹²³]/#) != nil {
            return "a device's name: \(path)"
        }
        if Array(name.precomposedStringWithCanonicalMapping.utf8) != Array(name.utf8) { return "not composed: \(path)" }
        if name.unicodeScalars.contains(where: turnsDirection) {
            return "a sign that turns the direction of writing: \(path.debugDescription)"
        }
        return nil
    }

    static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            || [0x200E, 0x200F, 0x061C, 0xFEFF].contains(scalar.value)
    }
}
