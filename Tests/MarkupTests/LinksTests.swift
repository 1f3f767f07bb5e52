import Testing

@testable import Markup

@Suite("The links in a fragment")
struct LinksTests {
    /// As words and addresses.
    private func links(_ html: String) -> [[String]] {
        let fragment = Fragment(html)
        return fragment.placedLinks.map { link in
            [String(decoding: Array(fragment.text.utf8)[link.place], as: UTF8.self), link.address]
        }
    }

    @Test func `each with its words, wherever they stand`() {
        #expect(
            links(#"The <a href="/a">Moon</a> &amp; <a href='b'>é <b>two</b> words</a>."#)
                == [["Moon", "/a"], ["é two words", "b"]])
        #expect(links(#"<p>One</p><p><a href="x">Two</a></p>"#) == [["Two", "x"]])
    }

    @Test func `nothing without words or an address`() {
        #expect(links(#"<a>no</a><a href="x"></a><a href="y"><img src=z></a>plain"#).isEmpty)
    }

    @Test func `what is left open ends with the text`() {
        #expect(links(#"a <a href="x">b <i>c"#) == [["b c", "x"]])
    }

    @Test func `one that is opened in another`() {
        let found = links(#"<a href="x">b <a href="y">c</a> d</a> e"#)
        #expect(found.map { $0[1] } == ["x", "y"])
        #expect(!found.contains { $0[0].contains("e") })
    }
}
