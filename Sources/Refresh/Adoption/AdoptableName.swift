package import Days

/// A path in somebody's collection as a witness for the day whose picture the file may be: days that are written in its name or
/// its folders, and the names by which NASA may have published it. Pure: whether it is that picture, only its bytes tell.
package struct AdoptableName: Equatable, Sendable {
    /// The days that are written in the path, the nearest to its end first.
    package var days: [Day]
    package let spelling: Spelling
    /// The spellings of what is left where days, or words that other programs put in front, are left out.
    package let endings: [Spelling]

    /// A name in small letters and digits alone, without a suffix: two addresses of one picture, and most names that programs
    /// gave it, have the same.
    package struct Spelling: Hashable, Sendable {
        package let whole: String
        /// The same without the size that NASA and others put behind a name (`M64_Webb_1024.jpg`); as ``whole`` without one.
        package let sizeless: String

        /// Whether both are one name, of which one may be of another size. Two that end in different numbers are not: these may be
        /// years, or a catalogue's.
        package func isSame(as other: Spelling) -> Bool {
            !whole.isEmpty && (whole == other.whole || whole == other.sizeless || sizeless == other.whole)
        }

        init(_ stem: Substring) {
            whole = AdoptableName.letters(of: stem)
            let shorter = AdoptableName.letters(of: AdoptableName.withoutSize(stem))
            sizeless = shorter.utf8.count < AdoptableName.shortest ? whole : shorter
        }

        /// The texts by which a name may be found.
        package var texts: Set<String> { Set([whole, sizeless]).subtracting([""]) }
    }

    /// - Parameter path: the file's path below the folder that is searched.
    package init(_ path: String) {
        let parts = path.split(separator: "/").map(String.init)
        var days: [Day] = []
        for found in parts.reversed().flatMap(Self.days) where !days.contains(found) { days.append(found) }
        // `2026/07/04/picture.jpg`, and `2026/07/04.jpg`
        for last in [parts.dropLast().suffix(3), parts.suffix(3)] {
            for found in Self.days(in: last.joined(separator: "-")) where !days.contains(found) { days.append(found) }
        }
        self.days = days
        let name = parts.last ?? ""
        spelling = Self.spelling(name)
        endings = Self.endings(of: name)
    }

    package static func spelling(_ name: String) -> Spelling { Spelling(stem(name)) }

    /// The spelling of a title, of which every full stop is a part.
    package static func spelling(ofTitle title: String) -> Spelling { Spelling(title[...]) }

    /// The spelling of the last part of an address.
    package static func spelling(ofAddress address: String) -> Spelling {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let name = Array((path.split(separator: "/").last ?? "").utf8)
        return spelling(String(decoding: PercentEncoding.decoded(name[...]), as: UTF8.self))
    }

    /// Shorter words are in too many names.
    private static let shortest = 4
    private static let mostEndings = 12

    private static func endings(of name: String) -> [Spelling] {
        var endings: [Spelling] = []
        var rest = stem(name)
        while endings.count < mostEndings, let mark = rest.firstIndex(where: { "_- .".contains($0) }) {
            rest = rest[rest.index(after: mark)...]
            let ending = Spelling(rest)
            if ending.whole.utf8.count >= shortest, endings.last != ending { endings.append(ending) }
        }
        return endings
    }

    private static func stem(_ name: String) -> Substring {
        let end = name.lastIndex(of: ".") ?? name.endIndex
        // The suffix of a title that was written without one is not its last sentence.
        return name[end...].utf8.count <= 5 ? name[..<end] : name[...]
    }

    /// `M64_Webb_1024` → `M64_Webb`, `a-1024x683` → `a`, `a-scaled` → `a`
    private static func withoutSize(_ stem: Substring) -> Substring {
        guard let mark = stem.lastIndex(where: { "_- ".contains($0) }) else { return stem }
        let sides = stem[stem.index(after: mark)...].split(separator: "x", omittingEmptySubsequences: false)
        let isSize = (1...2).contains(sides.count) && sides.allSatisfy { isNumber($0) && (3...5).contains($0.count) }
        return isSize || sides == ["scaled"] ? stem[..<mark] : stem
    }

    private static func letters(of text: Substring) -> String {
        String(text.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    // MARK: Days

    /// The days that are written in a name: `2026-07-04`, `2026_07_04`, `20260704`, `260704` and `ap260704`.
    private static func days(in name: String) -> [Day] {
        var days: [Day] = []
        let runs = name.split { !("0"..."9").contains($0) }
        for (number, run) in runs.enumerated() {
            switch run.count {
            case 8: days += [day(run.prefix(4), run.dropFirst(4).prefix(2), run.suffix(2))].compactMap(\.self)
            case 6: days += [Day(sixDigits: run).flatMap(published)].compactMap(\.self)
            case 4 where number + 2 < runs.count:
                days += [day(run, runs[number + 1], runs[number + 2])].compactMap(\.self)
            default: break
            }
        }
        return days
    }

    private static func day(_ year: Substring, _ month: Substring, _ day: Substring) -> Day? {
        guard month.count == 2, day.count == 2 else { return nil }
        return Day("\(year)-\(month)-\(day)").flatMap(published)
    }

    private static func published(_ day: Day) -> Day? { day >= .first ? day : nil }

    private static func isNumber(_ text: Substring) -> Bool { text.allSatisfy { ("0"..."9").contains($0) } }
}
