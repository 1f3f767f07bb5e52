import Testing

@testable import ApodMirror

@Suite struct TitleTests {
    @Test(
        "A title is one line without what was glued to it",
        arguments: [
            ("Webb&#039;s View of M64", "Webb's View of M64"),
            ("&#8220;Dark&#8221; &amp; Deep", "\u{201C}Dark\u{201D} & Deep"),
            ("Twice &amp;#039;encoded&amp;#039;", "Twice 'encoded'"),
            ("The Milky Way's Center\r\nCredit:", "The Milky Way's Center"),
            ("Hale-Bopp and Andromeda \r\nCredit and Copyright:", "Hale-Bopp and Andromeda"),
            ("A\n\r\nCredit:", "A"), ("A\nIllustration Credit:", "A"), ("A\nResearch Credit:", "A"),
            ("Sputnik: Traveling Companion \r\n\nCourtesy:", "Sputnik: Traveling Companion"),
            ("A Tail on the Line Image Credit & Copyright:", "A Tail on the Line"),
            ("Credit:", "Credit:"),
            ("Hints of Higgs from the Large \nHadron Collider", "Hints of Higgs from the Large Hadron Collider"),
            ("Conjunction\nHaiku", "Conjunction Haiku"),
            ("NGC 869 & NGC 884: A Double Open Cluster", "NGC 869 & NGC 884: A Double Open Cluster"),
            ("Credit Where Due: The Sun", "Credit Where Due: The Sun"),
            ("bell\u{07} \u{1B}[31mred", "bell [31mred"),
            ("APOD: 2026 September 4 - A Title, Long", "A Title, Long"),
            ("APOD: 2026 September 3 - A Title", "APOD: 2026 September 3 - A Title"),
            ("2026 September 9223372036854775807 - X", "2026 September 9223372036854775807 - X"),
            ("APOD: September 9223372036854775807, 2026: X", "APOD: September 9223372036854775807, 2026: X"),
            ("APOD Is Five Years Old Today", "APOD Is Five Years Old Today"),
            ("", ""),
        ])
    func cleaned(raw: String, title: String) throws {
        let day = try day("2026-09-04")
        #expect(Title.cleaned(raw, isHTML: true, of: day) == title)
        #expect(Title.cleaned(raw, isHTML: false, of: day) == title)
    }

    @Test("A plain title is not read as HTML")
    func plain() throws {
        #expect(Title.cleaned("M<5 and x<y>z", isHTML: false, of: .first) == "M<5 and x<y>z")
    }

    @Test("An endless title ends")
    func endless() {
        let title = Title.cleaned(String(repeating: "e\u{301}", count: 100_000), isHTML: true, of: .first)
        #expect(title.utf8.count <= Title.mostBytes)
    }

    @Test(
        "A date in front is told from a title about a year",
        arguments: [
            ("APOD: 2026 September 3 - A Title", "2026-09-03"), ("APOD 2026 Sep 3", "2026-09-03"),
            ("2026 September 3 - A Title", "2026-09-03"),
            ("September 3, 2026: A Title", "2026-09-03"), ("2026 September 3: A Title", "2026-09-03"),
            ("Map of Total Solar Eclipse Path in 2024 April", nil), ("1006 AD: Supernova in the Sky", nil),
            ("2024 April 8 Eclipse from Space", nil), ("", nil),
            ("2026 September 9223372036854775807 - X", nil), ("9999 September -9223372036854775808: X", nil),
        ] as [(String, String?)])
    func datePrefix(title: String, date: String?) {
        #expect(Title.datePrefix(of: title)?.day.description == date)
    }
}

@Suite struct ExplanationTests {
    private static let notices = "<br><br><b> APOD's main <a href='https://x/'>NASA site</a> is moving</b> soon."
    private static let teaser = "<p> <strong>Tomorrow's picture: </strong><a href='ap260905.html'>open space</a>"

