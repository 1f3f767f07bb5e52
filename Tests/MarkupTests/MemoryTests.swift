import Markup
import TestSupport
import Testing

/// What a parser builds of a megabyte may be a thousand times as much: measured in a process of its own, in which nothing
/// else runs.
@Suite struct MemoryTests {
    private static let most = 50_000_000

    @Test(.enabled(if: PeakMemory.isTold, "a sanitizer takes memory of its own"))
    func `no megabyte of markup takes more than fifty`() async {
        let child = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            for (name, html) in Megabyte.all {
                let megabyte = try #require(String(html.utf8.prefix(1_000_000)))
                let taken = try PeakMemory.taken {
                    let fragment = Fragment(megabyte)
                    _ = (fragment.safeHTML(), fragment.media, fragment.links)
                }
                print("measured: a megabyte of \(name) takes \(taken / 1_000_000) MB")
                #expect(taken < Self.most, "\(name)")
            }
        }
        let told = String(decoding: child?.standardOutputContent ?? [], as: UTF8.self)
        for line in told.split(separator: "\n") where line.hasPrefix("measured: ") { print(line) }
    }
}

/// Markup of a megabyte that makes as much as can be made of it.
private enum Megabyte {
    static var all: [(name: String, html: String)] {
        let value = String(repeating: "x", count: 3_900)
        let formats = ["b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"]
        let everyFormat = formats.flatMap { [$0, $0, $0, $0] }.map { "<\($0)>" }.joined()
        let fonts = ["color", "face", "size", "color face", "color size", "face size", "color face size"]
            .flatMap { [$0, $0, $0] }.map { "<font \($0)>" }.joined()
        return [
            ("formatting with attributes", "<p>" + numbered(240) { "<b x\($0)=\"\(value)\">" } + times(700, "<p>x")),
            (
                "formatting behind comments",
                "<p>" + numbered(240) { "<<!---->b x\($0)=\"\(value)\">" } + times(700, "<p>x")
            ),
            ("formatting without attributes", "<p>" + times(240, "<b>") + times(900, "<p>x")),
            ("fonts", "<p>" + numbered(240) { "<font color=\($0)>" } + times(700, "<p>x")),
            ("every format", "<p>" + everyFormat + fonts + times(900, "<p>x")),
            ("a link around paragraphs", "<p><a href='\(value)'>" + times(999, "<p>x")),
            (
                "handlers around paragraphs",
                "<p><b onmouseover='\(value)'><a onmouseover='\(value)'>" + times(999, "<p>x")
            ),
            ("links in blocks", numbered(120) { "<a href='\($0)\(value)'>" + times(8, "<div>") }),
            ("links in tables", numbered(240) { "<a href='\($0)\(value)'><table><td>" }),
            ("links in objects", numbered(240) { "<a href='\($0)\(value)'><object>" } + times(500, "<p>x")),
            (
                "blocks in formatting that is closed",
                "<b><a href='\(value)'><i>" + times(900, "<div>") + times(900, "</b>")
            ),
            ("handlers", numbered(240) { "<div onmouseover='\($0)\(value)'>" }),
            ("ends of paragraphs", times(250_000, "</p>")),
            ("ends of breaks", times(166_000, "</br>")),
            ("breaks", times(250_000, "<br>")),
            ("ends of formatting", everyFormat + times(200_000, "</b>")),
            ("tables", times(120_000, "<table>x")),
            ("cells", "<table>" + times(200_000, "<td>x")),
            ("attributes", "<b " + numbered(100_000) { "a\($0) " } + ">x"),
            ("words", times(200_000, "word ")),
            ("letters", times(500_000, "é")),
            ("entities", times(200_000, "&lt;")),
            ("controls", times(1_000_000, "\u{1}")),
            ("comments", times(140_000, "<!---->")),
            ("frames", times(100_000, "<iframe>x")),
        ]
    }

    private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    private static func numbered(_ count: Int, _ text: (Int) -> String) -> String {
        (0..<count).map(text).joined()
    }
}
