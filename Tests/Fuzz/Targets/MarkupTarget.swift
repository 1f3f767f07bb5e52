@testable import Markup

extension FuzzTarget {
    /// HTML of entries and pages.
    static let markup = FuzzTarget("markup") { bytes in
        let html = String(decoding: bytes, as: UTF8.self)
        let sanitized = HTMLSanitizer.sanitized(html)
        try promise(
            "nothing new appears where something went",
            HTMLSanitizer.sanitized(String(decoding: sanitized, as: UTF8.self)) == sanitized)
        let fragment = Fragment(html)
        try checkPairs(fragment.pieces)
        try checkText(fragment.text)
        let safe = fragment.safeHTML()
        try promise("safe HTML has the same text", Fragment(safe).text == fragment.text)
        try promise("safe HTML is safe as it is", Fragment(safe).safeHTML() == safe)
        for found in fragment.media { try promise("what is shown has an address", !found.address.isEmpty) }
        _ = fragment.links
        try checkCut(fragment, at: bytes.count % 97)
    }

    private static func checkPairs(_ pieces: [Fragment.Piece]) throws {
        var depth = 0
        for piece in pieces {
            switch piece {
            case .open: depth += 1
            case .close: depth -= 1
            case .text, .sign, .lineBreak: break
            }
            try promise("nothing is closed that was not opened", depth >= 0)
        }
        try promise("what is opened is closed", depth == 0)
    }

    private static func checkText(_ text: String) throws {
        try promise("a text has no blanks at its ends", text.utf8.first != 0x20 && text.utf8.last != 0x20)
        try promise("a text has no controls", !text.unicodeScalars.contains { $0.isControl })
        try promise("blanks are spaces", text.unicodeScalars.allSatisfy { !$0.isBlank || $0 == " " })
    }

    /// Between two letters of ASCII, where no character is torn, and no sign of an exponent from its number.
    private static func checkCut(_ fragment: Fragment, at offset: Int) throws {
        let bytes = Array(fragment.text.utf8)
        guard offset < bytes.count, bytes[offset] < 0x80,
            !bytes[max(0, offset - 4)...offset].contains(where: { "^_".utf8.contains($0) })
        else { return }
        let words = { (bytes: ArraySlice<UInt8>) in
            // By bytes: a space with a combining mark behind it is another character to Swift.
            let words = bytes.split(separator: UInt8(ascii: " "))
            return String(decoding: Array(words.joined(separator: [UInt8(ascii: " ")])), as: UTF8.self)
        }
        try promise(
            "a beginning is cut where its text is", fragment.prefix(upTo: offset).text == words(bytes[..<offset]))
        try promise("an end is cut where its text is", fragment.suffix(from: offset).text == words(bytes[offset...]))
    }
}
