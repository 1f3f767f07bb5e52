internal import Days
internal import Hashing
internal import MirrorTree
internal import NASA
internal import Words

/// Words of stored days that NASA changed: each change is believed by itself or not, and many old ones at once are an
/// accident. Pure.
enum Corrections {
    /// The most days older than ``Replacements/settledAfter`` whose words are corrected in one pass; more are believed
    /// one by one, by the owner.
    static let limit = 3

    /// The words of one day.
    struct Words: Equatable, Sendable {
        var title: String
        var story: String
        var credit: String

        /// The SHA-256 of the words, by which a dispute knows them again.
        var digest: String {
            var sum = SHA256()
            sum.update(Array([title, story, credit].joined(separator: "\n\n").utf8))
            return sum.finish()
        }

        fileprivate var text: String { [title, story, credit].joined(separator: "\n") }
    }

    /// Other words for a stored day.
    struct Change: Sendable {
        var day: Day
        var new: Words
        var former: Words
        /// Whether the stored words came from another source, whose shape may have other words for the same.
        var isOfOtherSource = false
        /// Whether other words of the day were held back before.
        var wasHeld = false
        /// Whether the stored words came without NASA's, which was never asked about the day.
        var isOfUnverifiedDay = false

        /// Whether it is quite another story, as when a draft gives way to the final text.
        fileprivate var isAnother: Bool {
            isShrunk(new.story, from: former.story) || wasHeld && !isKin(new.story, former.story)
        }
    }

    // MARK: - A change by itself

    /// The reason not to believe a change, whatever its company; `nil` when it is believed.
    ///
    /// - Parameter isYoung: the story may have been a draft, which a shorter one replaces.
    static func doubt(_ new: Words, replacing former: Words, isYoung: Bool = false) -> String? {
        if isAccident(former) { return nil }
        if isEmpty(new.story) { return "the new story is empty" }
        if isProtected(new) { return "the new title is “\(new.title)”" }
        if isEncodedTwice(new, insteadOf: former) { return "the new words are encoded twice" }
        if isExcerpt(new.story, of: former.story) { return "the new story is only the beginning of the stored one" }
        return !isYoung && isShrunk(new.story, from: former.story)
            ? "the new story has under half the length of the stored one" : nil
    }

    /// Whether NASA may still write the final text of a day.
    static func isYoung(_ day: Day, on today: Day) -> Bool { day.distance(to: today) <= Replacements.settledAfter }

    private static func isShrunk(_ new: String, from former: String) -> Bool {
        meaning(new).utf8.count * 2 < meaning(former).utf8.count
    }

    /// Whether stored words are such as an accident leaves: whatever comes in their place is welcome.
    private static func isAccident(_ words: Words) -> Bool { isEmpty(words.story) || isProtected(words) }

    /// Whether other letters or digits say anything else. Spaces, quotation marks and dashes differ between the shapes
    /// of one text.
    static func isChanged(_ new: Words, _ former: Words) -> Bool {
        [(new.title, former.title), (new.story, former.story), (new.credit, former.credit)].contains {
            $0 != $1 && meaning($0) != meaning($1)
        }
    }

    /// Whether most words of a story are still there: then it is the same story, as another shape of it or corrected.
    static func isKin(_ new: String, _ former: String) -> Bool {
        let (new, former) = (vocabulary(new), vocabulary(former))
        return !former.isEmpty && new.intersection(former).count * 2 > max(new.count, former.count)
    }

    private static func vocabulary(_ text: String) -> Set<String> {
        Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
    }

