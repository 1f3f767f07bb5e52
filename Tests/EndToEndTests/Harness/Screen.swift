/// A terminal as a person sees it, for the little that the program may send: text, line ends, and the wish to clear
/// the rest of a line. Everything else that is sent is kept as an offence.
struct Screen {
    /// The lines that stand there at the end.
    private(set) var lines: [String] = [""]
    /// Everything that was drawn into a line and drawn over.
    private(set) var drawn: [String] = []
    /// The widest that any line ever was.
    private(set) var widest = 0
    private(set) var offences: [String] = []
    /// How much of the line is still covered by what stood there before.
    private var covered = 0

    init(showing text: String) {
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            // The terminal's driver writes "\r\n" for every "\n".
            case "\r" where rest.first == "\n": break
            case "\r":
                drawn.append(lines[lines.count - 1])
                covered = max(covered, width)
                lines[lines.count - 1] = ""
            case "\n":
                if covered > width { offences.append("a line over the rest of a longer one: \(lines.last ?? "")") }
                covered = 0
                lines.append("")
            case "\u{1B}" where rest.starts(with: "[K".unicodeScalars):
                rest = rest.dropFirst(2)
                covered = 0
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                offences.append("the control character U+\(String(scalar.value, radix: 16))")
            case _ where NameRules.turnsDirection(scalar):
                offences.append("the sign U+\(String(scalar.value, radix: 16)), which turns the direction of writing")
            default:
                lines[lines.count - 1].unicodeScalars.append(scalar)
                widest = max(widest, width)
            }
        }
    }

    private var width: Int {
        lines[lines.count - 1].unicodeScalars.reduce(0) { $0 + Self.columns(of: $1) }
    }

    /// Roughly what terminals do, written down a second time.
    private static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        let isWide = wide.contains { $0.contains(scalar.value) }
        return isWide ? 2 : 1
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ]
}
