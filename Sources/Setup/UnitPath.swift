internal import Days
internal import Folder
internal import Glibc
package import Settings

/// A path that may stand in a unit: absolute, and nothing in it that systemd would read as something else.
///
/// A line end in a unit begins another setting, and settings of a unit are root's. So code that writes a unit takes
/// paths of this type and no others.
package struct UnitPath: Sendable {
    /// The path, normalised.
    package let text: String

    package init(_ path: String) throws(UnfitPath) {
        guard path.utf8.first == UInt8(ascii: "/") else { throw UnfitPath(path: path, fault: .relative) }
        let path = AbsolutePath.normalised(path)
        for scalar in path.unicodeScalars {
            if let fault = Self.fault(of: scalar) { throw UnfitPath(path: path, fault: fault) }
        }
        guard path.utf8.count < Self.room else { throw UnfitPath(path: path, fault: .length) }
        text = path
    }

    /// The names on the way, from `/` on.
    var names: [FilePath] {
        text.utf8.split(separator: UInt8(ascii: "/")).map { FilePath(bytes: Array($0)) }
    }

    /// The path without symbolic links; `nil` where it cannot be followed.
    package func withoutLinks() throws(UnfitPath) -> UnitPath? {
        guard let real = realpath(text, nil) else { return nil }
        defer { free(real) }
        return try UnitPath(String(cString: real))
    }

    /// Since 255 systemd passes a unit's settings on to the process that becomes the service, and a quotation mark in a path
    /// is lost on the way: the service does not start, with a message that names no path.
    func isLost(withRelease release: Int) -> Bool {
        release >= 255 && text.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
    }

    func lies(below folder: String) -> Bool {
        text.utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
    }

    private static func fault(of scalar: Unicode.Scalar) -> UnfitPath.Fault? {
        switch scalar.properties.generalCategory {
        case .control: return .control
        // Some programs read these as line ends, and they do not show.
        case .lineSeparator, .paragraphSeparator: return .control
        default: break
        }
        // U+FFFD stands where bytes were no UTF-8: the path would be another one.
        if scalar == "\u{FFFD}" { return .encoding }
        // systemd takes these for no UTF-8 and ignores the line that holds them.
        return scalar.isNoncharacter ? .encoding : nil
    }

    /// The most bytes that the kernel takes, with the zero at the end.
    private static let room = 4_096
}

/// Equality goes by the bytes: `String` takes two spellings of é for one.
extension UnitPath: Hashable {
    package static func == (left: Self, right: Self) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

/// The reason why no unit can hold a path.
package struct UnfitPath: ExitCoded, Equatable, CustomStringConvertible {
    enum Fault: Equatable {
        case relative, control, encoding, length
    }

    var path: String
    var fault: Fault

    package var exitCode: ExitCode { .usage }

    package var description: String {
        let what =
            switch fault {
            case .relative: "does not begin with /"
            case .control: "holds a line end or another control character"
            case .encoding: "holds bytes that are no UTF-8 text"
            case .length: "is too long"
            }
        return "\(printable(path)) \(what), so no unit of systemd's can name it. Rename the folder, or choose another "
            + "with --mirror DIR."
    }
}

/// The name of a user or a group that may stand in a unit, or in the name of one: all of it stands for itself.
package struct UnitName: Hashable, Sendable, CustomStringConvertible {
    let text: String

    package var description: String { text }

    /// `nil` for a name with anything in it that systemd or a path could take for something else.
    package init?(_ name: String) {
        guard let first = name.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "."),
            name.utf8.count <= Self.room, name.utf8.allSatisfy(UnitText.plain.union("@-".utf8).contains)
        else { return nil }
        text = name
    }

    /// A unit's name has 255 bytes, and the name of a file beside it some more.
    private static let room = 200
}

/// The spelling of paths in unit files. Pure.
enum UnitText {
    /// A path as one word of a setting that takes several, quoted, so that spaces part nothing, and with `%` doubled,
    /// since it would begin a specifier.
    static func word(_ path: UnitPath, prefix: String = "") -> String {
        quoted(path, prefix, special)
    }

    /// A path as one side of a binding. A colon parts these, in newer systemds also one between quotation marks.
    static func side(_ path: UnitPath, prefix: String = "") -> String {
        quoted(path, prefix, special.merging([":": #"\:"#]) { $1 })
    }

    private static func quoted(_ path: UnitPath, _ prefix: String, _ special: [Unicode.Scalar: String]) -> String {
        "\"\(prefix)\(path.text.escaped(special))\""
    }

    private static let special: [Unicode.Scalar: String] = ["\\": #"\\"#, "\"": #"\""#, "%": "%%"]

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
