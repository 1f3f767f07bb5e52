internal import Credits
internal import Days
internal import Folder
internal import MirrorTree
internal import Settings
internal import Sky
@_spi(_Unicode) internal import Swift

/// Prints date, title and path of every picture whose title and explanation hold all the words, newest first.
struct Search: SessionAction {
    var words: [String]
    var amongFavorites = false
    /// The answer that the credit has to give about the picture's use; `nil` where that does not matter.
    var reuse: Reuse.Answer?
}

extension Search {
    static let row = Command(
        name: "search", arguments: .words, options: [.favorites, .reuse],
        help: "finds pictures by title and explanation",
        details: """
            Prints the date, title and path of every picture that has all the words. With --reuse words may be left out. What \
            a credit says of a picture's use is never taken for more than it says: show tells the words that decided.
            """,
        action: Search.init)

    init(_ words: CommandWords) throws(UsageError) {
        (self.words, amongFavorites) = (words.arguments, words.has(.favorites))
        guard let text = words.value(.reuse) else {
            if self.words.isEmpty { throw words.error("search needs a word to look for.") }
            return
        }
        reuse = Reuse.Answer(rawValue: text)
        if reuse == nil { throw words.error("--reuse is nasa, cc, copyright or not-said, not “\(text)”.") }
    }

    func run(_ session: Session) throws -> ExitCode {
        let tree = try session.tree()
        let favorites = amongFavorites ? Set((try tree.favoritesRecord()?.favorites ?? [:]).keys) : nil
        let query = SearchQuery(words)
        var found = 0
        for day in try tree.listing().presentDays.reversed() where favorites?.contains(day) ?? true {
            guard let json = try? tree.root.read(Tree.metadataPath(day)), query.mayMatch(json),
                let metadata = try? Metadata(json, of: day), let file = metadata.mirror.picture?.file,
                metadata.mirror.state != .hidden, query.matches(metadata),
                reuse.map({ metadata.reuse.answer == $0 }) ?? true
            else { continue }
            found += 1
            session.output.line("\(day)  \(metadata.title)")
            session.output.line("            \(session.shown(tree.path(of: file, day: day)))")
        }
        if found == 0 {
            let kind = amongFavorites ? "favorite" : "picture"
            let wanted = [
                reuse.map { "a credit that says: \($0.name)" },
                words.isEmpty
                    ? nil : "\(words.count == 1 ? "the word" : "all the words") \(words.joined(separator: " "))",
            ]
            session.output.complain("No \(kind) has \(wanted.compactMap(\.self).joined(separator: ", and ")).")
            return .notAllWell
        }
        return .fine
    }
}

// MARK: - The words that are searched

/// Words that must all stand in a day's title or story, without regard to case and accents. If together they name a
/// thing in the sky, any other of its names matches, too.
struct SearchQuery {
    private let words: [[UInt8]]
    /// The words that stand in JSON as they are, without escapes.
    private let plain: [[UInt8]]
    private let object: SkyObject?
    /// The words of each name of ``object``.
    private let names: [[[UInt8]]]

    init(_ words: [String]) {
        object = SkyObject(named: words.joined(separator: " "))
        // A catalogue number follows its letters with or without a space.
        names = (object?.names ?? []).map { name in
            name.split(whereSeparator: { " -'".contains($0) }).map { Self.folded(Array($0.utf8)) }
        }
        self.words = words.map { Self.folded(Array($0.utf8)) }.filter { !$0.isEmpty }
        plain = self.words.filter { !$0.contains(where: Self.isEscaped) }
    }

    /// Whether a day's JSON may have the words. Every search reads thirty years, and this check of the bytes saves
    /// parsing most days.
    func mayMatch(_ json: [UInt8]) -> Bool {
        // An escape may stand for any letter.
        if json.offset(of: Array("\\u".utf8)) != nil { return true }
        let folded = Self.folded(json)
        return Self.holds(plain, in: folded) || names.contains { Self.holds($0, in: folded) }
    }

    func matches(_ metadata: Metadata) -> Bool {
        let text = metadata.title + "\n" + metadata.explanation
        return Self.holds(words, in: Self.folded(Array(text.utf8)))
            || object.map { SkyObject.found(in: text).contains($0) } ?? false
    }

    private static func holds(_ words: [[UInt8]], in text: [UInt8]) -> Bool {
        words.allSatisfy { text.offset(of: $0) != nil }
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(byte)
    }

    /// Text as it is compared: without case and accents.
    private static func folded(_ text: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(text.count)
        var next = 0
        while next < text.count {
            let byte = text[next]
            if byte < 0x80 {
                plain.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
                next += 1
            } else {
                // Letters beyond ASCII are rare in a story, so the slow way is good enough.
                let end: Int = text[next...].firstIndex { $0 < 0x80 } ?? text.count
                for scalar in String(decoding: text[next..<end], as: UTF8.self).lowercased()._nfd
                where scalar.properties.generalCategory != .nonspacingMark {
                    plain += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                }
                next = end
            }
        }
        return plain
    }
}