    /// The letters and digits of a text, in lower case.
    static func meaning(_ text: String) -> String {
        String(text.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    private static func isEmpty(_ story: String) -> Bool { meaning(story).isEmpty }

    /// WordPress publishes a post with a password under this title, without its text.
    private static func isProtected(_ words: Words) -> Bool {
        ["Protected:", "Private:"].contains { words.title.hasPrefix($0) }
    }

    private static func isExcerpt(_ new: String, of former: String) -> Bool {
        let ends = ["…", "...", "[…]", "[...]", "[&hellip;]"]
        guard ends.contains(where: { new.hasSuffix($0) }), !ends.contains(where: { former.hasSuffix($0) })
        else { return false }
        let (story, stored) = (meaning(new), meaning(former))
        return story != stored && stored.hasPrefix(story)
    }

    // MARK: - Texts that were encoded twice

    private static func isEncodedTwice(_ new: Words, insteadOf former: Words) -> Bool {
        // NASA's own texts have such a trace now and then; an accident leaves one for most quotation marks and letters.
        if traces(in: new.text) > traces(in: former.text) + 1 { return true }
        // Cleaning may have removed the control characters that show it.
        let text = meaning(new.text)
        return text != meaning(former.text)
            && [true, false].contains { meaning(misread(former.text, asWindows: $0)) == text }
    }

    /// Whether a story that was encoded twice is NASA's own again.
    private static func isDecoded(_ new: Words, insteadOf former: Words) -> Bool {
        traces(in: new.text) < traces(in: former.text) && isKin(new.story, former.story)
    }

    /// The number of visible entities and tags, of characters that could not be read, and of those whose UTF-8 was read
    /// as another encoding.
    static func traces(in text: String) -> Int {
        lost(in: text) + tags(in: text) + entities(in: text) + misreadings(in: text)
    }

    private static func tags(in text: String) -> Int {
        ["</", "<a ", "<br", "<p>"].reduce(0) { $0 + text.ranges(of: $1).count }
    }

    private static func entities(in text: String) -> Int {
        text.split(separator: "&", omittingEmptySubsequences: false).dropFirst().count { part in
            var name = part.prefix(10).prefix { $0 != ";" }
            guard name.count < part.count, part.dropFirst(name.count).first == ";" else { return false }
            guard name.first == "#" else { return name.count > 1 && name.allSatisfy { $0.isASCII && $0.isLetter } }
            name = name.dropFirst()
            if name.first == "x" || name.first == "X" { name = name.dropFirst() }
            return !name.isEmpty && name.allSatisfy(\.isHexDigit)
        }
    }

    /// The number of places where characters stand side by side that are the bytes of one UTF-8 character.
    private static func misreadings(in text: String) -> Int {
        let bytes = text.unicodeScalars.map { byte(of: $0) ?? 0 }
        return bytes.indices.count { index in
            let length =
                switch bytes[index] {
                case 0xC3...0xDF: 2
                case 0xE2...0xEF: 3
                case 0xF0...0xF4: 4
                // A no-break space or a sign of Latin-1, as in "Â°".
                case 0xC2: 2
                default: 0
                }
            guard length > 0, index + length <= bytes.count else { return false }
            return bytes[(index + 1)..<(index + length)].allSatisfy { (0x80...0xBF).contains($0) }
        }
    }

    /// The UTF-8 of a text, read as Windows-1252 or Latin-1.
    private static func misread(_ text: String, asWindows: Bool) -> String {
        asWindows
            ? Windows1252.text(text.utf8)
            : String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) }))
    }

    /// The byte that Windows-1252 or Latin-1 reads as a character; `nil` for ASCII and for all other characters.
    private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        if scalar.isASCII { return nil }
        if let place = Windows1252.characters.firstIndex(of: scalar.value) { return UInt8(0x80 + place) }
        return UInt8(exactly: scalar.value)
    }

    // MARK: - Texts with characters that were lost

    /// Whether words are the stored ones with characters that could not be read: each U+FFFD stands where the stored
    /// words have a letter beyond ASCII, a sign or a space, and all other letters and digits are the same. NASA's two
    /// servers have such words of one day.
    static func isLessReadable(_ new: Words, than former: Words) -> Bool {
        guard lost(in: new.text) > lost(in: former.text) else { return false }
        return [(new.title, former.title), (new.story, former.story), (new.credit, former.credit)].allSatisfy {
            isLessReadable($0, than: $1)
        }
    }

    private static func isLessReadable(_ new: String, than former: String) -> Bool {
        var rest = meaning(former)[...]
        for character in new.lowercased() {
            if character == "\u{FFFD}" {
                if rest.first?.isASCII == false { rest.removeFirst() }
            } else if character.isLetter || character.isNumber, rest.popFirst() != character {
                return false
            }
        }
        return rest.isEmpty
    }

    private static func lost(in text: String) -> Int { text.unicodeScalars.count { $0 == "\u{FFFD}" } }

    // MARK: - All changes of a pass

    /// The days whose changes are not believed beside the others of a pass, with the reason.
    ///
    /// - Parameters:
    ///   - answers: the stories of all answers, so that one day's are not stored for another.
    ///   - disputed: the days of this pass whose words are disputed by themselves, and only of late.
    static func doubts(
        about changes: [Change], beside answers: Stories, disputed: Set<Day> = [], today: Day
    ) -> [Day: String] {
        // Days that share a stored story got it by an accident that is over now.
        let formers = Dictionary(grouping: changes, by: { meaning($0.former.story) }).mapValues(\.count)
        let titles = Dictionary(grouping: changes, by: { meaning($0.new.title) }).mapValues(\.count)
        // Words that NASA was never asked about are no witnesses for its words.
        let changes = changes.filter { isChanged($0.new, $0.former) && !$0.isOfUnverifiedDay }
        // Days that take each other's stories are no witnesses for one another.
        let changing = disputed.union(changes.map(\.day))
        let doubtable = changes.filter { change in
            !isAccident(change.former) && !isDecoded(change.new, insteadOf: change.former)
                && formers[meaning(change.former.story)] == 1
                && answers.other(than: change.day, with: change.former.story, butOf: changing) == nil
                && !isExcerpt(change.former.story, of: change.new.story)
        }
        var doubts: [Day: String] = [:]
        func doubt(_ changes: [Change], _ reason: String) {
            for change in changes where doubts[change.day] == nil { doubts[change.day] = reason }
        }
        for change in doubtable {
            let hasOtherTitle = meaning(change.new.title) != meaning(change.former.title)
            if meaning(change.new.story) != meaning(change.former.story),
                let other = answers.other(than: change.day, with: change.new.story)
            {
                doubts[change.day] = "the new story is that of \(other)"
            } else if hasOtherTitle, !meaning(change.new.title).isEmpty,
                titles[meaning(change.new.title), default: 0] > 1
            {
                doubts[change.day] = "NASA gives several days the title “\(change.new.title)”"
            }
        }
        let spoiled = doubtable.filter { traces(in: $0.new.text) > traces(in: $0.former.text) }
        if spoiled.count + disputed.count > 1 { doubt(spoiled, "the new words of several days are encoded twice") }
        let counted = doubtable.filter {
            !isYoung($0.day, on: today) && (!$0.isOfOtherSource || !isKin($0.new.story, $0.former.story))
        }
        let old = disputed.filter { !isYoung($0, on: today) }.union(counted.map(\.day))
        if old.count > limit {
            doubt(
                counted,
                "NASA changed the words of \(old.count) days older than \(Replacements.settledAfter) days at once")
        }
        // A final text comes alone; an accident strikes the other young days as well.
        let another = doubtable.filter { change in
            let isMoved = formers[meaning(change.new.story)] != nil && !isKin(change.new.story, change.former.story)
            return (change.isAnother || isMoved) && doubts[change.day] == nil && isYoung(change.day, on: today)
        }
        if another.count > limit || disputed.union(doubts.keys).contains(where: { isYoung($0, on: today) }) {
            doubt(another, "NASA changed the stories of several new days at once")
        }
        return doubts
    }

    /// Whether a dispute about words belongs to an accident that may be going on, so that it counts among the changes of
    /// a pass. An accident that lasts brings a new block's disputes each day; an older dispute, which the owner has left
    /// as it is, says nothing of today's changes. A young day's dispute is recent by itself.
    static func isRecent(_ dispute: Disputes.Dispute, about day: Day, now: Timestamp, today: Day) -> Bool {
        isYoung(day, on: today) || now < dispute.since + 86_400
    }

    /// The stories of the answers in a pass, by their hashes: an archive's worth of texts would fill the memory.
    struct Stories: Sendable {
        private var days: [Int: Set<Day>] = [:]

        mutating func record(_ story: String, of day: Day) {
            let story = meaning(story)
            // Two days are enough to know of each other.
            if !story.isEmpty, days[story.hashValue, default: []].count < 2 {
                days[story.hashValue, default: []].insert(day)
            }
        }

        /// Another day with that story, should one have it.
        func other(than day: Day, with story: String, butOf others: Set<Day> = []) -> Day? {
            days[meaning(story).hashValue]?.subtracting(others).filter { $0 != day }.min()
        }
    }
}

extension Corrections.Words {
    init(_ metadata: Metadata) {
        self.init(
            title: metadata.title, story: metadata.explanation,
            credit: metadata.mirror.credit ?? metadata.copyright ?? "")
    }

    /// The words of an entry. A title or credit that is missing is the stored one.
    init(_ entry: Entry, beside stored: Metadata) {
        let former = Self(stored)
        self.init(
            title: entry.title.isEmpty ? former.title : entry.title, story: entry.explanation,
            credit: entry.credit ?? former.credit)
    }
}
