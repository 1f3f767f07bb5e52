import TestSupport
import Testing

@testable import Markup

/// What goes before the parser sees it is not missed by anybody.
@Suite struct UnreadAttributeTests {
    private static let unread = [
        " x", " x=1", " x='>'", " x=\"</b>\"", " x=a/b", " x='<b href=no>'", " id=\"it's\"", " y = 'a' ",
        " z='a'y=b", " '", " \"", " /", " data-href=no", " srcset=no", " xhref='no'", "\n\ttitle=\"a:b\"\n",
    ]
    private static let read = [
        " href='https://x/'", " href=https://y/z", " HREF=\"a&amp;b\"", " href", " src=a.jpg", " src = 'b/c.jpg'",
        " src=d&lt;.jpg", " onMouseOver=\"document.i.src='o.jpg'\"", " data=e.swf", " href=a/", " src=\"f>g.jpg\"",
    ]
    private static let names = [
        "a", "b", "i", "font", "p", "div", "img", "image", "video", "source", "iframe", "embed", "object", "svg",
        "table", "td", "br", "hr", "blink", "input", "math", "li", "center",
    ]

    private static func name(of attribute: String) -> String {
        let trimmed = attribute.trimmingPrefix { $0.isWhitespace }.lowercased()
        return String(trimmed.prefix { $0 != "=" && $0 != " " })
    }

    /// Markup with what is to go and without it.
    private static func pair(_ random: inout Dice) -> (full: String, bare: String) {
        var (full, bare) = ("", "")
        for _ in 0..<Int.random(in: 1...30, using: &random) {
            let name = names.randomElement(using: &random) ?? ""
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1:
                full += "<\(name)"
                bare += "<\(name)"
                // Formatting elements are another matter: of those that are alike the parser keeps three.
                let most = ["b", "i", "font"].contains(name) ? 0 : 4
                // Nor are two of one name: the parser takes away the value of the attribute behind them.
                var taken: Set<String> = []
                for _ in 0..<Int.random(in: 0...most, using: &random) {
                    let isRead = Bool.random(using: &random)
                    let attribute = (isRead ? read : unread).randomElement(using: &random) ?? ""
                    guard taken.insert(Self.name(of: attribute)).inserted else { continue }
                    full += attribute
                    if isRead { bare += attribute }
                }
                full += " >"
                bare += " >"
            case 2:
                full += "</\(name)>"
                bare += "</\(name)>"
            default:
                let words = ["word ", "&amp;", "<!-- > -->", " "].randomElement(using: &random) ?? ""
                full += words
                bare += words
            }
        }
        return (full, bare)
    }

    @Test func `a fragment is the same without them`() {
        var random = Dice(seed: 2_026)
        for _ in 0..<5_000 {
            let (full, bare) = Self.pair(&random)
            #expect(Fragment(full) == Fragment(bare), "\(full)")
        }
    }

    @Test func `the parser reads the same of what is left as of all`() {
        var random = Dice(seed: 1_996)
        for _ in 0..<5_000 {
            var html = Self.pair(&random).full
            // Whatever stands in an iframe is text to the parser, and taken away before.
            html.replace("<iframe", with: "<embed")
            // A comment parts two runs of text; taken away before, too.
            html.replace("<!-- > -->", with: "")
            let whole = Fragment(GumboTree.pieces(of: Array(html.utf8)))
            let tamed = Fragment(html)
            #expect(tamed.text == whole.text, "\(html)")
            #expect(tamed.links == whole.links, "\(html)")
            #expect(tamed.media == whole.media, "\(html)")
            #expect(tamed.safeHTML() == whole.safeHTML(), "\(html)")
        }
    }

    @Test(arguments: [
        ("<a href=https://x/ class=y/>z</a>", "<a href=\"https://x/\">z</a>"),
        ("<a class=y href=https://x/ />z</a>", "<a href=\"https://x/\">z</a>"),
        ("<a href='https://x/' href='https://no/'>z</a>", "<a href=\"https://x/\">z</a>"),
        ("<a title='<b>'href=https://x/>z</a>", "<a href=\"https://x/\">z</a>"),
        ("<b>y</b x='>'>z", "<b>y</b>z"),
        ("<b x=1><b x=2><p>z", "<b>z</b>"),
        ("<svg><font color=red>z", "z"),
        ("<svg><a href=https://x/ />z</svg>", ""),
    ])
    func `what is read of a tag is read as before`(html: String, safe: String) {
        #expect(Fragment(html).safeHTML() == safe)
    }
}