    @Test(
        "The story is without label, notices and teaser",
        arguments: [
            ("<strong>Explanation:</strong> A <i>b</i>.", "A b.", "A <i>b</i>."),
            ("<b> Explanation: </b>A.\(notices)\(teaser)", "A.", "A."),
            ("A.\(teaser)\(notices)", "A.", "A."),
            ("A.<br><br>Tomorrow&#8217;s picture: x", "A.", "A."),
            ("A &lt; B.<br>C", "A < B. C", "A &lt; B.<br>C"),
            ("The explanation: it is far.", "The explanation: it is far.", "The explanation: it is far."),
            (
                "See <a href='ap1.html'>here</a>, <a href='javascript:x'>not</a>.", "See here, not.",
                "See <a href=\"https://science.nasa.gov/apod/ap1.html\">here</a>, not."
            ),
            ("", "", nil),
        ] as [(String, String, String?)])
    func story(raw: String, text: String, html: String?) {
        let explanation = Explanation(html: raw, page: WebAddress("https://science.nasa.gov/apod/m64"))
        #expect(explanation.text == text)
        #expect(explanation.html == html)
    }

    @Test("The legacy text stays as published, white space apart")
    func plain() {
        let raw =
            " Today's Picture:    Explanation:  If <the> Earth\ncould\t be.   We keep an  archive. Tomorrow's picture: x "
        #expect(
            Explanation(plain: raw).text
                == "Today's Picture: Explanation: If <the> Earth could be. We keep an archive. Tomorrow's picture: x")
    }

    @Test("An endless story ends")
    func endless() {
        let raw = String(repeating: "far <b>away</b> ", count: 70_000)
        let explanation = Explanation(html: raw, page: nil)
        #expect((Explanation.mostBytes - 100...Explanation.mostBytes).contains(explanation.text.utf8.count))
        #expect(Explanation(plain: raw).text.utf8.count <= Explanation.mostBytes)
    }
}

@Suite struct CreditTests {
    @Test(
        "The credit is without its label, and only a label claims rights",
        arguments: [
            ("<b> Image Credit &amp; Copyright: </b> <a href='https://x'>Ann Lee</a>", nil, "Ann Lee", "Ann Lee"),
            ("<b>Image Credit:</b> NASA, ESA", "<b>Image Credit:</b> NASA, ESA", "NASA, ESA", nil),
            ("Credit: NASA", "NASA", "NASA", nil),
            ("Video Credit: A; <b>Music:</b> B", nil, "A; Music: B", nil),
            ("<b>Illustration Credit &amp; <a href='https://cc'>License</a>:</b> A", nil, "A", nil),
            ("Copyright: A", nil, "A", "A"),
            (nil, "<b>Image Credit &amp; Copyright:</b> A", "A", "A"),
            (
                "Image Data: NASA; Processing &amp; Copyright: Ann", nil,
                "Image Data: NASA; Processing & Copyright: Ann", "Image Data: NASA; Processing & Copyright: Ann"
            ),
            ("Filipe Alves; Mars Image Credit: JPL", nil, "Filipe Alves; Mars Image Credit: JPL", nil),
            ("<b>Image Credit &amp; Copyright</b> Ann", nil, "Ann", "Ann"),
            ("NASA", "", "NASA", nil), ("", nil, nil, nil), (nil, nil, nil, nil),
        ] as [(String?, String?, String?, String?)])
    func credit(credit: String?, copyright: String?, text: String?, claimed: String?) {
        let read = Credit(html: credit, copyright: copyright)
        #expect(read.text == text)
        #expect(read.copyright == claimed)
    }

    @Test(
        "The legacy copyright is one line of names",
        arguments: [
            ("\nMauricio Salazar\n", "Mauricio Salazar"), (": \nPeter Lawrence", "Peter Lawrence"), ("", nil),
            (nil, nil),
            (
                "Anglo-Australian Telescope\nBoard\n\n Explanation:  \nElliptical galaxy",
                "Anglo-Australian Telescope Board"
            ),
            ("David Lindemann Explanation: When did Orion", "David Lindemann"),
            (
                "Filipe Alves; \n Mars Image Credit: \nMars\nExploration",
                "Filipe Alves; Mars Image Credit: Mars Exploration"
            ),
            ("A <b@c.d>", "A <b@c.d>"),
        ] as [(String?, String?)])
    func legacy(raw: String?, copyright: String?) {
        #expect(Credit(legacyCopyright: raw).copyright == copyright)
    }

    @Test("A swallowed page without a mark is cut")
    func swallowed() {
        let copyright = Credit(legacyCopyright: String(repeating: "word ", count: 300)).copyright ?? ""
        #expect(copyright.utf8.count <= Credit.mostCopyright && copyright.hasSuffix("word"))
    }
}
