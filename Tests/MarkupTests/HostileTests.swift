import TestSupport
import Testing

@testable import Markup

/// What would crash, hang or bloat the parser must only cost the hostile text its tags.
@Suite struct HostileTests {
    @Test(
        "A hundred thousand nested tags overflow nothing",
        arguments: [
            "<div>", "<b>", "<table><tr><td>", "<p><font color=1>", "<svg>", "<template>", "<a href=x>", "<ul><li>",
            "<select>",
        ])
    func nesting(tag: String) {
        let html = String(repeating: tag, count: 100_000) + "bottom"
        let fragment = Fragment(html)
        #expect(fragment.pieces.count < 10_000_000)
        #expect(fragment.safeHTML().utf8.count < 1_000)
        _ = fragment.media
    }

    @Test("Text behind too many tags is kept")
    func textBehind() {
        let fragment = Fragment(String(repeating: "<i>x</i> ", count: 50_000))
        #expect(fragment.text.utf8.count == 99_999)
        #expect(!fragment.safeHTML().contains("&lt;"))
    }

    @Test("Formatting that is never closed is not rebuilt without end")
    func formatting() {
        let html = (0..<20_000).map { "<p><font color=\($0)>" }.joined() + "end"
        #expect(Fragment(html).text == "end")
    }

    @Test("A tag of a megabyte is no tag")
    func longTag() {
        let html = "a<b " + (0..<150_000).map { "a\($0)" }.joined(separator: " ") + ">c</b>"
        #expect(Fragment(html).text == "ac")
    }

    @Test(
        "Megabytes of anything end",
        arguments: [
            "<", "</", "<!--", "<a b='", "&", "&#x", "<script>", "</p>", "<!--><a b='-->", "\0", "<![CDATA[", "é",
            "<br>", "<iframe>",
        ])
    func repeated(piece: String) {
        let fragment = Fragment(String(repeating: piece, count: 1_000_000 / piece.utf8.count))
        #expect(fragment.text.utf8.count <= 3_000_000)
        _ = fragment.safeHTML()
    }

    @Test("Nothing hides from the limits behind another state of the tokenizer")
    func hiding() {
        let many = (0..<50_000).map { " a\($0)" }.joined()
        for html in [
            "<script>\"<a b='</script><b x=\"'>\(many)\">", "<a b=\">\(many)>\">", "<svg><![CDATA[<b]]><b \(many)>",
            "<textarea><a '</textarea><b \(many)>x",
        ] {
            _ = Fragment(html).text
        }
    }

    @Test("Soup of tags and halves of tags is read, balanced and safe")
    func soup() {
        var random = Dice(seed: 1995)
        let parts = [
            "<b>", "</b>", "<a href='https://x/'>", "</a>", "<p>", "</p>", "<table>", "<tr>", "<td>", "</table>",
            "<svg>", "<math>",
            "<template>", "</template>", "<form>", "<script>", "</script>", "<title>", "<select>", "<option>", "<!--",
            "-->", "<", "</",
            "'", "\"", ">", "=", "&amp;", "&lt;", "&#0;", "x", " ", "\0", "<iframe src=x>", "<i>", "</i>", "<br>",
            "<frameset>", "<body>",
        ]
        for _ in 0..<3_000 {
            let html = (0..<Int.random(in: 1...80, using: &random)).compactMap { _ in
                parts.randomElement(using: &random)
            }.joined()
            let fragment = Fragment(html)
            let safe = fragment.safeHTML()
            #expect(Fragment(safe).text == fragment.text, "\(html)")
            #expect(Fragment(safe).safeHTML() == safe, "\(html)")
        }
    }
}
