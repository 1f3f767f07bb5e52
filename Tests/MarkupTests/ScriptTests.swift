import Testing

@testable import Markup

/// Exponents and indices: raised and lowered signs, which plain text has no place for.
@Suite struct ScriptTests {
    @Test(
        "A raised number keeps its sign in plain text, and all that is raised or lowered its element in HTML",
        arguments: [
            ("10<sup>12</sup> stars", "10^12 stars", "10<sup>12</sup> stars"),
            ("256<sup>3,000</sup>", "256^3,000", "256<sup>3,000</sup>"),
            ("10<sup>-5</sup> m", "10^-5 m", "10<sup>-5</sup> m"),
            ("10<sup>&minus;5</sup>", "10^\u{2212}5", "10<sup>\u{2212}5</sup>"),
            ("10<sup>-<span>12</span></sup>", "10^-12", "10<sup>-12</sup>"),
            ("10<sup>-<i>12</i></sup>", "10^-12", "10<sup>-<i>12</i></sup>"),
            ("E = mc<sup>2</sup>", "E = mc^2", "E = mc<sup>2</sup>"),
            ("(1+z)<sup>4</sup>", "(1+z)^4", "(1+z)<sup>4</sup>"),
            ("2\u{3C0}<sup>2</sup>", "2\u{3C0}^2", "2\u{3C0}<sup>2</sup>"),
            ("10<sup>10<sup>100</sup></sup>", "10^10^100", "10<sup>10<sup>100</sup></sup>"),
            ("10<sup class=x style='y' onmouseover=\"z()\">12</sup>", "10^12", "10<sup>12</sup>"),
            ("<a href='https://x/'>10<sup>12</sup></a>", "10^12", "<a href=\"https://x/\">10<sup>12</sup></a>"),
            ("10<sup><a href='https://x/'>12</a></sup>", "10^12", "10<sup><a href=\"https://x/\">12</a></sup>"),
            // Ordinals, trademarks, charges and units of angle read well without a sign.
            ("the 20<sup>th</sup> of May", "the 20th of May", "the 20<sup>th</sup> of May"),
            ("1<sup>st</sup> 12<sup>h</sup>", "1st 12h", "1<sup>st</sup> 12<sup>h</sup>"),
            ("Sky<sup>TM</sup>", "SkyTM", "Sky<sup>TM</sup>"),
            ("OH<sup>-</sup>1", "OH-1", "OH<sup>-</sup>1"),
            ("<sup>14</sup>C and <sup>235</sup>U", "14C and 235U", "<sup>14</sup>C and <sup>235</sup>U"),
            ("a galaxy.<sup>1</sup>", "a galaxy.1", "a galaxy.<sup>1</sup>"),
            ("10 <sup>12</sup>", "10 12", "10 <sup>12</sup>"), ("10<sup> 12</sup>", "10 12", "10<sup> 12</sup>"),
            ("10<br><sup>12</sup>", "10 12", "10<br><sup>12</sup>"),
            ("10<sup><br>12</sup>", "10 12", "10<br><sup>12</sup>"),
            ("10<sup></sup>12", "1012", "1012"), ("10<sup><sup></sup>12</sup>", "10^12", "10<sup>12</sup>"),
            // Indices need a sign only behind a digit.
            ("H<sub>2</sub>O", "H2O", "H<sub>2</sub>O"), ("log<sub>10</sub> 5", "log10 5", "log<sub>10</sub> 5"),
            ("SO<sub>4</sub><sup>2-</sup>", "SO4^2-", "SO<sub>4</sub><sup>2-</sup>"),
            ("101<sub>2</sub> is 5", "101_2 is 5", "101<sub>2</sub> is 5"),
            // The depth is bounded.
            (
                "1<sup>2<sup>3<sup>4<sup>5</sup></sup></sup></sup>", "1^2^3^45",
                "1<sup>2<sup>3<sup>45</sup></sup></sup>"
            ),
        ])
    func signs(html: String, text: String, safe: String) {
        let fragment = Fragment(html)
        #expect(fragment.text == text)
        #expect(fragment.safeHTML() == safe)
        #expect(Fragment(safe).text == text)
        #expect(Fragment(safe).safeHTML() == safe)
    }

    @Test("A sign counts as a letter of the text, for cuts, links and paragraphs")
    func positions() {
        let whole = Fragment("<p>At 10<sup>-5</sup> m<br><br><b>See </b><a href=x>10<sup>12</sup> stars</a>.</p>")
        #expect(whole.text == "At 10^-5 m See 10^12 stars.")
        #expect(whole.prefix(upTo: "At 10^-5".utf8.count).text == "At 10^-5")
        #expect(whole.suffix(from: "At ".utf8.count).text == "10^-5 m See 10^12 stars.")
        #expect(whole.suffix(from: "At 10^-5 m See 10^12 ".utf8.count).text == "stars.")
        let words = whole.placedLinks.map { String(decoding: Array(whole.text.utf8)[$0.place], as: UTF8.self) }
        #expect(words == ["10^12 stars"])
        #expect(whole.paragraphs.map(\.text) == ["At 10^-5 m", "See 10^12 stars."])
        #expect(whole.paragraphs.map(\.offset) == [0, "At 10^-5 m ".utf8.count])
        #expect(Fragment("10<sup>12</sup> stars , far").withoutStraySpaces.text == "10^12 stars, far")
    }
}
