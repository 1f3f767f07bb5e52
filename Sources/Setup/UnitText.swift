internal import Settings

/// The spelling of paths in unit files. Pure.
enum UnitText {
    /// A path as one word of a setting that takes several, quoted, so that spaces and colons part nothing, and with `%`
    /// doubled, since it would begin a specifier.
    static func word(_ path: UnitPath, prefix: String = "") -> String {
        "\"\(prefix)\(path.text.escaped(["\\": #"\\"#, "\"": #"\""#, "%": "%%"]))\""
    }

    /// Several paths, as settings take them.
    static func words(_ paths: [UnitPath], prefix: String = "") -> String {
        paths.map { word($0, prefix: prefix) }.joined(separator: " ")
    }

    /// The name of the unit that stands for a mount point, as `systemd-escape --path --suffix=mount` writes it; `nil`
    /// for a name too long for the folder of links that is called after it.
    static func mountUnit(_ path: UnitPath) -> String? {
        let inner = path.text.utf8.dropFirst()
        guard !inner.isEmpty else { return "-.mount" }
        var name = ""
        for (place, byte) in inner.enumerated() {
            let isDotInFront = place == 0 && byte == UInt8(ascii: ".")
            if byte == UInt8(ascii: "/") {
                name += "-"
            } else if plain.contains(byte), !isDotInFront {
                name.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16)
                name += "\\x" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        name += ".mount"
        return name.utf8.count + ".wants".utf8.count < 256 ? name : nil
    }

    /// The bytes that stand for themselves in a unit's name.
    static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:_.".utf8)
}
