import Foundation
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Refresh

@Suite("A video's page tells its story without asking anybody")
struct VideoPageTests {
    private let hostile = #"<script>alert("x")</script> & 'y' "z""#

    private func entry(_ title: String, html: String? = nil) -> Entry {
        Entry(
            day: day, title: title, explanation: hostile, explanationHTML: html, credit: hostile, copyright: nil,
            alt: hostile, publishedMediaType: "video", page: "https://x/page?a=1&b=\"2\"", postID: nil, media: .none)
    }

    private func page(
        _ entry: Entry, address: String? = "https://x/?v=\"><script>", poster: VideoPage.Poster? = nil
    ) -> String {
        String(decoding: VideoPage.render(entry, address: address, poster: poster), as: UTF8.self)
    }

    @Test func `nothing that NASA wrote becomes a tag or leaves its quotes`() {
        let poster = VideoPage.Poster(type: #"image/jpeg" onload="x"#, bytes: [1, 2, 3])
        let page = page(entry(hostile), poster: poster)
        #expect(!page.contains("<script"))
        #expect(!page.contains(#"onload="x"#))
        #expect(
            page.contains("<h1>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39; &quot;z&quot;</h1>"))
        #expect(page.contains(#"href="https://x/?v=&quot;&gt;&lt;script&gt;""#))
        #expect(page.contains("<title>&lt;script&gt;"))
    }

    @Test func `the poster is inside, and nothing is asked for from anywhere`() throws {
        let page = page(entry("Fly-through"), poster: VideoPage.Poster(type: "image/jpeg", bytes: [0xFF, 0xD8]))
        #expect(page.contains(#"src="data:image/jpeg;base64,/9g=""#))
        #expect(page.contains("default-src 'none'; img-src data:; style-src 'unsafe-inline'"))
        #expect(try page.matches(of: Regex(#"(src|data|poster|action)\s*=\s*"(?!data:)"#)).isEmpty)
        #expect(try page.matches(of: Regex("<(link|script|iframe|object|embed)")).isEmpty)
        #expect(page.contains("rel=\"noreferrer\""))
    }

    @Test(
        "The poster can be taken out again as it was put in",
        arguments: [
            ("image/jpeg", [0xFF, 0xD8, 0xFF]), ("image/png", []), ("image/gif", [0]),
            ("image/jpeg", Array(repeating: 0xAB, count: 100_000)),
        ] as [(String, [UInt8])])
    func roundTrip(type: String, bytes: [UInt8]) {
        let poster = VideoPage.Poster(type: type, bytes: bytes)
        let found = VideoPage.poster(in: VideoPage.render(entry(hostile), address: "https://x/", poster: poster))
        #expect(found?.type == type)
        #expect(found?.bytes == bytes)
    }

    @Test func `a page without a poster, or somebody else's page, has none`() {
        let words = #"<img src="data:image/jpeg;base64,AAAA">"#
        #expect(VideoPage.poster(in: VideoPage.render(entry(words), address: nil, poster: nil)) == nil)
        for text in [
            "", "<img src=\"data:", ";base64,AAAA\"<img src=\"data:", words.replacing("AAAA", with: "?\u{0}"),
            words.replacing("image/jpeg", with: "text/html"), words.replacing("jpeg", with: "jpeg\r\nSet-Cookie: a=b"),
        ] {
            #expect(VideoPage.poster(in: ascii(text)) == nil)
        }
    }

    @Test func `words that look like a poster do not hide it`() {
        let words = #"A ;base64, B <img src="data:image/gif;base64,AAAA">"#
        let poster = VideoPage.Poster(type: "image/png", bytes: [1, 2, 3])
        let page = VideoPage.render(entry(words), address: "https://x/;base64,", poster: poster)
        #expect(VideoPage.poster(in: page)?.type == "image/png")
        #expect(VideoPage.poster(in: page)?.bytes == [1, 2, 3])
    }

    @Test func `it says what there is: the video, else NASA's page, else nothing to follow`() {
        #expect(page(entry("T")).contains("Watch the video"))
        let without = page(entry("T"), address: nil)
        #expect(without.contains("See it at NASA"))
        #expect(without.contains(#"href="https://x/page?a=1&amp;b=&quot;2&quot;""#))
        var lost = entry("T")
        lost.page = nil
        lost.credit = nil
        let nothing = page(lost, address: nil)
        #expect(!nothing.contains("href"))
        #expect(!nothing.contains("Credit"))
        #expect(nothing.contains("<time datetime=\"2026-11-20\">"))
    }

    @Test func `the explanation keeps its links where it has them`() {
        #expect(page(entry("T", html: "<a href=\"https://x\">x</a>")).contains("<p><a href=\"https://x\">x</a></p>"))
        #expect(page(entry("T")).contains("<p>&lt;script&gt;"))
    }
}

extension VideoPage {
    fileprivate static func render(_ entry: Entry, address: String?, poster: Poster?) -> [UInt8] {
        let metadata = Metadata(entry, source: "apod-basic", base: "https://x", fetched: TestMirror.now)
        return render(metadata, address: address, poster: poster)
    }
}
