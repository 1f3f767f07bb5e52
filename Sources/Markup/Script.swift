/// Text that stands higher or lower than its line: exponents, ordinals and indices.
public enum Script: String, Equatable, Sendable {
    case raised = "sup"
    case lowered = "sub"

    init?(element: String) {
        self.init(rawValue: element)
    }

    /// The element's name in HTML.
    public var element: String { rawValue }

    /// The sign that stands for it in plain text, where the text would say something else without one.
    public var sign: String {
        switch self {
        case .raised: "^"
        case .lowered: "_"
        }
    }

    /// The text without a sign at its beginning, as it is shown raised or lowered.
    public func withoutSign(_ text: String) -> String {
        text.hasPrefix(sign) ? String(text.dropFirst()) : text
    }

    /// The most elements of one kind within each other; in deeper ones the text is as in the last.
    static let mostNested = 3

    /// Whether a number needs the sign behind that letter: 10^12 is not 1012, and H2O reads well without one.
    func needsSign(behind letter: Unicode.Scalar) -> Bool {
        switch self {
        case .raised: letter.isASCIIDigit || letter.properties.isAlphabetic || letter == ")" || letter == "]"
        case .lowered: letter.isASCIIDigit
        }
    }
}

/// Finds where plain text needs signs for raised and lowered numbers, while the text comes in.
///
/// Only a number needs one, and a number with a plus or minus: "20th" and "OH-" read well without. Elements that say
/// nothing of the height may stand anywhere between, so the number is awaited letter by letter.
struct ScriptSigns {
    /// The place of a sign, before the raised or lowered text.
    struct Place {
        var script: Script
        /// The number of pieces and of bytes in front of the sign.
        var pieces: Int
        var bytes: Int
        fileprivate var depth: Int
    }

    /// The open elements, outermost first; `nil` for one that is not raised or lowered.
    private var open: [Script?] = []
    /// The places of signs that a number would need, if it came next.
    private var awaited: [Place] = []

    /// Opens an element; returns whether it counts as what it is.
    ///
    /// - Parameters:
    ///   - pieces: the number of pieces, the element's own beginning included.
    ///   - text: the text in front of it; `nil` at the beginning of a line.
    mutating func open(_ element: String, pieces: Int, behind text: String?) -> Bool {
        let script = Script(element: element)
        let isTooDeep = script != nil && open.count { $0 == script } >= Script.mostNested
        open.append(isTooDeep ? nil : script)
        if let script, !isTooDeep, let text, let last = text.unicodeScalars.last, script.needsSign(behind: last) {
            awaited.append(Place(script: script, pieces: pieces, bytes: text.utf8.count, depth: open.count))
        }
        return !isTooDeep
    }

    mutating func close() {
        awaited.removeAll { $0.depth >= open.count }
        open.removeLast()
    }

    /// No sign is set any more before what was opened.
    mutating func forget() {
        awaited = []
    }

    /// Takes the next letter; returns the place of a sign where the letter is a number that needs one.
    mutating func place(before letter: Unicode.Scalar) -> Place? {
        if awaited.isEmpty || letter.isPlusOrMinus { return nil }
        defer { awaited = [] }
        return letter.isASCIIDigit ? awaited.first : nil
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIIDigit: Bool { (0x30...0x39).contains(value) }

    /// Whether the letter is a plus, a hyphen, a dash or a minus.
    fileprivate var isPlusOrMinus: Bool { [0x2B, 0x2D, 0x2010, 0x2011, 0x2012, 0x2013, 0x2212].contains(value) }
}
