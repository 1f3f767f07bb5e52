/// Text from NASA, from file names or from a server, made safe for a terminal, the log, `STATUS=` and notify messages:
/// one line, without characters that move a cursor, are invisible or turn the reading direction.
///
/// Line breaks and tabs become a space; other controls, and numbers that Unicode gives no character and XML forbids,
/// become U+FFFD, which shows that a character was there; characters without a shape are removed. Everything else stays
/// as it is.
public func printable(_ text: String) -> String {
    if text.isPlain { return text }
    var safe = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\n" where previous == "\r":
            break
        case "\n", "\r", "\t", "\u{0B}", "\u{0C}", "\u{85}":
            safe.append(" ")
        case "\u{200C}", "\u{200D}":
            if let previous, joins(previous) { safe.append(scalar) }
        default:
            append(scalar, to: &safe)
        }
        previous = scalar
    }
    return String(safe)
}

private func append(_ scalar: Unicode.Scalar, to safe: inout String.UnicodeScalarView) {
    switch scalar.properties.generalCategory {
    case .control: safe.append("\u{FFFD}")
    case .lineSeparator, .paragraphSeparator: safe.append(" ")
    case .format where isInvisible(scalar): break
    case .unassigned where scalar.isNoncharacter: safe.append("\u{FFFD}")
    default: safe.append(scalar)
    }
}

/// Bidi controls, zero-width spaces, byte-order marks, soft hyphens, tags and annotation anchors are invisible. Arabic
/// number signs are of the same category and have a shape.
private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isDefaultIgnorableCodePoint || (0xFFF9...0xFFFB).contains(scalar.value)
}

/// A joiner has a meaning after an emoji or a letter of a script that joins; after ASCII it only hides.
private func joins(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isASCII else { return false }
    return switch scalar.properties.generalCategory {
    case .otherLetter, .nonspacingMark, .spacingMark: true
    default: scalar.properties.isEmoji
    }
}

extension String {
    /// Whether the text is only printable ASCII, as most texts are.
    public var isPlain: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
}
