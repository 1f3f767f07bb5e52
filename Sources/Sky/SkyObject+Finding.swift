extension SkyObject {
    /// The objects that a text names, each once, in the order of the text.
    public static func found(in text: String) -> [SkyObject] {
        var finder = Finder(bytes: Array(text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8 : plain(text).utf8))
        return finder.all()
    }

    /// The text with quotes, hyphens and spaces as keyboards have them.
    private static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{2018}", "\u{2019}": plain.append("'")
            case "\u{201C}", "\u{201D}": plain.append("\"")
            case "\u{2010}"..."\u{2014}": plain.append("-")
            case "\u{A0}", "\u{2000}"..."\u{200A}", "\u{202F}": plain.append(" ")
            default: plain.append(scalar)
            }
        }
        return String(plain)
    }
}

/// Goes through a text word by word. A name begins with a capital, except vdB 152 and 47 Tucanae.
private struct Finder {
    let bytes: [UInt8]
    private var found: [SkyObject] = []
    private var known: Set<SkyObject> = []

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func all() -> [SkyObject] {
        var place = 0
        while place < bytes.count {
            guard bytes[place].isOfWord else {
                place += 1
                continue
            }
            var end = place
            while end < bytes.count, bytes[end].isOfWord { end += 1 }
            if bytes[place].beginsName { end = max(end, match(at: place, end)) }
            place = end
        }
        return found
    }

    /// Records an object named here; returns the offset to go on from.
    private mutating func match(at start: Int, _ end: Int) -> Int {
        let word = String(decoding: bytes[start..<end], as: UTF8.self)
        if let names = CommonNames.byFirstWord[word],
            let name = names.first(where: { isThere($0.rest, at: end) })
        {
            add(name.object)
            return end + name.rest.count
        }
        if let (catalogue, number, after) = numbered(word, end) {
            add(.numbered(catalogue, number))
            return after
        }
        return constellation(word, start, end) ?? end
    }

    private mutating func add(_ object: SkyObject) {
        let object = object.canonical
        if known.insert(object).inserted { found.append(object) }
    }

    /// Whether the text goes on with these words, and they end there.
    private func isThere(_ words: [UInt8], at place: Int) -> Bool {
        guard bytes[place...].starts(with: words) else { return false }
        let after = place + words.count
        return after == bytes.count || !bytes[after].isOfWord
    }

    // MARK: Numbers

    private static let catalogues: [String: Catalogue] = {
        var words: [String: Catalogue] = [:]
        for catalogue in Catalogue.allCases { for word in catalogue.words { words[word] = catalogue } }
        return words
    }()

    private func numbered(_ word: String, _ end: Int) -> (Catalogue, Int, after: Int)? {
        // Forms of Sharpless: Sh2-101, Sh 2-101, Sharpless 2-101.
        if word == "Sh2" { return number(.sharpless, at: end) }
        if word == "Sh" || word == "Sharpless", let two = skipSign(end), two < bytes.count,
            bytes[two] == UInt8(ascii: "2"),
            two + 1 < bytes.count, bytes[two + 1] == UInt8(ascii: "-")
        {
            return number(.sharpless, at: two + 1)
        }
        if let catalogue = Self.catalogues[word] { return number(catalogue, at: end) }
        // Forms without a space: M31, NGC7293.
        let letters = word.utf8.prefix { !$0.isDigit }
        guard letters.count < word.utf8.count, let catalogue = Self.catalogues[String(Substring(letters))],
            word.utf8.dropFirst(letters.count).allSatisfy(\.isDigit)
        else { return nil }
        return digits(catalogue, at: end - (word.utf8.count - letters.count))
    }

    private func number(_ catalogue: Catalogue, at place: Int) -> (Catalogue, Int, after: Int)? {
        skipSign(place).flatMap { digits(catalogue, at: $0) }
    }

    /// The offset behind one space or hyphen; `nil` for any other character.
    private func skipSign(_ place: Int) -> Int? {
        guard place < bytes.count, " -".utf8.contains(bytes[place]) else { return nil }
        return place + 1
    }

    private func digits(_ catalogue: Catalogue, at place: Int) -> (Catalogue, Int, after: Int)? {
        var (end, number) = (place, 0)
        while end < bytes.count, bytes[end].isDigit, end - place < 6 {
            number = number * 10 + Int(bytes[end] - 0x30)
            end += 1
        }
        guard end > place, (1...catalogue.count).contains(number) else { return nil }
        if end < bytes.count, bytes[end].isOfWord {
            // A letter behind the number means a part, as in NGC 6872A.
            let isPart = bytes[end].isCapital && (end + 1 == bytes.count || !bytes[end + 1].isOfWord)
            guard isPart, catalogue != .messier else { return nil }
        }
        // M2-9 is an object of Minkowski's, and M7.9 a solar flare.
        if end + 1 < bytes.count, bytes[end + 1].isDigit,
            bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: "."),
            catalogue == .messier
        {
            return nil
        }
        return (catalogue, number, end)
    }

    // MARK: Constellations

    private static let constellations: [String: [(rest: [UInt8], name: String)]] = {
        var names: [String: [(rest: [UInt8], name: String)]] = [:]
        for name in Constellation.names + Constellation.spellings.keys {
            let first = name.prefix { $0 != " " }
            let real = Constellation.spellings[name] ?? name
            names[String(first), default: []].append((Array(name.utf8.dropFirst(first.utf8.count)), real))
        }
        return names.mapValues { $0.sorted { $0.rest.count > $1.rest.count } }
    }()

    private mutating func constellation(_ word: String, _ start: Int, _ end: Int) -> Int? {
        guard let name = Self.constellations[word]?.first(where: { isThere($0.rest, at: end) }) else { return nil }
        let after = end + name.rest.count
        if Constellation.ambiguous.contains(name.name), !isCalledConstellation(start, after) { return nil }
        add(.constellation(name.name))
        return after
    }

    /// Whether the text says "constellation Orion", "constellation of the Orion", "Orion constellation".
    private func isCalledConstellation(_ start: Int, _ end: Int) -> Bool {
        let before = String(decoding: bytes[max(0, start - 60)..<start], as: UTF8.self).lowercased()
        if let place = before.range(of: "constellation")?.upperBound {
            let between = before[place...].split { !$0.isLetter }
            if between.allSatisfy({ ["s", "of", "the", "and", "named", "called"].contains($0) || $0.count > 3 }),
                between.count < 5
            {
                return true
            }
        }
        return bytes[end...].starts(with: " constellation".utf8) || bytes[end...].starts(with: " (constellation".utf8)
    }
}

extension StringProtocol {
    fileprivate func range(of words: String) -> Range<Index>? {
        let (mine, wanted) = (utf8, words.utf8)
        let start = mine.indices.first { mine[$0] == wanted.first && mine[$0...].starts(with: wanted) }
        return start.map { $0..<mine.index($0, offsetBy: wanted.count) }
    }
}

extension UInt8 {
    /// Whether the byte is part of a word; letters of other scripts, and accents, are.
    fileprivate var isOfWord: Bool { isDigit || isCapital || (0x61...0x7A).contains(self) || self >= 0x80 }
    fileprivate var beginsName: Bool { isCapital || isDigit || self == UInt8(ascii: "v") }
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
    fileprivate var isCapital: Bool { (0x41...0x5A).contains(self) }
}
