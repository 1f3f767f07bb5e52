internal import Days
internal import JSON

/// JSON as it is printed: for programs, and still safe for a terminal.
package enum JSONText {
    package static func lines(_ value: some Encodable) throws -> String {
        var safe = String.UnicodeScalarView()
        for scalar in String(decoding: try JSONFile.encode(value), as: UTF8.self).unicodeScalars {
            // JSON is plain ASCII outside of strings, so every scalar escaped here stands in a string.
            if scalar == "\n" || printable(String(scalar)) == String(scalar) {
                safe.append(scalar)
            } else {
                safe.append(contentsOf: scalar.utf16.map(escaped).joined().unicodeScalars)
            }
        }
        return String(safe)
    }

    private static func escaped(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
