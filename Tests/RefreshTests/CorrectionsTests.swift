import Days
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh

@Suite("Whether corrected words are believed")
struct CorrectionsTests {
    private typealias Words = Corrections.Words

    private static let story = """
        Why is the sky near Antares and Rho Ophiuchi so dusty yet colorful? In the café’s telescope, Çelik’s cloud is \
        some 400 light-years away, and its dust scatters the blue light of stars that lie inside.
        """

    private static func words(_ story: String = story, title: String = "A Dusty Sky", credit: String = "Ann") -> Words {
        Words(title: title, story: story, credit: credit)
    }

    /// A text whose UTF-8 was read as Latin-1.
    private static func asLatin1(_ text: String) -> String {
        String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) }))
    }

    @Test(
        "One by one",
        arguments: [
            (story, nil), ("Another sentence first. " + story, nil), (String(story.dropLast(60)), nil),
            ("", "is empty"), (" \n", "is empty"), (String(story.prefix(80)), "under half"),
            (String(story.prefix(150)) + "…", "only the beginning"),
            (String(story.prefix(150)) + " [...]", "only the beginning"), (asLatin1(story), "encoded twice"),
            (story.replacing("é", with: "Ã©").replacing("’", with: "â€™").replacing("Ç", with: "Ã‡"), "encoded twice"),
            // The control characters were cleaned away.
            (asLatin1(story).filter { !("\u{80}"..."\u{9F}").contains($0) }, "encoded twice"),
            (story.replacing("’", with: "&#8217;"), "encoded twice"),
            (story.replacing("’", with: "&#x2019;"), "encoded twice"),
            (story.replacing("’", with: "&#X27;"), "encoded twice"),
            (story.replacing("’", with: "&rsquo;"), "encoded twice"),
            (story.replacing("é", with: "\u{FFFD}").replacing("Ç", with: "\u{FFFD}"), "encoded twice"),
            // NASA's own texts have one now and then.
            (story.replacing("é", with: "&eacute;"), nil), (story + " Look at 5 Â°.", nil),
            (story.replacing("Antares", with: "<a href=\"x\">Antares</a>"), "encoded twice"),
            (story.replacing("é", with: "\u{FFFD}"), nil), (story + " &#x; &#; &#xyz;", nil),
            (story.replacing("and", with: "&"), nil), (story + " AT&T; 5 < f/8 & more;", nil),
        ] as [(String, String?)])
    func doubts(story: String, reason: String?) {
        let doubt = Corrections.doubt(Self.words(story), replacing: Self.words())
        #expect((doubt == nil) == (reason == nil), "\(doubt ?? "")")
        if let reason { #expect(doubt?.contains(reason) == true, "\(doubt ?? "")") }
        // What an accident left gives way to anything, and what comes back is never doubted.
        if reason?.contains("under half") == false, reason?.contains("beginning") == false {
            #expect(Corrections.doubt(Self.words(), replacing: Self.words(story)) == nil)
        }
    }

    @Test(
        "A text that has traces of its own is judged like any other",
        arguments: [
            (story + " Thanks to Tun\u{FFFD} Tezel.", nil), (story + " By \u{FFFD}elik and Tun\u{FFFD} Tezel.", nil),
            ("", "is empty"), ("This website is not being updated.", "under half"),
            (String(story.prefix(150)) + "…", "only the beginning"),
            (story.replacing("’", with: "&rsquo;").replacing("é", with: "&eacute;"), "encoded twice"),
        ] as [(String, String?)])
    func tracesOfItsOwn(new: String, reason: String?) {
        let stored = Self.words(Self.story + " By Tun\u{FFFD} Tezel.")
        let doubt = Corrections.doubt(Self.words(new), replacing: stored)
        #expect((doubt == nil) == (reason == nil) && doubt?.contains(reason ?? "") != false, "\(doubt ?? "")")
        let protected = Self.words(new, title: "Protected: A Dusty Sky")
        #expect(Corrections.doubt(protected, replacing: stored) != nil)
    }

    private static let lost: Character = "\u{FFFD}"

    @Test(
        "Characters that were lost say nothing else, and all others do",
        arguments: [
            (story.replacing("é", with: "\(lost)"), true),
            (String(story.map { $0.isASCII ? $0 : lost }), true),
            // Both bytes of a letter, and a space.
            (story.replacing("é", with: "\(lost)\(lost)"), true),
            (story.replacing("é ", with: "\(lost)\(lost)"), false),
            (story.replacing("sky near", with: "sky\(lost)near").replacing("’", with: "'"), true),
            (story, false), (story.replacing("é", with: "e"), false), (story.replacing("é", with: ""), false),
            (story.replacing("a", with: "\(lost)"), false), (story.replacing("400", with: "4\(lost)0"), false),
            (story.replacing("é", with: "\(lost)") + " It was.", false),
            (story.replacing("é", with: "\(lost)").replacing("Ç", with: "C"), false),
            (story.replacing("é", with: "\(lost)").replacing("blue", with: "red"), false),
            (String(story.replacing("é", with: "\(lost)").dropLast(20)), false),
            (String(repeating: lost, count: 9), false),
        ] as [(String, Bool)])
    func lostCharacters(story: String, isLessReadable: Bool) {
        #expect(Corrections.isLessReadable(Self.words(story), than: Self.words()) == isLessReadable)
        #expect(!Corrections.isLessReadable(Self.words(), than: Self.words(story)))
    }

    @Test func `lost characters are those of title, story and credit`() {
        let stored = Self.words(title: "The Sky of Cerro Pachón", credit: "Tunç Tezel")
        for (title, credit, isLessReadable) in [
            ("The Sky of Cerro Pach\u{FFFD}n", "Tun\u{FFFD} Tezel", true),
            ("The Sky of Cerro Pachón", "Tun\u{FFFD} Tezel", true),
            ("The Sky of Cerro Pach\u{FFFD}n", "Çelik", false), ("A Sky", "Tun\u{FFFD} Tezel", false),
        ] {
            let new = Self.words(title: title, credit: credit)
            #expect(Corrections.isLessReadable(new, than: stored) == isLessReadable, "\(title), \(credit)")
        }
        // A text of which some can be read again is a better one.
        let lost = Self.words(title: "Cerro Pach\u{FFFD}n \u{FFFD} Chile")
        #expect(!Corrections.isLessReadable(Self.words(title: "Cerro Pach\u{FFFD}n – Chile"), than: lost))
    }

    @Test func `a protected post is not believed, and gives way`() {
        let protected = Self.words(title: "Protected: A Dusty Sky")
        #expect(Corrections.doubt(protected, replacing: Self.words())?.contains("Protected: ") == true)
        #expect(Corrections.doubt(Self.words(), replacing: protected) == nil)
    }

    @Test func `other quotation marks, dashes and spaces say nothing else`() {
        let other = Self.words(Self.story.replacing("’", with: "'").replacing(" ", with: "  "))
        #expect(!Corrections.isChanged(other, Self.words()))
        #expect(Corrections.isChanged(Self.words(credit: "Bob"), Self.words()))
    }

    // MARK: - Many at once

    private static let today = Day.of("2026-11-20")

    private static func change(_ ago: Int, to story: String, from former: String? = nil) -> Corrections.Change {
        let day = today.advanced(by: -ago)
        return .init(day: day, new: words(story), former: words(former ?? "\(Self.story) It was \(day)."))
    }

    private func doubts(
        _ changes: [Corrections.Change], stories: Corrections.Stories = .init(), disputed: Set<Day> = []
    ) -> Set<Int> {
        let doubts = Corrections.doubts(
            about: changes.map { change in
                var change = change
                change.new.title = "\(change.day)"
                return change
            }, beside: stories, disputed: disputed, today: Self.today)
        return Set(doubts.keys.map { $0.distance(to: Self.today) })
    }

    @Test(
        "More than three old days at once are an accident",
        arguments: [
            ([8, 9, 10], []), ([8, 9, 10, 11], [8, 9, 10, 11]), ([4, 5, 6, 7], []), ([5, 6, 7, 8, 9, 10], []),
            ([6, 7, 8, 9, 10, 11], [8, 9, 10, 11]),
        ] as [([Int], Set<Int>)])
    func many(days: [Int], disputed: Set<Int>) {
        let changes = days.map { Self.change($0, to: "\(Self.story) It was \($0) days ago, as we know now.") }
        #expect(doubts(changes) == disputed)
    }

    @Test func `words that are disputed by themselves count among the many`() {
        let changes = [8, 9].map { Self.change($0, to: "\(Self.story) It was \($0) days ago.") }
        #expect(doubts(changes, disputed: [.of("2026-11-01"), .of("2026-11-02")]) == [8, 9])
        #expect(doubts(changes, disputed: [.of("2026-11-01"), .of("2026-11-19")]) == [])
    }

    @Test func `a story of another day is none of this one`() {
        var stories = Corrections.Stories()
        stories.record("A notice.", of: .of("2026-11-19"))
        stories.record("A notice.", of: .of("2026-11-18"))
        #expect(
            doubts([Self.change(1, to: "A notice."), Self.change(3, to: "\(Self.story) Corrected.")], stories: stories)
                == [1])
        // What an accident left, the same for many, gives way.
        #expect(
            doubts([1, 2].map { Self.change($0, to: "Its own, \($0).", from: "A notice.") }, stories: stories) == [])
    }

    @Test func `a final text that is far shorter than its draft comes alone`() {
        #expect(Corrections.doubt(Self.words("A final text."), replacing: Self.words(), isYoung: true) == nil)
        let final = Self.change(1, to: "A final text.")
        #expect(doubts([final]) == [])
        #expect(doubts([final], disputed: [.of("2026-11-01")]) == [])
        #expect(doubts([final], disputed: [.of("2026-11-17")]) == [1])
        #expect(doubts([1, 2, 3].map { Self.change($0, to: "Final, \($0).") }) == [])
        #expect(doubts([1, 2, 3, 4].map { Self.change($0, to: "Final, \($0).") }) == [1, 2, 3, 4])
    }

    @Test func `words that are quite other ones are believed alone, where a young day's were held back`() {
        var final = Self.change(
            2, to: "Nothing here is what it was, and that for \(String(repeating: "long ", count: 40))")
        #expect(doubts([final], disputed: [.of("2026-11-17")]) == [])
        final.wasHeld = true
        #expect(doubts([final], disputed: [.of("2026-11-17")]) == [2])
        #expect(doubts([final]) == [])
    }

    @Test func `one trace in the words of several days is an accident, and its end is none`() {
        let spoiled = [1, 2].map { ago in
            Self.change(ago, to: Self.story.replacing("é", with: "&eacute;"), from: "\(Self.story) Of \(ago).")
        }
        #expect(doubts([spoiled[0]]) == [])
        #expect(doubts(spoiled) == [1, 2])
        #expect(doubts([spoiled[0]], disputed: [.of("2026-11-17")]) == [1])
        let former = Self.story.replacing("é", with: "\u{FFFD}")
        #expect(
            doubts((8...12).map { Self.change($0, to: "\(Self.story) Of \($0).", from: "\(former) Of \($0).") }) == [])
        #expect(
            doubts((8...12).map { Self.change($0, to: "Site notice \($0).", from: "\(former) Of \($0).") })
                == [8, 9, 10, 11, 12])
    }

    @Test(arguments: [1...7, 8...14])
    func `stories that change their days all at once are not believed`(ago: ClosedRange<Int>) {
        func story(_ ago: Int) -> String { "Galaxy\(ago) of type\(ago) at distance\(ago)." }
        var stories = Corrections.Stories()
        let shifted = ago.map { ago in
            stories.record(story(ago + 1), of: Self.today.advanced(by: -ago))
            return Self.change(ago, to: story(ago + 1), from: story(ago))
        }
        // No other day has had the story of the last one.
        #expect(doubts(shifted, stories: stories).isSuperset(of: ago.dropLast()))
        var swapped: [Corrections.Change] = []
        stories = .init()
        for number in ago.dropLast() {
            let other = number + ((number - ago.lowerBound).isMultiple(of: 2) ? 1 : -1)
            stories.record(story(other), of: Self.today.advanced(by: -number))
            swapped.append(Self.change(number, to: story(other), from: story(number)))
        }
        #expect(doubts(swapped, stories: stories) == Set(ago.dropLast()))
        // A day that got another's story by accident gets its own again.
        stories.record(story(99), of: .of("2026-11-01"))
        let mended = Self.change(9, to: story(9), from: story(99))
        #expect(doubts([mended], stories: stories, disputed: Set((20...23).map { Self.today.advanced(by: -$0) })) == [])
    }

    @Test func `only disputes of the last day count among the many, and those of young days`() {
        let now = Timestamp.noon(of: Self.today)
        for (hours, ago, isRecent) in [(1, 9, true), (23, 30, true), (24, 9, false), (700, 30, false), (150, 7, true)] {
            let dispute = Disputes.Dispute(reason: "test", url: "", since: now + -hours * 3_600)
            let day = Self.today.advanced(by: -ago)
            #expect(Corrections.isRecent(dispute, about: day, now: now, today: Self.today) == isRecent, "\(hours)")
        }
    }

    @Test func `what comes in the place of an accident is not counted`() {
        let empty = (8...12).map { Self.change($0, to: "Story \($0).", from: "") }
        #expect(doubts(empty) == [])
        let excerpts = (8...12).map { Self.change($0, to: "A long story of \($0).", from: "A long story of…") }
        #expect(doubts(excerpts) == [])
    }

    @Test func `another source's shape of the same story is no change`() {
        let changes = (8...20).map { ago in
            var change = Self.change(ago, to: "\(Self.story) It was long ago.")
            change.isOfOtherSource = true
            return change
        }
        #expect(doubts(changes).isEmpty)
        let other = (8...20).map { ago in
            var change = Self.change(ago, to: "Nothing of number \(ago) is as it was.")
            change.isOfOtherSource = true
            return change
        }
        #expect(doubts(other).count == 13)
    }
}
