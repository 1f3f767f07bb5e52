package import Days

/// The parts that the texts of a pass share, by their hashes: an archive's worth of texts would fill the memory.
package struct SharedParts: Sendable {
    /// The days of each part, and the parts that are dense.
    private var days: [Part: Sightings] = [:]
    private var dense: Set<Part> = []
    private var answered: [Int: [Day]] = [:]
    private var answeredDays: Set<Day> = []
    /// Stories of stored days, and the days whose answer is another by now.
    private var stored: [Int: [Day]] = [:]
    private var notices: [Day: Notice] = [:]
    /// Days that had a story, and have none by now.
    private var emptied: [Day] = []

    /// The days that have one part. Nearly all parts are of one day, which takes no array.
    private struct Sightings {
        let first: Day
        var others: [Day] = []
    }

    private enum Part: Hashable {
        case title(Int), story(Int), beginning(Int), ending(Int), emptied
    }

    package init() {}

    // MARK: - What was answered, and what is stored

    /// Adds what NASA says of a day.
    ///
    /// - Parameter ending: what stands apart below the story.
    package mutating func add(_ words: DayWords, ending: String?, of day: Day) {
        answeredDays.insert(day)
        if !words.title.isEmpty { add(.title(Self.hash(words.title)), of: day) }
        guard words.hasStory else { return }
        let story = Self.hash(words.story)
        add(.story(story), of: day)
        answered[story, default: []].append(day)
        for beginning in Beginnings(words.story).offsets {
            add(.beginning(Self.hash(words.story.utf8.prefix(beginning))), of: day)
        }
        if let ending { add(.ending(Self.hash(ending)), of: day) }
    }

    /// Adds what is stored of a day that is asked about.
    package mutating func add(stored words: DayWords, notice: Notice?, of day: Day) {
        if words.hasStory { stored[Self.hash(words.story), default: []].append(day) }
        notices[day] = notice
    }

    /// Notes that a day had a story, and its answer has none.
    package mutating func add(emptied day: Day) {
        add(.emptied, of: day)
    }

    private mutating func add(_ part: Part, of day: Day) {
        guard var seen = days[part] else {
            days[part] = Sightings(first: day)
            return
        }
        guard seen.first != day, !seen.others.contains(day) else { return }
        seen.others.append(day)
        days[part] = seen
        guard seen.others.count + 1 >= Limits.dense, !dense.contains(part) else { return }
        let known = ([seen.first] + seen.others).sorted()
        let isDense = zip(known, known.dropFirst(Limits.dense - 1)).contains { first, last in
            first.distance(to: last) < Limits.window
        }
        if isDense { dense.insert(part) }
    }

    // MARK: - What is shared

    func isShared(title: String) -> Bool { !title.isEmpty && dense.contains(.title(Self.hash(title))) }
    func isShared(story: String) -> Bool { dense.contains(.story(Self.hash(story))) }
    func isShared(ending: String) -> Bool { dense.contains(.ending(Self.hash(ending))) }
    var hasManyEmptied: Bool { dense.contains(.emptied) }

    /// The longest beginning of a story that others share.
    func sharedBeginning(of story: String) -> String? {
        if dense.isEmpty { return nil }
        let shared = Beginnings(story).offsets.last { dense.contains(.beginning(Self.hash(story.utf8.prefix($0)))) }
        return shared.map { String(decoding: story.utf8.prefix($0), as: UTF8.self) }
    }

    /// The notices that were cut off the stories of stored neighbours.
    func notices(near day: Day) -> some Sequence<Notice> {
        notices.lazy.filter { other, _ in other != day && abs(other.distance(to: day)) < Limits.window }.map(\.value)
    }

    /// Another day that is answered with that story.
    package func other(than day: Day, with story: String) -> Day? {
        answered[Self.hash(story)]?.filter { $0 != day }.min()
    }

    /// A day near by that has this story stored, and is answered otherwise by now: dates moved under the stories.
    func moved(_ story: String, to day: Day) -> Day? {
        let hash = Self.hash(story)
        return stored[hash]?.filter { other in
            other != day && abs(other.distance(to: day)) <= Limits.twins
                && answered[hash]?.contains(other) != true && answeredDays.contains(other)
        }.min()
    }

    /// A hash of letters and digits: spaces and signs differ between the shapes of one text.
    private static func hash(_ text: String) -> Int { hash(text.utf8[...]) }

    private static func hash(_ text: some Sequence<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text {
            let isLetter = byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
            guard isLetter else { continue }
            hash = (hash ^ UInt64(byte >= 0x80 ? byte : byte | 0x20)) &* 0x0000_0100_0000_01B3
        }
        return Int(truncatingIfNeeded: hash)
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
