import Testing

@testable import Markup

@Suite struct SafeHTMLTests {
    @Test(
        "Only links to the web, bold, italics and breaks remain",
        arguments: [
            ("<strong>a</strong> <em>b</em>", "<b>a</b> <i>b</i>"),
            (
                "<a href=\"https://x/?a=1&amp;b=2\" onclick='evil()' target=_top>x</a>",
                "<a href=\"https://x/?a=1&amp;b=2\">x</a>"
            ),
            ("<a href='http://x/'>x</a>", "<a href=\"http://x/\">x</a>"),
            ("<a href='HTTPS://x/'>x</a>", "<a href=\"HTTPS://x/\">x</a>"),
            ("<a href='javascript:evil()'>x</a>", "x"),
            ("<a href='java\nscript:evil()'>x</a>", "x"),
            ("<a href=' https://x/'>x</a>", "x"),
            ("<a href='data:text/html,x'>x</a><a>y</a>", "xy"),
            (
                "<a href='https://x/\"><script>evil()</script>'>x</a>",
                "<a href=\"https://x/&quot;&gt;&lt;script&gt;evil()&lt;/script&gt;\">x</a>"
            ),
            ("<script>evil()</script><style>p{}</style><!--x-->y", "y"),
            ("&lt;script&gt;evil()&lt;/script&gt;", "&lt;script&gt;evil()&lt;/script&gt;"),
            ("<img src=x onerror=evil()>y", "y"),
            ("<svg><script>evil()</script></svg>y", "y"),
            ("<div><h1>a</h1><p>b</p></div>c", "a<br><br>b<br><br>c"),
            ("<br><br>a<br><br><br><br>b<br>", "a<br><br>b"),
            ("<b></b>a<b> </b>", "a"),
            ("<b><b><b>a</b></b></b>", "<b>a</b>"),
            ("<b>a<i>b</b>c</i>", "<b>a<i>b</i></b><i>c</i>"),
            ("a \"b\" 'c' & d", "a &quot;b&quot; &#39;c&#39; &amp; d"),
        ])
    func safe(html: String, safe: String) {
        #expect(Fragment(html).safeHTML() == safe)
    }

    @Test("A caller's idea of an address is checked too")
    func resolving() {
        #expect(
            Fragment("<a href='ap.html'>x</a>").safeHTML { "https://n/\($0)" } == "<a href=\"https://n/ap.html\">x</a>")
        #expect(Fragment("<a href='ap.html'>x</a>").safeHTML { _ in "javascript:evil()" } == "x")
    }
}
