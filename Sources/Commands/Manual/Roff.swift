internal import Settings

/// A man page under construction. Text is escaped, so that none of it is read as a command of roff's.
struct Roff {
    private(set) var text: String

    init(_ name: String, section: Int, heading: String) {
        text = #".TH "\#(Self.escaped(name.uppercased()))" \#(section) "" "apod\-mirror \#(Version.current)" "#
        text += "\"\(Self.escaped(heading))\"\n"
    }

    mutating func section(_ name: String) {
        text += ".SH \(Self.escaped(name))\n"
    }

    /// The section that man page indexes are made from.
    mutating func name(_ name: String, _ help: String) {
        section("NAME")
        text += "\(Self.escaped(name)) \\- \(Self.escaped(help))\n"
    }

    mutating func paragraph(_ words: String) {
        text += ".PP\n\(Self.escaped(words))\n"
    }

    /// A term, and below it what it means.
    mutating func item(_ term: String, _ paragraphs: String...) {
        let filled = paragraphs.filter { !$0.isEmpty }.map(Self.escaped)
        text += ".TP\n\(Self.usage(term))\n" + filled.joined(separator: "\n.IP\n") + "\n"
    }

    /// An example, whose lines stay as they are.
    mutating func example(_ lines: String) {
        let safe = lines.split(separator: "\n", omittingEmptySubsequences: false).map { Self.escaped(String($0)) }
        text += ".PP\n.RS 4\n.EX\n" + safe.joined(separator: "\n") + "\n.EE\n.RE\n"
    }

    /// Lines of usage, each on its own.
    mutating func synopsis(_ lines: [String]) {
        text += lines.map(Self.usage).joined(separator: "\n.br\n") + "\n"
    }

    /// A usage line: text to be typed as it stands is bold, a placeholder in capitals is italic.
    private static func usage(_ term: String) -> String {
        var result = ""
        var isItalic: Bool?
        for character in term {
            let isPlaceholder = ("A"..."Z").contains(character)
            if isPlaceholder != isItalic { result += isPlaceholder ? #"\fI"# : #"\fB"# }
            isItalic = isPlaceholder
            result += escaped(String(character))
        }
        return result + #"\fR"#
    }

    /// Hyphens, quotes and their like stay those of a shell, so that a copied command works.
    private static func escaped(_ words: String) -> String {
        var result = ""
        for scalar in words.unicodeScalars {
            switch scalar {
            case "\\": result += #"\e"#
            case "-": result += #"\-"#
            case "'": result += #"\(aq"#
            case "\"": result += #"\(dq"#
            case "`": result += #"\(ga"#
            case "^": result += #"\(ha"#
            case "~": result += #"\(ti"#
            case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
            default: result += "\\[u\(hexadecimal(scalar.value))]"
            }
        }
        // A line that begins with a dot is a command.
        return result.hasPrefix(".") ? #"\&"# + result : result
    }

    /// At least four digits, as roff wants them.
    private static func hexadecimal(_ number: UInt32) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
