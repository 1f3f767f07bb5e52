package import Days

/// The rules for a day's words, by themselves and beside those of other days: words that many days share are
/// nobody's. Pure.
package enum WordRules {
    /// An answer's words, as they are believed.
    package enum Reading: Equatable, Sendable {
        case believed(DayWords, Notice?)
        /// Never stored, whatever it lasts.
        case disbelieved(String)
    }

    /// The facts of a day when its answer is read.
    package struct Case: Sendable {
        package var day: Day
        package var words: DayWords
        /// The paragraph that stands apart below the story.
        package var ending: String?
        /// The stored words.
        package var stored: DayWords?
        /// Whether the stored words settled or were accepted, so that it is no news what they share with others.
        package var isSettled = false
        package var isAccepted = false

        package init(
            day: Day, words: DayWords, ending: String? = nil, stored: DayWords? = nil, isSettled: Bool = false,
            isAccepted: Bool = false
        ) {
            self.day = day
            self.words = words
            self.ending = ending
            self.stored = stored
            self.isSettled = isSettled
            self.isAccepted = isAccepted
        }

        fileprivate func had(_ part: (DayWords) -> Bool) -> Bool { isSettled && stored.map(part) == true }
    }

    package static func read(_ day: Case, beside shared: SharedParts) -> Reading {
        var words = day.words
        if day.isAccepted { return .believed(words, nil) }
        if words.isProtected { return .disbelieved("its title is “\(words.title)”") }
        if shared.isShared(title: words.title), !day.had({ $0.title == words.title }) {
            return .disbelieved("NASA gives many days the title “\(words.title)”")
        }
        if words.hasStory, shared.isShared(story: words.story), !day.had({ $0.story == words.story }) {
            return .disbelieved("NASA gives many days the same story")
        }
        let notice = notice(in: day, shared)
        if let notice {
            words.story = notice.cutOff(words.story)
            if !words.hasStory { return .disbelieved("its story is nothing but a notice") }
        }
        if !words.hasStory, day.stored?.hasStory == true, shared.hasManyEmptied {
            return .disbelieved("the stories of many days are empty")
        }
        if day.stored == nil, words.hasStory, let other = shared.moved(words.story, to: day.day) {
            return .disbelieved("it has the story of \(other), which has another by now")
        }
        return .believed(words, notice)
    }

    /// The notice that neighbours newly share, or that was cut off a neighbour before.
    private static func notice(in day: Case, _ shared: SharedParts) -> Notice? {
        let story = day.words.story
        var notice = Notice()
        let opening =
            shared.sharedBeginning(of: story)
            ?? shared.notices(near: day.day).lazy.compactMap(\.opening).first { story.hasPrefix($0) }
        if let opening, !day.had({ $0.story.hasPrefix(opening) }) { notice.opening = opening }
        if let ending = day.ending, story.hasSuffix(ending), !day.had({ $0.story.hasSuffix(ending) }),
            shared.isShared(ending: ending) || shared.notices(near: day.day).contains(where: { $0.closing == ending })
        {
            notice.closing = ending
        }
        return notice == Notice() ? nil : notice
    }
}
