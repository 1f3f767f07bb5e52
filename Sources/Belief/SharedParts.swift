package import Days

/// The parts that the texts of a pass share, by their hashes: an archive's worth of texts would fill the memory.
package struct SharedParts: Sendable {
    /// The first day that has each part. Nearly all parts are of one day, and an archive has a hundred thousand.
    private var first: [Part: Day] = [:]
    private var others: [Part: [Day]] = [:]
    /// The parts that four days within the window share.
    private var dense: Set<Part> = []
    private var answered: Set<Day> = []
    /// The stories of stored days.
    private var stored: [Part: [Day]] = [:]
    private var notices: [Day: Notice] = [:]

    /// A hash of what kind of part it is and of its letters and digits.
    private typealias Part = UInt64

    private enum Kind: UInt8 {
        case title, story, beginning, ending, emptied
    }

    package init() {}

    // MARK: - What was answered, and what is stored

    /// Adds what NASA says of a day.
    ///
    /// - Parameter ending: what stands apart below the story.
    package mutating func add(_ words: DayWords, ending: String?, of day: Day) {
        answered.insert(day)
        if !words.title.isEmpty { add(Self.part(.title, words.title.utf8), of: day) }
        guard words.hasStory else { return }
        add(Self.part(.story, words.story.utf8), of: day)
        for beginning in Beginnings(words.story).offsets {
            add(Self.part(.beginning, words.story.utf8.prefix(beginning)), of: day)
        }
        if let ending { add(Self.part(.ending, ending.utf8), of: day) }
    }

    /// Adds what is stored of a day that is asked about.
    package mutating func add(stored words: DayWords, notice: Notice?, of day: Day) {
        if words.hasStory { stored[Self.part(.story, words.story.utf8), default: []].append(day) }
        notices[day] = notice
    }

    /// Notes that a day had a story, and its answer has none.
    package mutating func add(emptied day: Day) {
        add(Self.part(.emptied, []), of: day)
    }

    private mutating func add(_ part: Part, of day: Day) {
        guard let first = first[part] else {
            self.first[part] = day
            return
        }
        guard first != day, others[part]?.contains(day) != true else { return }
        others[part, default: []].append(day)
        let known = days(of: part)
        guard known.count >= Limits.dense, !dense.contains(part) else { return }
        let isDense = zip(known, known.dropFirst(Limits.dense - 1)).contains { first, last in
            first.distance(to: last) < Limits.window
        }
        if isDense { dense.insert(part) }
    }

    /// The days that have a part, the oldest first.
    private func days(of part: Part) -> [Day] { first[part].map { ([$0] + others[part, default: []]).sorted() } ?? [] }

    // MARK: - What is shared

    func isShared(title: String) -> Bool { !title.isEmpty && dense.contains(Self.part(.title, title.utf8)) }
    func isShared(story: String) -> Bool { dense.contains(Self.part(.story, story.utf8)) }
    func isShared(ending: String) -> Bool { dense.contains(Self.part(.ending, ending.utf8)) }
    var hasManyEmptied: Bool { dense.contains(Self.part(.emptied, [])) }

    /// The longest beginning of a story that others share.
    func sharedBeginning(of story: String) -> String? {
        if dense.isEmpty { return nil }
        let shared = Beginnings(story).offsets.last { dense.contains(Self.part(.beginning, story.utf8.prefix($0))) }
        return shared.map { String(decoding: story.utf8.prefix($0), as: UTF8.self) }
    }

    /// The notices that were cut off the stories of stored neighbours.
    func notices(near day: Day) -> some Sequence<Notice> {
        notices.lazy.filter { other, _ in other != day && abs(other.distance(to: day)) < Limits.window }.map(\.value)
    }

    /// Another day that is answered with that story.
    package func other(than day: Day, with story: String) -> Day? {
        days(of: Self.part(.story, story.utf8)).first { $0 != day }
    }

    /// A day near by that has this story stored, and is answered otherwise by now: dates moved under the stories.
    func moved(_ story: String, to day: Day) -> Day? {
        let part = Self.part(.story, story.utf8)
        return stored[part]?.filter { other in
            other != day && abs(other.distance(to: day)) <= Limits.twins
                && answered.contains(other) && !days(of: part).contains(other)
        }.min()
    }

    /// Spaces and signs do not count, since they differ between the shapes of one text.
    private static func part(_ kind: Kind, _ text: some Sequence<UInt8>) -> Part {
        var hash: UInt64 = (0xCBF2_9CE4_8422_2325 ^ UInt64(kind.rawValue)) &* 0x0000_0100_0000_01B3
        for byte in text {
            let isLetter = byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
            guard isLetter else { continue }
            hash = (hash ^ UInt64(byte >= 0x80 ? byte : byte | 0x20)) &* 0x0000_0100_0000_01B3
        }
        return hash
    }
}

/// The beginnings of a story that may be a notice: whole sentences, of enough letters.
struct Beginnings {
    /// Where they end, in bytes of UTF-8, the shortest first.
    let offsets: [Int]

    private static let most = 9

    init(_ story: String) {
        var offsets: [Int] = []
        var (letters, isEnd, offset) = (0, false, 0)
        for byte in story.utf8 {
            switch byte {
            case UInt8(ascii: "."), UInt8(ascii: "?"), UInt8(ascii: "!"):
                isEnd = true
            case UInt8(ascii: " ") where isEnd:
                if letters >= Limits.fewestLetters { offsets.append(offset) }
                isEnd = false
            // A quotation mark or bracket that closes behind the sentence belongs to it.
            case UInt8(ascii: "\""), UInt8(ascii: ")"), UInt8(ascii: "'"):
                break
            default:
                if byte < 0x80 { isEnd = false }
            }
            if byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) { letters += 1 }
            offset += 1
            if offsets.count == Self.most { break }
        }
        if offsets.count < Self.most, letters >= Limits.fewestLetters { offsets.append(offset) }
        self.offsets = offsets
    }
}
