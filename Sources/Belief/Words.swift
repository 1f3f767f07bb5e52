internal import Hashing
internal import Words

/// The words of one day.
package struct DayWords: Equatable, Sendable {
    package var title: String
    package var story: String
    package var credit: String

    package init(title: String, story: String, credit: String = "") {
        (self.title, self.story, self.credit) = (title, story, credit)
    }

    /// Tells these words from others. Spaces, quotation marks and dashes differ between the shapes of one text.
    package var key: String {
        SHA256.hash(Array([title, story, credit].map(Self.lettersAndDigits).joined(separator: "\n").utf8))
    }

    /// Whether these words say the same, whatever their shape.
    package func saysTheSame(as other: Self) -> Bool {
        self == other
            || [(title, other.title), (story, other.story), (credit, other.credit)].allSatisfy {
                $0 == $1 || Self.lettersAndDigits($0) == Self.lettersAndDigits($1)
            }
    }

    /// The letters and digits of a text, in lower case.
    package static func lettersAndDigits(_ text: String) -> String {
        String(text.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// Whether most words of a story are still there: then it is the same story, as another shape of it or corrected.
    package func sharesMostWords(with other: Self) -> Bool {
        let (mine, others) = (Self.vocabulary(story), Self.vocabulary(other.story))
        return !others.isEmpty && mine.intersection(others).count * 2 > max(mine.count, others.count)
    }

    private static func vocabulary(_ text: String) -> Set<String> {
        Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
    }

    package var hasStory: Bool { story.contains { $0.isLetter || $0.isNumber } }

    /// WordPress publishes a post with a password under this title, without its text.
    package var isProtected: Bool { ["Protected:", "Private:"].contains { title.hasPrefix($0) } }

    var text: String { [title, story, credit].joined(separator: "\n") }
}

/// A text that was cut off a story, since many stories had it: a notice of the page's, and no words of the day.
package struct Notice: Codable, Equatable, Sendable {
    package var opening: String?
    package var closing: String?

    package init(opening: String? = nil, closing: String? = nil) {
        (self.opening, self.closing) = (opening, closing)
    }

    /// The story without it.
    package func cutOff(_ story: String) -> String {
        var story = story
        if let opening, story.hasPrefix(opening) { story = String(story.dropFirst(opening.count)).trimmingSpace }
        if let closing, story.hasSuffix(closing) { story = String(story.dropLast(closing.count)).trimmingSpace }
        return story
    }
}
