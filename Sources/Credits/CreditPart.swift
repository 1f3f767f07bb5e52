internal import Days

/// A piece of a credit: names, and in front of them the label that tells their work, as in `Processing: Judy Schmidt`.
public struct CreditPart: Equatable, Sendable {
    /// The label without its colon; empty for names without one.
    public let label: String
    /// The names as they are written.
    public let text: String
    /// The names, without what stands in brackets.
    public let names: [String]
    /// The names in brackets: most often the institute of the person in front of them.
    public let bracketed: [String]

    /// The work that a label speaks of.
    public enum Work: Sendable {
        /// The picture or film, its data and its processing; a part without a label, too.
        case picture
        /// Music and voices of a film.
        case sound
        /// The story, which is no part of the picture.
        case text
        /// No work: thanks, and a mention of what the picture alludes to.
        case thanks
    }

    init(label: String, text: String) {
        self.label = label
        self.text = text
        let (outside, inside) = Self.splitAtBrackets(text)
        names = Self.names(in: outside)
        bracketed = inside.flatMap(Self.names)
    }

    /// The parts of a credit, in order. A semicolon ends a part, and a label begins one.
    public static func parts(of credit: String) -> [CreditPart] {
        pieces(of: credit).flatMap(labelled).filter { !$0.names.isEmpty || !$0.bracketed.isEmpty }
    }

    public var work: Work {
        let words = Self.words(in: label)
        if words.contains(where: Self.pictureWords.contains) { return .picture }
        if words.contains(where: Self.soundWords.contains) { return .sound }
        if words.contains(where: Self.textWords.contains) { return .text }
        return words.contains(where: Self.thankingWords.contains) ? .thanks : .picture
    }

    /// Whether the part itself claims rights, by its label or in its text.
    public var claimsCopyright: Bool {
        if Self.words(in: label).contains(where: { $0.hasPrefix("copyright") }) { return true }
        let text = text.lowercased()
        return ["©", "(c)", "copyright", "all rights reserved"].contains { text.contains(words: $0) }
    }

    /// Whether the label says that its names give a license.
    var isLabelledLicense: Bool {
        Self.words(in: label).contains { $0.hasPrefix("licens") || $0.hasPrefix("licenc") }
    }

    /// The part as it stands in the credit.
    public var whole: String { label.isEmpty ? text : "\(label): \(text)" }

    // MARK: - Labels

    private static let pictureWords: Set<String> = [
        "image", "images", "picture", "photo", "photograph", "video", "movie", "illustration", "animation", "data",
        "processing",
    ]
    private static let soundWords: Set<String> = [
        "music", "score", "sound", "song", "soundtrack", "audio", "narration", "voice",
    ]
    private static let textWords: Set<String> = ["text", "caption", "explanation"]
    private static let thankingWords: Set<String> = [
        "acknowledgement", "acknowledgements", "acknowledgment", "acknowledgments", "apologies", "thanks",
    ]

    /// Words that stand in labels beside those of ``CreditLabel``, and are no names.
    private static let furtherWords: Set<String> = soundWords.union(textWords).union(thankingWords).union([
        "acquisition", "additional", "assembly", "background", "collage", "composite", "digital", "foreground",
        "graphic", "graphics",
        "imaging", "infrared", "inset", "left", "map", "model", "mosaic", "optical", "overlay", "radio", "reprocessing",
        "right",
        "science", "sequence", "simulation", "ultraviolet", "visible", "x-ray",
    ])

    private static func words(in text: String) -> [String] {
        text.lowercased().split { !$0.isLetter }.map(String.init)
    }

    private static func isLabelWord(_ word: Substring) -> Bool {
        let plain = word.lowercased().filter { !",.()".contains($0) }
        return CreditLabel.vocabulary.contains(plain) || CreditLabel.roles.contains(plain)
            || furtherWords.contains(plain)
    }

    /// The credit's pieces between semicolons outside brackets.
    private static func pieces(of credit: String) -> [String] {
        var depth = 0
        return credit.unicodeScalars.split { scalar in
            depth = Self.depth(behind: scalar, depth)
            return scalar == ";" && depth == 0
        }.map { String($0) }
    }

    private static func depth(behind scalar: Unicode.Scalar, _ depth: Int) -> Int {
        switch scalar {
        case "(", "[": depth + 1
        case ")", "]": max(0, depth - 1)
        default: depth
        }
    }

