internal import Credits
internal import Days
internal import Markup

/// A title in one line, without text that the page's layout attached to it.
enum Title {
    static let mostBytes = 1_000

    /// Cleans a title. Entities are decoded even where plain text was promised, and where they were encoded twice.
    static func cleaned(_ raw: String, isHTML: Bool, of day: Day) -> String {
        var title = withoutCredit(raw.clamped(toBytes: 20 * mostBytes))
        if isHTML { title = Fragment(title).text }
        // By now a tag is text: only entities are decoded.
        for _ in 0..<2 where hasEntity(title) { title = Fragment(title.replacing("<", with: "&lt;")).text }
        if let (named, rest) = datePrefix(of: title), named == day, !rest.isEmpty { title = rest }
        return title.clamped(toBytes: mostBytes).oneLine
    }

    /// The day in front of `APOD: 2026 September 3 - A Title`, and the text behind it.
    static func datePrefix(of title: String) -> (day: Day, rest: String)? {
        var words = title.split(separator: " ")
        let isNamed = words.first.map { ["apod", "apod:"].contains($0.lowercased()) } ?? false
        if isNamed { words.removeFirst() }
        guard words.count >= 3 else { return nil }
        let date = words.prefix(3).map { $0.last.map { ",:".contains($0) } == true ? $0.dropLast() : $0 }
        var rest = words.dropFirst(3)
        let isSeparated = rest.isEmpty || words[2].last == ":" || rest.first.map(dashes.contains) == true
        guard isNamed || isSeparated, let day = day(date) else { return nil }
        if let first = rest.first, dashes.contains(first) { rest = rest.dropFirst() }
        return (day, rest.joined(separator: " "))
    }

    /// The day of `2026 September 4` or `September 4 2026`, in three words; a month may be cut to three letters.
    static func day(_ words: [Substring]) -> Day? {
        day(words[0], words[1], words[2]) ?? day(words[2], words[0], words[1])
    }

    private static func day(_ year: Substring, _ month: Substring, _ day: Substring) -> Day? {
        guard year.utf8.count == 4, let year = Int(year), day.utf8.count <= 2, let day = Int(day),
            let month = months.firstIndex(where: { $0.hasPrefix(month.lowercased()) && month.utf8.count >= 3 })
        else { return nil }
        return Day(year: year, month: month + 1, day: day)
    }

    private static func withoutCredit(_ raw: String) -> String {
        let lines = raw.split(whereSeparator: \.isNewline).map(\.oneLine).filter { !$0.isEmpty }
        guard let first = lines.first else { return "" }
        let own = lines.dropFirst().prefix { CreditLabel.length(in: $0) == 0 }
        let title = ([first] + own).joined(separator: " ")
        guard let tail = CreditLabel.tail(of: title), tail > 0 else { return title }
        return String(decoding: title.utf8.prefix(tail), as: UTF8.self).oneLine
    }

    private static func hasEntity(_ text: String) -> Bool {
        text.split(separator: "&", omittingEmptySubsequences: false).dropFirst().contains { piece in
            let name = piece.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") }
            return !name.isEmpty && piece.dropFirst(name.count).first == ";"
        }
    }

    private static let dashes: Set<Substring> = ["-", "–", "—", "|", ":"]

    /// The months' names, in lower case.
    static let months = Quantity.months.map { $0.lowercased() }
}
