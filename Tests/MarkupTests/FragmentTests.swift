import Testing

@testable import Markup

@Suite struct FragmentTests {
    @Test(
        "Text is what a reader would read, on one line",
        arguments: [
            ("", ""),
            ("plain", "plain"),
            ("  two \r\n\t words ", "two words"),
            ("Webb&#039;s &#8220;View&#8221; &amp; more", "Webb's \u{201C}View\u{201D} & more"),
            ("one<br>two<br/>three", "one two three"),
            ("<p>one</p><p>two</p>", "one two"),
            ("<ul><li>one<li>two</ul>three", "one two three"),
            ("M<b>6</b>4 <i> and </i> M31", "M64 and M31"),
            ("a&nbsp;&nbsp;b", "a b"),
            ("one<script>two</script>three<style>four</style><!-- five -->", "onethree"),
            ("<title>no</title>yes<template>no</template>", "yes"),
            ("<video><source src=x>Your browser is old</video>after", "after"),
            ("a <b c", "a"),
            ("a<<!-- -->b>c, a<<script></script>/b>", "a<b>c, a</b>"),
            ("NGC < 5 and 6 > 5", "NGC < 5 and 6 > 5"),
            ("nul\0l &#0; &#xD800; &#x110000;", "null \u{FFFD} \u{FFFD} \u{FFFD}"),
            ("bell\u{07} escape\u{1B}[31m \u{0B}c1\u{9B}", "bell escape[31m c1"),
            ("<svg><style><b>x</b></style></svg>seen", "seen"),
            ("Ünï 🌌 <b>ok</b>", "Ünï 🌌 ok"),
        ])
    func text(html: String, text: String) {
        #expect(Fragment(html).text == text)
    }

    @Test("A fragment is cut where its text is cut, and what was open stays in pairs")
    func parts() {
        let whole = Fragment("<b>Explanation: </b> Seen <a href='https://a/'>from afar</a>.<br><br><b>Tomorrow: </b>x")
        #expect(whole.text == "Explanation: Seen from afar. Tomorrow: x")
        let tail = whole.suffix(from: "Explanation: ".utf8.count)
        #expect(tail.text == "Seen from afar. Tomorrow: x")
        let middle = tail.prefix(upTo: "Seen from".utf8.count)
        #expect(middle.text == "Seen from")
        #expect(middle.safeHTML() == "Seen <a href=\"https://a/\">from</a>")
        #expect(
            tail.prefix(upTo: "Seen from afar. ".utf8.count).safeHTML() == "Seen <a href=\"https://a/\">from afar</a>.")
        #expect(whole.prefix(upTo: 0).text.isEmpty)
        #expect(whole.suffix(from: 10_000).safeHTML().isEmpty)
        #expect(whole.prefix(upTo: 10_000) == whole)
    }

    @Test("Every cut of a fragment fits the same cut of its text")
    func everyCut() {
        let whole = Fragment("<p>A <b>b</b> c</p><p> d<br><br>e <i>f&amp;</i></p>g")
        let bytes = Array(whole.text.utf8)
        for offset in 0...bytes.count {
            let left = String(decoding: bytes.prefix(offset), as: UTF8.self).split(separator: " ").joined(
                separator: " ")
            let right = String(decoding: bytes.dropFirst(offset), as: UTF8.self).split(separator: " ").joined(
                separator: " ")
            #expect(whole.prefix(upTo: offset).text == left)
            #expect(whole.suffix(from: offset).text == right)
        }
    }
}
