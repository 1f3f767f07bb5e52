import Days
import Testing

@testable import Belief

private let today = Day(number: 20_777)

private func day(_ ago: Int) -> Day { today.advanced(by: -ago) }

/// The words of a day so long ago.
private func own(_ ago: Int, before notice: String = "", title: String? = nil) -> DayWords {
    DayWords(
        title: title ?? "Galaxy \(ago)",
        story:
            "\(notice)Galaxy number \(ago) is \(ago) million light-years away, give or take. Its stars\(ago) are young."
    )
}

private let lapse = """
    Due to the lapse in federal government funding, NASA is not updating this website. We sincerely regret this \
    inconvenience.
    """
private let closure = "NASA Headquarters and all centers are closed to visitors today."
private let tomorrow = "Tomorrow's picture: open space"
private let sameForAll = "This site is down for maintenance and will be back soon. Thank you for your patience."

/// What is believed of the words of today beside those of other days.
@Suite("Which words are believed")
struct WordRulesTests {
    /// The answer for today beside those for other days, and what is stored.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var answer: DayWords
        var ending: String?
        var others: [(ago: Int, words: DayWords, ending: String?)]
        var stored: DayWords?
        var storedOthers: [(ago: Int, words: DayWords, notice: Notice?)]
        var isSettled: Bool
        var isAccepted: Bool
        var emptied: [Int]
        var reading: WordRules.Reading

