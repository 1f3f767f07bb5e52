import Days
import TestSupport
import Testing

@testable import NASA

@Suite struct TitleTests {
    @Test func `an exponent keeps its sign`() throws {
        let raw = "10<sup>12</sup> Stars on the 20<sup>th</sup>"
        let title = Title.cleaned(raw, isHTML: true, of: try day("2026-09-04"))
        #expect(title == "10^12 Stars on the 20th")
    }

    @Test(
        "A title is one line without what was glued to it",
        arguments: [
            ("Webb&#039;s View of M64", "Webb's View of M64"),
            ("&#8220;Dark&#8221; &amp; Deep", "\u{201C}Dark\u{201D} & Deep"),
            ("Twice &amp;#039;encoded&amp;#039;", "Twice 'encoded'"),
            ("1 &lt;b&gt; 2", "1 <b> 2"), ("1 &lt;b&gt; 2 &amp;amp; 3", "1 <b> 2 & 3"),
            ("1 &amp;lt;b&amp;gt; 2 &amp;amp; 3", "1 <b> 2 & 3"), ("1 &lt; 2 &amp;amp; 3 &gt; 2", "1 < 2 & 3 > 2"),
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

    @Test(
        "A link to another day leads there, wherever the page has moved",
        arguments: [
            ("ap960420.html", "https://apod.nasa.gov/apod/ap960420.html"),
            ("./ap960420.html", "https://apod.nasa.gov/apod/ap960420.html"),
            ("../apod/ap960420.html#x", "https://apod.nasa.gov/apod/ap960420.html#x"),
            ("/apod/ap960420.html", "https://science.nasa.gov/apod/ap960420.html"),
            ("https://x/ap960420.html", "https://x/ap960420.html"),
            ("more.html", "https://science.nasa.gov/image-article/apod-1996-april-21-a/more.html"),
        ])
    func relativeLink(link: String, address: String) throws {
        let page = WebAddress("https://science.nasa.gov/image-article/apod-1996-april-21-a/")
        let html = try #require(Explanation(html: "A <a href='\(link)'>b</a>.", page: page).html)
        #expect(html == "A <a href=\"\(address)\">b</a>.")
        if link.contains("ap960420"), !link.contains("//x") {
            #expect(PageAddress.day(of: try #require(WebAddress(address)))?.description == "1996-04-20")
        }
    }

    @Test(
        "The story ends where the page sets something apart",
        arguments: [
            ("A.<br /><br /><b> Retrospective: </b> <a href='x'>All Previous June 3 APODs</a> <br />", "A."),
            ("A<a>b</a> .<br /><br /><b> Follow APOD on: </b> <a>Facebook</a> , or <a>Twitter</a> <br />", "Ab."),
            ("A?<br><br><strong>APOD's email has a new place.</strong> Please see: <a>APOD</a>", "A?"),
            ("A.<br><strong>Tomorrow's picture:</strong> just Curiosity", "A."),
            ("A.<p> <center><b> Some new words: </b>B</center>", "A."),
            ("<p>A.</p><center>B</center><p>C", "A."),
            ("<p>A.</p><p><center>B</center>C", "A."),
            ("<p>A.</p><p style=\"text-align: center\">B</p>", "A."),
            ("<p>A.</p><p class='x has-text-align-center'>B</p>", "A."),
            ("<p>A.</p><p>B <b>c</b>.</p>", "A. B c."),
            ("A.<br><br><b>Editor's note:</b> B.", "A. Editor's note: B."),
            ("A.<br><br><b>Note:</b> Pluto has a heart.", "A. Note: Pluto has a heart."),
            ("A.<br><br><b>Note:</b> A German mirror of APOD is now available.", "A."),
            ("A.<br><b>B:</b> C.", "A. B: C."),
            ("A.<br><br><b>Challenge:</b> Can you identify it?", "A. Challenge: Can you identify it?"),
            ("A.<br><br><b>Poll:</b> Have you seen it?", "A."),
            ("<strong>Explanation:</strong> <br /><br /><b> Retrospective: </b> B", ""),
            (
                "A.<br><br><b>Top row:</b> \(String(repeating: "It is far. ", count: 30))",
                "A. Top row: " + String(repeating: "It is far. ", count: 30).dropLast()
            ),
            ("<b>Seen from afar:</b> A.<br><br>B.", "Seen from afar: A. B."),
            ("<b> Explanation: </b> <b>Seen:</b> A.", "Seen: A."),
        ])
    func apart(raw: String, text: String) {
        #expect(Explanation(html: raw, page: nil).text == text)
    }

    @Test(
        "The legacy text ends where a gap and a label are left of the page's notices",
        arguments: [
            (
                " Today's Picture:    Explanation:  If <the> Earth\ncould\t be.   We keep an archive file. B",
                "If <the> Earth could be."
            ),
            ("A.   Follow APOD on: Facebook,  Google Plus, or Twitter", "A."),
            ("A.    Your Sky Surprise: What picture did APOD feature on your birthday? (post 1995)", "A."),
            ("A.  Watch: the Perseid Meteor Shower", "A."), ("A.  Tonight watch: The Geminids", "A."),
            ("A.   Experts Debate: How will humanity first discover extraterrestrial life?", "A."),
            ("A.  In its center lies a pulsar: a neutron star.", "A. In its center lies a pulsar: a neutron star."),
            (
                "A.   The above picture was taken by the only craft to pass \r Mercury: \r Mariner 10.",
                "A. The above picture was taken by the only craft to pass Mercury: Mariner 10."
            ),
            ("A.  Editor's note: B.", "A. Editor's note: B."), ("A.   Note: B.", "A. Note: B."),
            ("A.   Note: A German language mirror of APOD is now available.", "A."),
            ("A.   Discussion consensus: B. News: C can be found here.", "A. Discussion consensus: B."),
            ("A. Tomorrow's picture: x", "A."), ("Tomorrow's picture: open space", ""),
            // A story whose last sentence has a gap in it, in front of a notice.
            ("A view of  The World At Night.   APOD presents: Pictures of 2007", "A view of The World At Night."),
            ("Orbiting the  Red Planet.    Your Sky Surprise: Which APOD? (post 1995)", "Orbiting the Red Planet."),
            // A question about the picture belongs to the story, one that leads to a quiz elsewhere does not.
            ("A.   Challenge: Can you identify it?", "A. Challenge: Can you identify it?"),
            ("A.   Quiz (really hard): What road is pictured?", "A. Quiz (really hard): What road is pictured?"),
            ("A.   Challenge: Can you?   Follow APOD on: X", "A. Challenge: Can you?"),
            ("A.   The Whole Quiz: Moon or Frying Pan?", "A."), ("A.   Poll: Have you seen this before?", "A."),
            // A headline has no full stop.
            ("A.  Opportunity Lands on Mars", "A."), ("A?   Arthur C. Clarke 1917-2008", "A?"),
            ("A.  Norwegian APOD mirror now available", "A."), ("A.  B.  APOD is four years old today", "A. B."),
            ("A   Growing Gallery: Comet Tsuchinshan-ATLAS in 2024", "A"),
            ("A.   Beautiful Images: Facebook Sky", "A."),
            ("A.   Help APOD Assess Usage: For how long have you been following APOD?", "A."),
            ("A.  They have also become popular sites for", "A. They have also become popular sites for"),
            ("A.  In the beginning of the", "A. In the beginning of the"),
            ("A.  Why so fast?   What is out there?", "A. Why so fast? What is out there?"),
            ("A neutron star , it 's said .", "A neutron star, it's said."),
            ("\"A motto.\"  (from B)  Explanation: C.", "\"A motto.\" (from B) Explanation: C."),
            ("July 4, 1995   The Nebula  Picture Credit:  NASA  Explanation:  The wind.", "The wind."),
        ])
    func plain(raw: String, text: String) {
        #expect(Explanation(plain: raw).text == text)
    }

    @Test(
        "Exponents keep their sign in the text and their element in the HTML",
        arguments: [
            (
                "<strong>Explanation:</strong> About 10<sup>12</sup> , or 256<sup>3,000</sup>, on the 20<sup>th</sup>.",
                "About 10^12, or 256^3,000, on the 20th.",
                "About 10<sup>12</sup>, or 256<sup>3,000</sup>, on the 20<sup>th</sup>."
            ),
            (
                "Water (H<sub>2</sub>O).<br><br><b>Tomorrow's picture: </b>10<sup>3</sup> worlds",
                "Water (H2O).", "Water (H<sub>2</sub>O)."
            ),
        ])
    func exponents(raw: String, text: String, html: String) {
        let explanation = Explanation(html: raw, page: nil)
        #expect(explanation.text == text)
        #expect(explanation.html == html)
        // As another mirror hands it on.
        #expect(Explanation(html: html, page: nil) == explanation)
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
            ("<a href='x'>Bing Xin</a>", "<a href='x'>Bing Xin</a>", "Bing Xin", "Bing Xin"),
            ("NOIRLab", "NOIRLab", "NOIRLab", nil), ("NASA, ESA", "NASA, ESA", "NASA, ESA", nil),
            ("NASA/JPL-Caltech", "NASA/JPL-Caltech", "NASA/JPL-Caltech", nil),
            ("ESA/Hubble &amp; NASA", "ESA/Hubble &amp; NASA", "ESA/Hubble & NASA", nil),
            ("NASA, Cassini Imaging Team", "NASA, Cassini Imaging Team", "NASA, Cassini Imaging Team", nil),
            ("NASA, ESA; Ann Lee", "NASA, ESA; Ann Lee", "NASA, ESA; Ann Lee", "NASA, ESA; Ann Lee"),
            ("Ann Lee (NASA)", "Ann Lee (NASA)", "Ann Lee (NASA)", "Ann Lee (NASA)"),
            ("<b>Image Credit:</b> Ann", "<b>Image Credit:</b> Ann", "Ann", nil),
            ("<a>NASA</a> , <a>JPL-Caltech</a> , <a>SSI</a>", nil, "NASA, JPL-Caltech, SSI", nil),
            ("<b>Image Credit &amp; Copyright:</b> Ann; Music", nil, "Ann", "Ann"),
            ("<b>Video Credit &amp; Copyright:</b> Ann; <b>Text:</b>", nil, "Ann", "Ann"),
            ("<b>Video Credit:</b> Ann; Lone Tree Music", nil, "Ann; Lone Tree Music", nil),
        ] as [(String?, String?, String?, String?)])
    func credit(credit: String?, copyright: String?, text: String?, claimed: String?) {
        let read = Credit(html: credit, copyright: copyright)
        #expect(read.text == text)
        #expect(read.copyright == claimed)
    }

    @Test(
        "The license is the one that the credit of the picture links to",
        arguments: [
            (
                "NASA; Processing &amp; <a href='https://creativecommons.org/licenses/by/2.0/'>License</a>: Ann",
                "by/2.0"
            ),
            ("Ann (<a href='//www.creativecommons.org/licenses/by-sa/4.0/deed.en'>CC</a>)", "by-sa/4.0"),
            (
                "<b>Image Credit &amp; <a href='http://creativecommons.org/licenses/by/3.0/'>License</a>:</b> Ann",
                "by/3.0"
            ),
            ("Ann; Music &amp; <a href='https://creativecommons.org/licenses/by/4.0/'>License</a>: Bob", nil),
            ("Ann; <a href='https://creativecommons.org/licenses/by/4.0/'>Music</a>: Bob", nil),
            (
                "<a href='https://creativecommons.org/licenses/by/4.0/'>Ann</a>, "
                    + "<a href='https://creativecommons.org/licenses/by-nc/4.0/'>Bob</a>", nil
            ),
            ("<a href='https://creativecommons.org/'>Ann</a>", nil), ("<a href='by/4.0'>Ann</a>", nil), ("Ann", nil),
        ] as [(String, String?)])
    func license(credit: String, license: String?) {
        let address = license.map { "https://creativecommons.org/licenses/\($0)/" }
        #expect(Credit(html: credit, copyright: nil).license == address)
        #expect(Credit(html: "Ann", copyright: credit).license == address)
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

    @Test("In the first weeks the credit stands in front of the story")
    func lead() {
        let lead = "August 4, 1995 Closeup of an Io Volcano Credit: NASA, Copyright Calvin J. Hamilton"
        let credit = Credit(legacyCopyright: nil, lead: lead)
        #expect(credit.text == "NASA, Copyright Calvin J. Hamilton" && credit.copyright == credit.text)
        #expect(Credit(legacyCopyright: nil, lead: "Picture Credit: NASA").copyright == nil)
    }

    @Test("A swallowed page without a mark is cut")
    func swallowed() {
        let copyright = Credit(legacyCopyright: String(repeating: "word ", count: 300)).copyright ?? ""
        #expect(copyright.utf8.count <= Credit.mostCopyright && copyright.hasSuffix("word"))
    }
}