    /// Cuts a piece at its labels: `Sébastien Borie Text: Keighley Rockcliffe` has two parts.
    private static func labelled(_ piece: String) -> [CreditPart] {
        var rest = piece.trimmingSpace
        var parts: [CreditPart] = []
        var label = ""
        let leading = CreditLabel.length(in: rest)
        if leading > 0 {
            label = String(decoding: rest.utf8.prefix(leading), as: UTF8.self)
            rest = String(decoding: rest.utf8.dropFirst(leading), as: UTF8.self)
        }
        var names = ""
        var depth = 0
        func end() {
            parts.append(CreditPart(label: label.trimmingLabel, text: names.trimmingSpace))
        }
        let scalars = Array(rest.unicodeScalars)
        for (place, scalar) in scalars.enumerated() {
            depth = Self.depth(behind: scalar, depth)
            let isBeforeSpace = place + 1 == scalars.count || scalars[place + 1] == " "
            // The colon of an address is followed by slashes. A dash stands behind words of labels only.
            let isColon = scalar == ":" && depth == 0 && isBeforeSpace
            let isDash = scalar == "-" && depth == 0 && isBeforeSpace && names.unicodeScalars.last == " "
            let isAtStart = isColon && parts.isEmpty && label.isEmpty
            if isColon || isDash, let found = closingLabel(of: names, isAtStart: isAtStart) {
                names.removeLast(found.count)
                end()
                label = found
                names = ""
            } else {
                names.unicodeScalars.append(scalar)
            }
        }
        end()
        return parts
    }

    /// The label that ends in front of a colon: the last words that are no names, or at the start of a piece any few
    /// words, such as `Sun`.
    private static func closingLabel(of text: String, isAtStart: Bool) -> String? {
        let words = text.split(separator: " ")
        let known = words.reversed().prefix(while: isLabelWord).count
        if known == 0 { return isAtStart && (1...3).contains(words.count) ? text : nil }
        return words.suffix(known).first.map { String(text[$0.startIndex...]) }
    }

    // MARK: - Names

    private static func splitAtBrackets(_ text: String) -> (outside: String, inside: [String]) {
        var (outside, inside, current) = ("", [String](), "")
        var depth = 0
        for scalar in text.unicodeScalars {
            let next = Self.depth(behind: scalar, depth)
            if next > depth {
                if depth == 0 { outside.append(" ") } else { current.append(",") }
            } else if next < depth {
                if next == 0 {
                    inside.append(current)
                    current = ""
                } else {
                    current.append(",")
                }
            } else if depth == 0 {
                outside.unicodeScalars.append(scalar)
            } else {
                current.unicodeScalars.append(scalar)
            }
            depth = next
        }
        // A bracket that nothing closes holds names as well.
        if !current.isEmpty { inside.append(current) }
        return (outside, inside)
    }

    private static func names(in text: String) -> [String] {
        text.oneLine.unicodeScalars.split(whereSeparator: isBetweenNames).flatMap { piece in
            piece.split(separator: " ").map { String($0) }.split(whereSeparator: joiningWords.contains)
        }.compactMap(name)
    }

    private static func isBetweenNames(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ",", "/", ";", "|", "+", ":": true
        default: false
        }
    }

    private static let joiningWords: Set<String> = ["and", "&", "with", "-", "–"]

    /// A name without the words around it; `nil` where nothing is left.
    private static func name(of words: ArraySlice<String>) -> String? {
        var words = words
        while let first = words.first, leadingWords.contains(first.lowercased()) || first.isYear { words.removeFirst() }
        while let last = words.last, ["et", "al", "al.", "and", "&"].contains(last.lowercased()) { words.removeLast() }
        var name = words.joined(separator: " ")
        while let last = name.last, ".,:;-–*\"“”".contains(last) { name.removeLast() }
        while let first = name.first, ".,:;-–*\"“”".contains(first) { name.removeFirst() }
        return name.contains { $0.isLetter } ? name : nil
    }

    private static let leadingWords: Set<String> = [
        "and", "by", "from", "of", "courtesy", "copyright", "©", "credit", "&", "et",
    ]
}

extension String {
    fileprivate var isYear: Bool { count == 4 && (hasPrefix("19") || hasPrefix("20")) && allSatisfy(\.isNumber) }

    fileprivate var trimmingLabel: String {
        var label = trimmingSpace
        while let last = label.last, ":,;-".contains(last) { label = String(label.dropLast()).trimmingSpace }
        return label
    }
}