        init(
            _ name: String, _ answer: DayWords, ending: String? = nil,
            beside others: [(ago: Int, words: DayWords, ending: String?)] = [], over stored: DayWords? = nil,
            isSettled: Bool = false, isAccepted: Bool = false,
            storedOthers: [(ago: Int, words: DayWords, notice: Notice?)] = [], emptied: [Int] = [],
            is reading: WordRules.Reading
        ) {
            testDescription = name
            (self.answer, self.ending, self.others, self.stored) = (answer, ending, others, stored)
            (self.isSettled, self.isAccepted, self.emptied) = (isSettled, isAccepted, emptied)
            (self.storedOthers, self.reading) = (storedOthers, reading)
        }
    }

    private static func others(
        _ words: (Int) -> DayWords, of days: [Int] = [1, 2, 3], ending: String? = nil
    ) -> [(ago: Int, words: DayWords, ending: String?)] {
        days.map { ($0, words($0), ending) }
    }

    private static func believed(_ words: DayWords = own(0), _ notice: Notice? = nil) -> WordRules.Reading {
        .believed(words, notice)
    }

    // MARK: - Titles and stories

    private static let oneTitle = WordRules.Reading.disbelieved("NASA gives many days the title “Astronomy News”")
    private static let oneStory = WordRules.Reading.disbelieved("NASA gives many days the same story")
    private static let news = own(0, title: "Astronomy News")
    private static let down = DayWords(title: "Galaxy 0", story: sameForAll)

    private static func newsOf(_ ago: Int) -> DayWords { own(ago, title: "Astronomy News") }
    private static func downOf(_ ago: Int) -> DayWords { DayWords(title: "Galaxy \(ago)", story: sameForAll) }

    private static let uniform: [Row] = [
        Row("alone", own(0), is: believed()), Row("beside others", own(0), beside: others({ own($0) }), is: believed()),
        Row("two of one title", news, beside: others(newsOf, of: [1, 2]), is: believed(news)),
        Row("one title for all", news, beside: others(newsOf), is: oneTitle),
        Row(
            "one title for all, in other letters", own(0, title: "ASTRONOMY  NEWS"), beside: others(newsOf),
            is: .disbelieved("NASA gives many days the title “ASTRONOMY  NEWS”")),
        Row("one title within 25 days", news, beside: others(newsOf, of: [8, 16, 24]), is: oneTitle),
        Row("one title within 26 days", news, beside: others(newsOf, of: [8, 16, 25]), is: believed(news)),
        Row("one title far from here", news, beside: others(newsOf, of: [400, 401, 402, 403]), is: oneTitle),
        Row("no titles", own(0, title: ""), beside: others({ own($0, title: "") }), is: believed(own(0, title: ""))),
        Row("it had the title, provisionally", news, beside: others(newsOf), over: news, is: oneTitle),
        Row(
            "it had the title, and settled", news, beside: others(newsOf), over: news, isSettled: true,
            is: believed(news)),
        Row(
            "it had another title, and settled", news, beside: others(newsOf), over: own(0), isSettled: true,
            is: oneTitle),
        Row("accepted", news, beside: others(newsOf), isAccepted: true, is: believed(news)),
        Row("two of one story", down, beside: others(downOf, of: [1, 2]), is: believed(down)),
        Row("one story for all", down, beside: others(downOf), is: oneStory),
        Row(
            "one story for all, in another shape", DayWords(title: "Galaxy 0", story: "  \(sameForAll)\n"),
            beside: others(downOf), is: oneStory),
        Row("it had the story, provisionally", down, beside: others(downOf), over: down, is: oneStory),
        Row(
            "it had the story, and settled", down, beside: others(downOf), over: down, isSettled: true,
            is: believed(down)),
        Row("protected", own(0, title: "Protected: Galaxy 0"), is: .disbelieved("its title is “Protected: Galaxy 0”")),
        Row("private", own(0, title: "Private: Galaxy 0"), is: .disbelieved("its title is “Private: Galaxy 0”")),
        Row(
            "protected, and settled so", own(0, title: "Protected: Galaxy 0"),
            over: own(0, title: "Protected: Galaxy 0"),
            isSettled: true, is: .disbelieved("its title is “Protected: Galaxy 0”")),
        // 2003-02-21 tells of protected places, and other titles have colons.
        Row(
            "it speaks of it", own(0, title: "Protected Skies: Galaxy 0"),
            is: believed(own(0, title: "Protected Skies: Galaxy 0"))),
    ]

    // MARK: - Notices

    private static func noticed(_ notice: String) -> (Int) -> DayWords { { own($0, before: notice + " ") } }

    private static let openings: [Row] = [
        Row(
            "a notice before every story", own(0, before: lapse + " "), beside: others(noticed(lapse)),
            is: believed(own(0), Notice(opening: lapse))),
        Row(
            "a notice before three", own(0, before: lapse + " "), beside: others(noticed(lapse), of: [1, 2]),
            is: believed(own(0, before: lapse + " "))),
        Row(
            "two notices, one after the other", own(0, before: "\(closure) \(lapse) "),
            beside: others(noticed("\(closure) \(lapse)")), is: believed(own(0), Notice(opening: "\(closure) \(lapse)"))
        ),
        Row(
            "two notices, of which others have the first", own(0, before: "\(closure) \(lapse) "),
            beside: others(noticed(closure)), is: believed(own(0, before: lapse + " "), Notice(opening: closure))),
        Row(
            "a notice with quotation marks", own(0, before: "“\(closure)” "), beside: others(noticed("“\(closure)”")),
            is: believed(own(0), Notice(opening: "“\(closure)”"))),
        Row(
            "a greeting is too short", own(0, before: "Happy New Year! "), beside: others(noticed("Happy New Year!")),
            is: believed(own(0, before: "Happy New Year! "))),
        Row(
            "no whole sentence",
            own(0, before: "The beautiful galaxy that is shown here is one of which many know the name "),
            beside: others(noticed("The beautiful galaxy that is shown here is one of which many know the name")),
            is: believed(own(0, before: "The beautiful galaxy that is shown here is one of which many know the name "))),
        Row(
            "a decimal number ends no sentence",
            own(0, before: "Many galaxies that are shown here are at a distance of 2.5 million light-years, "),
            beside: others(noticed("Many galaxies that are shown here are at a distance of 2.5 million light-years,")),
            is: believed(
                own(0, before: "Many galaxies that are shown here are at a distance of 2.5 million light-years, "))),
        Row(
            "nothing but a notice, longer than those of others", DayWords(title: "Galaxy 0", story: lapse),
            beside: others(noticed(lapse)), is: .disbelieved("its story is nothing but a notice")),
        Row(
            "the stored story began so, and settled", own(0, before: lapse + " "), beside: others(noticed(lapse)),
            over: own(0, before: lapse + " "), isSettled: true, is: believed(own(0, before: lapse + " "))),
        Row(
            "the stored story began so, provisionally", own(0, before: lapse + " "), beside: others(noticed(lapse)),
            over: own(0, before: lapse + " "), is: believed(own(0), Notice(opening: lapse))),
        Row(
            "the settled story began otherwise", own(0, before: lapse + " "), beside: others(noticed(lapse)),
            over: own(0), isSettled: true, is: believed(own(0), Notice(opening: lapse))),
        Row(
            "it was cut off a neighbour", own(0, before: lapse + " "),
            storedOthers: [(24, own(24), Notice(opening: lapse))], is: believed(own(0), Notice(opening: lapse))),
        Row(
            "it was cut off a day far away", own(0, before: lapse + " "),
            storedOthers: [(25, own(25), Notice(opening: lapse))], is: believed(own(0, before: lapse + " "))),
        Row(
            "accepted", own(0, before: lapse + " "), beside: others(noticed(lapse)), isAccepted: true,
            is: believed(own(0, before: lapse + " "))),
    ]

    private static func ended(_ ending: String) -> (Int) -> DayWords {
        { DayWords(title: own($0).title, story: "\(own($0).story)  \(ending)") }
    }

    private static func open(_ ago: Int) -> DayWords { ended(tomorrow)(ago) }

    private static let endings: [Row] = [
        Row(
            "an ending that stands apart below every story", open(0), ending: tomorrow,
            beside: others(open, ending: tomorrow), is: believed(own(0), Notice(closing: tomorrow))),
        Row(
            "below three", open(0), ending: tomorrow, beside: others(open, of: [1, 2], ending: tomorrow),
            is: believed(open(0))),
        Row("it does not stand apart", open(0), beside: others(open), is: believed(open(0))),
        Row(
            "each has its own", open(0), ending: tomorrow,
            beside: [1, 2, 3].map { ($0, ended("Tomorrow's picture: \($0)")($0), "Tomorrow's picture: \($0)") },
            is: believed(open(0))),
        Row(
            "the stored story ended so, and settled", open(0), ending: tomorrow, beside: others(open, ending: tomorrow),
            over: open(0), isSettled: true, is: believed(open(0))),
        Row(
            "it was cut off a neighbour", open(0), ending: tomorrow,
            storedOthers: [(3, own(3), Notice(closing: tomorrow))], is: believed(own(0), Notice(closing: tomorrow))),
        Row(
            "both ends", DayWords(title: "Galaxy 0", story: "\(lapse) \(open(0).story)"), ending: tomorrow,
            beside: others({ DayWords(title: own($0).title, story: "\(lapse) \(open($0).story)") }, ending: tomorrow),
            is: believed(own(0), Notice(opening: lapse, closing: tomorrow))),
    ]

    // MARK: - Empty and moved stories

    private static let nothing = DayWords(title: "Galaxy 0", story: "")

    private static let gone: [Row] = [
        Row("a new day without a story", nothing, is: believed(nothing)),
        Row("a new day without a story, among many", nothing, emptied: [1, 2, 3, 4], is: believed(nothing)),
        Row("its story is gone", nothing, over: own(0), emptied: [0], is: believed(nothing)),
        Row("those of three", nothing, over: own(0), emptied: [0, 1, 2], is: believed(nothing)),
        Row(
            "those of four", nothing, over: own(0), emptied: [0, 1, 2, 3],
            is: .disbelieved("the stories of many days are empty")),
        Row("those of four, and it has one", own(0), over: own(0), emptied: [1, 2, 3, 4], is: believed()),
        Row(
            "those of four, and it never had one", nothing, over: nothing, emptied: [1, 2, 3, 4], is: believed(nothing)),
    ]

    private static let moved: [Row] = [
        Row(
            "a new day has a neighbour's story, which has another by now", own(1), beside: [(1, own(2), nil)],
            storedOthers: [(1, own(1), nil)],
            is: .disbelieved("it has the story of \(day(1)), which has another by now")),
        Row(
            "a month away", own(1), beside: [(31, own(2), nil)], storedOthers: [(31, own(1), nil)],
            is: .disbelieved("it has the story of \(day(31)), which has another by now")),
        // 1999-03-21 is 1998-12-27 word for word.
        Row("a rerun", own(1), beside: [(32, own(2), nil)], storedOthers: [(32, own(1), nil)], is: believed(own(1))),
        Row(
            "the neighbour keeps it", own(1), beside: [(1, own(1), nil)], storedOthers: [(1, own(1), nil)],
            is: believed(own(1))),
        Row("the neighbour was not asked", own(1), storedOthers: [(1, own(1), nil)], is: believed(own(1))),
        Row(
            "a stored day", own(1), beside: [(1, own(2), nil)], over: own(0), storedOthers: [(1, own(1), nil)],
            is: believed(own(1))),
        Row(
            "no stories", nothing, beside: [(1, own(2), nil)], storedOthers: [(1, nothing, nil)], is: believed(nothing)),
    ]

    @Test(arguments: uniform + openings + endings + gone + moved)
    func `what is the same for many is nobody's`(row: Row) {
        // The order in which answers come does not count.
        for order in [row.others, row.others.reversed()] {
            var shared = SharedParts()
            for stored in row.storedOthers {
                shared.add(stored: stored.words, notice: stored.notice, of: day(stored.ago))
            }
            if order.count.isMultiple(of: 2) { shared.add(row.answer, ending: row.ending, of: today) }
            for other in order { shared.add(other.words, ending: other.ending, of: day(other.ago)) }
            shared.add(row.answer, ending: row.ending, of: today)
            for ago in row.emptied { shared.add(emptied: day(ago)) }
            let reading = WordRules.read(
                row.answer, ending: row.ending, of: today, stored: row.stored, isSettled: row.isSettled,
                isAccepted: row.isAccepted, beside: shared)
            #expect(reading == row.reading)
        }
    }

    // MARK: - Beginnings of stories

    /// A story, and the beginnings that may be a notice.
    @Test(
        arguments: [
            ("", []), ("Short.", []), ("Twenty-six letters are too few for a notice. ", []),
            ("\(closure) And more", [closure, "\(closure) And more"]),
            ("Look! \(closure) Stars.", ["Look! \(closure)", "Look! \(closure) Stars."]),
            ("Say “\(closure)” Stars.", ["Say “\(closure)”", "Say “\(closure)” Stars."]),
            ("(\(closure)) Stars.", ["(\(closure))", "(\(closure)) Stars."]),
            ("\(closure)\" Stars.", ["\(closure)\"", "\(closure)\" Stars."]),
            ("\(closure)Stars.", ["\(closure)Stars."]),
            (tomorrow + " above all the hills", ["\(tomorrow) above all the hills"]),
        ] as [(String, [String])])
    func `a notice is whole sentences of forty letters`(story: String, beginnings: [String]) {
        let found = Beginnings(story).offsets.map { String(decoding: story.utf8.prefix($0), as: UTF8.self) }
        #expect(found == beginnings)
    }

    @Test func `the first nine sentences count`() {
        let story = Array(repeating: closure, count: 12).joined(separator: " ")
        #expect(Beginnings(story).offsets.count == 9)
    }

    @Test(arguments: [
        (Notice(opening: closure), "\(closure) A story.", "A story."),
        (Notice(opening: closure), "A story.", "A story."),
        (Notice(closing: tomorrow), "A story.  \(tomorrow)", "A story."),
        (Notice(opening: closure, closing: tomorrow), "\(closure) A story. \(tomorrow)", "A story."),
        (Notice(opening: closure), closure, ""), (Notice(), " A story.", " A story."),
    ])
    func `a notice is cut off where it stands`(notice: Notice, story: String, left: String) {
        #expect(notice.cutOff(story) == left)
    }
}
