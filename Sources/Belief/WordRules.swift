package import Days
internal import Hashing

/// The rules for a day's words, by themselves and beside those of other days: words that many days share are
/// nobody's. Pure.
package enum WordRules {
    /// An answer's words, as they are believed.
    package enum Reading: Equatable, Sendable {
        case believed(DayWords, Notice?)
        /// Never stored, whatever it lasts.
        case disbelieved(String)
    }

    /// Reads the words of an answer.
    ///
    /// - Parameters:
    ///   - ending: the paragraph that stands apart below the story.
    ///   - isSettled: whether the stored words settled or were accepted: what they share with others is no news.
    package static func read(
        _ answered: DayWords, ending: String? = nil, of day: Day, stored: DayWords? = nil, isSettled: Bool = false,
        isAccepted: Bool = false, beside shared: SharedParts
    ) -> Reading {
        var words = answered
        let settled = isSettled ? stored : nil
        if isAccepted { return .believed(words, nil) }
        if words.isProtected { return .disbelieved("its title is “\(words.title)”") }
        if shared.isShared(title: words.title), settled?.title != words.title {
            return .disbelieved("NASA gives many days the title “\(words.title)”")
        }
        if words.hasStory, shared.isShared(story: words.story), settled?.story != words.story {
            return .disbelieved("NASA gives many days the same story")
        }
        let notice = notice(in: words.story, ending, of: day, settled: settled?.story ?? "", shared)
        if let notice {
            words.story = notice.cutOff(words.story)
            if !words.hasStory { return .disbelieved("its story is nothing but a notice") }
        }
        if !words.hasStory, stored?.hasStory == true, shared.hasManyEmptied {
            return .disbelieved("the stories of many days are empty")
        }
        if stored == nil, words.hasStory, let other = shared.moved(words.story, to: day) {
            return .disbelieved("it has the story of \(other), which has another by now")
        }
        return .believed(words, notice)
    }

    /// The notice that neighbours newly share, or that was cut off a neighbour before.
    private static func notice(
        in story: String, _ ending: String?, of day: Day, settled: String, _ shared: SharedParts
    ) -> Notice? {
        var notice = Notice()
        let opening =
            shared.sharedBeginning(of: story)
            ?? shared.notices(near: day).lazy.compactMap(\.opening).first { story.hasPrefix($0) }
        if let opening, !settled.hasPrefix(opening) { notice.opening = opening }
        if let ending, story.hasSuffix(ending), !settled.hasSuffix(ending),
            shared.isShared(ending: ending) || shared.notices(near: day).contains(where: { $0.closing == ending })
        {
            notice.closing = ending
        }
        return notice == Notice() ? nil : notice
    }
}

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
