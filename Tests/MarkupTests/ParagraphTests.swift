import Testing

@testable import Markup

@Suite struct ParagraphTests {
    @Test(
        "A blank line ends a paragraph",
        arguments: [
            ("A<br>b<br><br>C <b>d</b>", ["A b", "C d"]), ("<p>A<p>B</p>C", ["A", "B", "C"]),
            ("A<div>B</div>C", ["A B C"]), ("A<hr>B<ul><li>C<li>D</ul>", ["A", "B", "C D"]), ("", []), ("<p> </p>", []),
        ])
    func ends(html: String, paragraphs: [String]) {
        let fragment = Fragment(html)
        #expect(fragment.paragraphs.map(\.text) == paragraphs)
        let bytes = Array(fragment.text.utf8)
        for paragraph in fragment.paragraphs {
            #expect(bytes[paragraph.offset...].starts(with: paragraph.text.utf8))
        }
    }

    @Test(
        "Its label are the words in bold that it begins with",
        arguments: [
            ("<b> A: </b> b", "A: "), ("<p><strong>A</strong><b> B</b>: c", "A B"), ("<a><b>A</b></a> b", "A"),
            ("a <b>B</b>", ""), ("<b>A</b><br>b", "A"),
        ])
    func label(html: String, label: String) {
        #expect(Fragment(html).paragraphs.first?.label.split(separator: " ") == label.split(separator: " "))
    }

    @Test(arguments: ["<center>A</center>", "<div align=CENTER>A</div>", "<p style='color:red;text-align:center'>A"])
    func `it is centred in one of three ways`(html: String) {
        #expect(Fragment(html).paragraphs.map(\.isCentred) == [true])
    }
}

@Suite struct StraySpaceTests {
    @Test(
        "Spaces that no writer puts go",
        arguments: [
            ("<a>NASA</a> , <a>SSI</a> .", "NASA, SSI."), ("<a>Saturn</a> 's moon", "Saturn's moon"),
            ("Saturn \u{2019}s moon", "Saturn\u{2019}s moon"), ("( <a>M1</a> ) and [ x ]", "(M1) and [x]"),
            ("Why <b>so</b> ? Far !", "Why so? Far!"), ("one ; two : three", "one; two: three"),
            ("a ... b", "a ... b"), ("a . . . b", "a . . . b"), ("x .5 y", "x .5 y"), ("a :-) b", "a :-) b"),
            ("the 's' and 'sun'", "the 's' and 'sun'"), ("f(x) is 's", "f(x) is's"),
            ("<p>A</p>, b", "A , b"), ("a <br>, b", "a , b"), (" , a", ", a"),
        ])
    func removed(html: String, text: String) {
        let fragment = Fragment(html).withoutStraySpaces
        #expect(fragment.text == text)
        #expect(Fragment(fragment.safeHTML()).text == text)
    }

    @Test func `a megabyte of them takes no time`() {
        let fragment = Fragment(String(repeating: "<b>x</b> , ", count: 90_000)).withoutStraySpaces
        #expect(fragment.text.hasPrefix("x, x, x,"))
    }
}
