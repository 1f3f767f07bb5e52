import Testing

@testable import Belief

/// Texts by themselves, beside the ones that they would replace.
@Suite("Whether other words are believed")
struct WordDoubtsTests {
    private static let story = """
        Why is the sky near Antares and Rho Ophiuchi so dusty yet colorful? In the café’s telescope, Çelik’s cloud is \
        some 400 light-years away, and its dust scatters the blue light of stars that lie inside.
        """

    private static func words(_ story: String = story, title: String = "A Dusty Sky", credit: String = "Ann")
        -> DayWords
    {
        DayWords(title: title, story: story, credit: credit)
    }

    /// A text whose UTF-8 was read as Latin-1.
    private static func asLatin1(_ text: String) -> String {
        String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) }))
    }

    private static let windows = story.replacing("é", with: "Ã©").replacing("’", with: "â€™").replacing("Ç", with: "Ã‡")
    private static let entities = story.replacing("’", with: "&rsquo;")
    private static let unreadable = story.replacing("é", with: "\u{FFFD}").replacing("Ç", with: "\u{FFFD}")
    private static let ofTezel = story + " By Tun\u{FFFD} Tezel."

    /// New words beside stored ones.
    struct Row: Sendable, CustomTestStringConvertible {
        var new: DayWords
        var stored = WordDoubtsTests.words()
        var mayBeDraft = false
        /// A part of the reason; `nil` where nothing is doubted.
        var doubt: String?
        /// Whether the stored words only stand in for the new ones.
        var isBetter = false

        init(
            _ story: String, doubt: String? = nil, over stored: String = story, title: String = "A Dusty Sky",
            storedTitle: String = "A Dusty Sky", mayBeDraft: Bool = false, isBetter: Bool = false
        ) {
            new = words(story, title: title)
            self.stored = words(stored, title: storedTitle)
            (self.doubt, self.mayBeDraft, self.isBetter) = (doubt, mayBeDraft, isBetter)
        }

        var testDescription: String {
            "“\(new.title): \(new.story.prefix(60))” over “\(stored.title): \(stored.story.prefix(40))”, \(doubt ?? "believed")"
        }
    }

    private static let believed: [Row] = [
        Row(story), Row("Another sentence first. " + story), Row(String(story.dropLast(60))),
        // NASA's own texts have one trace now and then.
        Row(story.replacing("é", with: "&eacute;")), Row(story.replacing("é", with: "\u{FFFD}")),
        Row(story + " Look at 5 Â°."), Row(story + " &#x; &#; &#xyz;"), Row(story.replacing("and", with: "&")),
        Row(story + " AT&T; 5 < f/8 & more;"),
        // A text that has traces of its own is judged like any other.
        Row(story + " Thanks to Tun\u{FFFD} Tezel.", over: ofTezel),
        Row(story + " By \u{FFFD}elik and Tun\u{FFFD} Tezel.", over: ofTezel),
        // A final text may be far shorter than its draft.
        Row("A final text.", mayBeDraft: true),
        // Other ends than those of an excerpt.
        Row(String(story.prefix(150)) + "…", over: String(story.prefix(170)) + "…"),
        Row("Quite other words, of which none stood there before, and nothing of what they begin with is known yet…"),
    ]

    private static let doubted: [Row] = [
        Row("", doubt: "is empty"), Row(" \n", doubt: "is empty"), Row("…", doubt: "is empty"),
        Row("", doubt: "is empty", over: ofTezel), Row("", doubt: "is empty", mayBeDraft: true),
        Row(String(story.prefix(80)), doubt: "under half"),
        Row("This website is not being updated.", doubt: "under half", over: ofTezel),
        Row(String(story.prefix(150)) + "…", doubt: "only the beginning"),
        Row(String(story.prefix(150)) + " [...]", doubt: "only the beginning"),
        Row(String(story.prefix(60)) + "…", doubt: "only the beginning"),
        Row(String(story.prefix(150)) + "…", doubt: "only the beginning", over: ofTezel),
        Row(String(story.prefix(150)) + "…", doubt: "only the beginning", mayBeDraft: true),
        Row(asLatin1(story), doubt: "encoded twice"), Row(windows, doubt: "encoded twice"),
        // The control characters were cleaned away.
        Row(asLatin1(story).filter { !("\u{80}"..."\u{9F}").contains($0) }, doubt: "encoded twice"),
        Row(story.replacing("’", with: "&#8217;"), doubt: "encoded twice"),
        Row(story.replacing("’", with: "&#x2019;"), doubt: "encoded twice"),
        Row(story.replacing("’", with: "&#X27;"), doubt: "encoded twice"),
        Row(entities, doubt: "encoded twice"), Row(entities, doubt: "encoded twice", mayBeDraft: true),
        Row(unreadable, doubt: "encoded twice"),
        Row(story.replacing("Antares", with: "<a href=\"x\">Antares</a>"), doubt: "encoded twice"),
        Row(entities.replacing("é", with: "&eacute;"), doubt: "encoded twice", over: ofTezel),
    ]

    /// What an accident left gives way to anything, and what comes back is not doubted.
    private static let better: [Row] = [
        Row(story, over: "", isBetter: true), Row("Short.", over: " \n", isBetter: true),
        Row(story, over: "", storedTitle: "Protected: A Dusty Sky", isBetter: true),
        Row("Short.", over: story, storedTitle: "Protected: A Dusty Sky", isBetter: true),
        Row("Short.", over: story, storedTitle: "Private: A Dusty Sky", isBetter: true),
        Row(story, over: String(story.prefix(60)) + "…", isBetter: true),
        Row(story, over: String(story.prefix(150)) + " [&hellip;]", isBetter: true),
        Row(story, over: asLatin1(story), isBetter: true), Row(story, over: windows, isBetter: true),
        Row(story, over: entities, isBetter: true), Row(story, over: unreadable, isBetter: true),
        Row(
            "Site notice: nothing of it is here, and nobody will say when it will be here again, since all are away.",
            over: unreadable),
    ]

    @Test(arguments: believed + doubted + better)
    func `words are doubted by themselves, or take the place of what stands in for them`(row: Row) {
        let doubt = WordDoubts.doubt(row.new, replacing: row.stored, mayBeDraft: row.mayBeDraft)
        #expect((doubt == nil) == (row.doubt == nil), "\(doubt ?? "")")
        if let reason = row.doubt { #expect(doubt?.contains(reason) == true, "\(doubt ?? "")") }
        #expect(WordDoubts.isBetter(row.new, than: row.stored) == row.isBetter)
    }

    // MARK: - Characters that were lost

    private static let lost: Character = "\u{FFFD}"

    /// New words, and whether they are the stored ones with characters that could not be read.
    private static let lostCharacters: [(DayWords, DayWords, Bool)] =
        [
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
        ].map { (words($0), words(), $1) }
        + [
            ("Cerro Pach\(lost)n", "Tun\(lost) Tezel", true), ("Cerro Pachón", "Tun\(lost) Tezel", true),
            ("Cerro Pach\(lost)n", "Çelik", false), ("A Sky", "Tun\(lost) Tezel", false),
        ].map { (words(title: $0, credit: $1), words(title: "Cerro Pachón", credit: "Tunç Tezel"), $2) }
        // A text of which some can be read again is a better one.
        + [(words(title: "Cerro Pach\(lost)n – Chile"), words(title: "Cerro Pach\(lost)n \(lost) Chile"), false)]

    @Test(arguments: lostCharacters)
    func `characters that were lost say nothing else, and all others do`(
        new: DayWords, stored: DayWords, isLessReadable: Bool
    ) {
        #expect(WordDoubts.isLessReadable(new, than: stored) == isLessReadable)
        if isLessReadable { #expect(!WordDoubts.isLessReadable(stored, than: new)) }
    }

    // MARK: - The same words

    private static let shapes: [(DayWords, isSame: Bool, isKin: Bool)] = [
        (words(), true, true), (words(story.replacing("’", with: "'").replacing(" ", with: "  ")), true, true),
        (words(story.uppercased()), true, true), (words(credit: "Bob"), false, true),
        (words(title: "Another Sky"), false, true), (words(story + " It was corrected."), false, true),
        (words(String(story.prefix(60))), false, false), (words(""), false, false),
        (words("Dust hides nothing of the moon."), false, false),
    ]

    @Test(arguments: shapes)
    func `spaces, quotation marks and capitals say nothing else`(new: DayWords, isSame: Bool, isKin: Bool) {
        #expect(new.saysTheSame(as: Self.words()) == isSame)
        #expect((new.key == Self.words().key) == isSame)
        #expect(new.sharesMostWords(with: Self.words()) == isKin)
    }
}
