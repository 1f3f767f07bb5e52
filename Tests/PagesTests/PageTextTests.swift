import Days
import Foundation
import JSON
import Testing

@testable import Pages

@Suite("What text becomes in a page")
struct PageTextTests {
    @Test(arguments: [
        ("Dust & Gas", "Dust &amp; Gas"),
        (#"<b title="a">'x'</b>"#, "&lt;b title=&quot;a&quot;&gt;&#39;x&#39;&lt;/b&gt;"),
        ("</script><script>", "&lt;/script&gt;&lt;script&gt;"),
        ("two\nlines\tand\u{2028}more", "two lines and more"),
        ("a\u{202E}b\u{2066}c", "abc"),
        ("bell\u{7} and nul\u{0}", "bell\u{FFFD} and nul\u{FFFD}"),
        ("Valašské Meziříčí \u{1F30C}", "Valašské Meziříčí \u{1F30C}"),
    ])
    func `markup of a title is text`(title: String, page: String) {
        let html: HTML = "\(title)"
        #expect(String(decoding: html.bytes, as: UTF8.self) == page)
    }

    @Test func `a piece of markup stays what it is in another`() {
        let inner: HTML = "<b>\("<&>")</b>"
        let outer: HTML = "<p>\(inner)</p>"
        #expect(String(decoding: outer.bytes, as: UTF8.self) == "<p><b>&lt;&amp;&gt;</b></p>")
    }

    @Test func `an attribute without a value is none`() {
        let with: HTML = "<a\(.attribute("href", "\"&"))>"
        let without: HTML = "<a\(.attribute("href", nil))>"
        #expect(String(decoding: with.bytes, as: UTF8.self) == #"<a href="&quot;&amp;">"#)
        #expect(String(decoding: without.bytes, as: UTF8.self) == "<a>")
    }

    @Test(arguments: [
        ("2026/2026-11/2026-11-20 M64.jpg", "2026/2026-11/2026-11-20%20M64.jpg"),
        (".apod-mirror/thumbnails/2026/2026-11-20.320.jpg", ".apod-mirror/thumbnails/2026/2026-11-20.320.jpg"),
        ("100% #1? & \"it's\".jpg", "100%25%20%231%3F%20%26%20%22it%27s%22.jpg"),
        ("Meziříčí.png", "Mezi%C5%99%C3%AD%C4%8D%C3%AD.png"),
        ("e\u{301}.gif", "e%CC%81.gif"),
        ("a+b:c\\d<>.jpg", "a%2Bb%3Ac%5Cd%3C%3E.jpg"),
    ])
    func `a name becomes an address that leads to it and nowhere else`(name: String, address: String) {
        #expect(RelativeAddress.of("\(name)") == address)
    }

    @Test(arguments: [
        #"a "quoted" back\slash"#, "</script><!--<script>", "line\u{2028}separators\u{2029}", "\u{1F30C}\u{1D54F}",
        "\u{0}\u{1}\u{1F}\u{7F}\u{80}", "Meziříčí", "",
    ])
    func `JSON says exactly what it was given, in ASCII`(text: String) throws {
        var json = JSONPiece()
        json.object {
            $0.exactly("text", text)
            $0.list("numbers") {
                $0.number(nil, 1)
                $0.number(nil, -2)
            }
        }
        #expect(json.bytes.allSatisfy { $0 < 0x7F && $0 != UInt8(ascii: "<") })
        let read = try #require(try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any])
        #expect(read["text"] as? String == text)
        #expect(read["numbers"] as? [Int] == [1, -2])
    }

    @Test(arguments: [
        ("1969-12-31", "Wednesday, December 31, 1969"), ("1995-06-16", "Friday, June 16, 1995"),
        ("2024-02-29", "Thursday, February 29, 2024"), ("2026-11-20", "Friday, November 20, 2026"),
    ])
    func `a date is told in words`(day: String, words: String) throws {
        #expect(try #require(Day(day)).inWords == words)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (11_387, "11,387"), (1_002_003, "1,002,003")])
    func `a number is grouped`(number: Int, text: String) {
        #expect(Quantity.count(number) == text)
    }
}
