import TestSupport
import Testing

@testable import NASA

@Suite struct CandidateTests {
    private static let rendition =
        "https://assets.science.nasa.gov/dynamicimage/assets/apod/M64.jpg?w=3853&h=4070&fit=clip"
    private static let picture = Media.picture(
        original: "https://assets.science.nasa.gov/content/dam/apod/M64.jpg", rendition: rendition,
        preview: "https://assets.science.nasa.gov/dynamicimage/assets/apod/M64.jpg?w=1024&fit=clip")
    private static let placeholder =
        "https://assets.science.nasa.gov/dynamicimage/assets/images/misc/news-thumbnail.png?w=1"
    private static let film = "https://assets.science.nasa.gov/content/dam/apod/Sun.mp4"
    private static let article = "https://science.nasa.gov/apod/m64/"

    @Test("Words that are null, missing or empty are the same: nothing", arguments: ["null", "\"\"", nil] as [String?])
    func wordless(value: String?) throws {
        let fields = ["title", "explanation", "credit", "copyright", "alt"]
        let words = fields.compactMap { field in value.map { "\"\(field)\":\($0)," } }.joined()
        let basic = try #require(
            Sample.entry(
                "{\(words)\"date\":\"2026-11-20\",\"permalink\":\"\(Self.article)\",\"hdurl\":\"\(Self.rendition)\"}"))
        let legacy = try #require(
            Sample.entry("{\(words)\"date\":\"2026-11-20\",\"service_version\":\"v1\",\"url\":\"https://x/a.jpg\"}"))
        for entry in [basic, legacy] {
            #expect(entry.title == "" && entry.explanation == "")
            #expect(entry.explanationHTML == nil && entry.credit == nil && entry.copyright == nil && entry.alt == nil)
        }
    }

    @Test(
        "apod-basic: what exists decides what the day is",
        arguments: [
            ("image", rendition, "", picture),
            ("image", rendition, "<iframe src='//ads.example/x'></iframe>", picture),
            (
                "image", rendition,
                "<a onMouseOver=\"document.imagename1.src='https://x/over.jpg'\"><img src='https://x/main.jpg'></a>",
                picture
            ),
            ("panorama", rendition, "", picture),
            ("other", rendition, "", picture),
            ("image", placeholder, "", .placeholder),
            ("video", placeholder, "", .placeholder), ("other", placeholder, "", .none),
            ("other", placeholder, "<img src='\(placeholder)'>", .none),
            ("image", "", "", .unnamed), ("image", "file:///etc/passwd", "", .unnamed),
            ("image", "ftp://nasa.gov/a.jpg", "<p>no picture</p>", .unnamed),
            ("image", "data:image/png;base64,AA", "<img src='logo/nasa-logo.png'>", .unnamed),
            ("image", "", "<img src='\(placeholder)'>", .placeholder),
            (
                "image", placeholder,
                "<a href='https://assets.science.nasa.gov/content/dam/apod/1995/june/e_lens.gif'><IMG SRC='e_small.gif'></a>",
                .picture(
                    original: "https://assets.science.nasa.gov/content/dam/apod/1995/june/e_lens.gif",
                    rendition: "https://science.nasa.gov/apod/m64/e_small.gif",
                    preview: "https://science.nasa.gov/apod/m64/e_small.gif")
            ),
            ("image", placeholder, "<a href='more.html'><img src='\(placeholder)'></a>", .placeholder),
            (
                "image", "https://assets.science.nasa.gov/content/dam/apod/M64.jpg?w=1500&h=1000&fit=clip", "",
                .picture(
                    original: "https://assets.science.nasa.gov/content/dam/apod/M64.jpg",
                    rendition: "https://assets.science.nasa.gov/content/dam/apod/M64.jpg?w=1500&h=1000&fit=clip",
                    preview: "https://assets.science.nasa.gov/dynamicimage/assets/apod/M64.jpg?w=1024&fit=clip")
            ),
            (
                "video", placeholder, "<video poster='/content/dam/apod/p.jpg'><source src='\(film)'></video>",
                .hostedVideo(film, poster: "https://science.nasa.gov/content/dam/apod/p.jpg")
            ),
            ("video", placeholder, "<img src='p.jpg'>", .elsewhere(article, poster: article + "p.jpg")),
            (
                "image", "", "<img src='/dynamicimage/assets/apod/M64.gif'>",
                .picture(
                    original: "https://science.nasa.gov/content/dam/apod/M64.gif",
                    rendition: "https://science.nasa.gov/dynamicimage/assets/apod/M64.gif",
                    preview: "https://science.nasa.gov/dynamicimage/assets/apod/M64.gif?w=1024&fit=clip")
            ),
            ("video", rendition, "<video><source src='\(film)'></video>", .hostedVideo(film, poster: rendition)),
            (
                "video", placeholder, "<video><source src='x.webm'><source src='\(film)'></video>",
                .hostedVideo(film, poster: nil)
            ),
            (
                "other", placeholder, "<video src='/content/dam/apod/Sun.mp4'></video>",
                .hostedVideo("https://science.nasa.gov/content/dam/apod/Sun.mp4", poster: nil)
            ),
            (
                "iframe", rendition, "<iframe src='//www.youtube.com/embed/x?rel=0'></iframe>",
                .elsewhere("https://www.youtube.com/embed/x?rel=0", poster: rendition)
            ),
            (
                "video", placeholder, "<video src='https://example.org/a.mp4'></video>",
                .elsewhere("https://example.org/a.mp4", poster: nil)
            ),
            (
                "video", placeholder, "<video src='https://nasa.gov.example/a.mp4'></video>",
                .elsewhere("https://nasa.gov.example/a.mp4", poster: nil)
            ),
            (
                "hologram", placeholder, "<embed src='http://example.org/a.swf'>",
                .elsewhere("http://example.org/a.swf", poster: nil)
            ),
            ("video", rendition, "<iframe src='javascript:evil()'></iframe>", .elsewhere(article, poster: rendition)),
            ("video", "file:///etc/passwd", "<video src='data:video/mp4;base64,AA'></video>", .none),
            ("image", film, "", .hostedVideo(film, poster: nil)),
        ])
    func basicMedia(type: String, hdurl: String, html: String, media: Media) throws {
        let entry = try #require(
            Sample.entry(Sample.basic(day("2026-09-16"), type: type, hdurl: hdurl, html: html, permalink: Self.article))
        )
        #expect(entry.media == media)
        #expect(entry.publishedMediaType == type)
    }

    @Test(
        "Legacy: what exists decides what the day is",
        arguments: [
            (
                #""media_type":"image","url":"https://apod.nasa.gov/s.jpg","hdurl":"https://apod.nasa.gov/b c.jpg ""#,
                Media.picture(
                    original: "https://apod.nasa.gov/b%20c.jpg", rendition: "https://apod.nasa.gov/s.jpg",
                    preview: "https://apod.nasa.gov/s.jpg")
            ),
            (
                #""media_type":"image","url":"http://apod.nasa.gov/s.jpg""#,
                .picture(original: "http://apod.nasa.gov/s.jpg", rendition: nil, preview: "http://apod.nasa.gov/s.jpg")
            ),
            (
                #""media_type":"image","url":"https://apod.nasa.gov/s.jpg","hdurl":"https://apod.nasa.gov/b.mov""#,
                .hostedVideo(
                    "https://apod.nasa.gov/b.mov", poster: "https://apod.nasa.gov/s.jpg",
                    instead: "https://apod.nasa.gov/s.jpg")
            ),
            (
                #""media_type":"image","url":"https://www.youtube.com/embed/x","hdurl":"https://www.youtube.com/embed/x""#,
                .elsewhere("https://www.youtube.com/embed/x", poster: nil)
            ),
            (
                #""media_type":"video","url":"//www.youtube.com/embed/x?rel=0","thumbnail_url":"""#,
                .elsewhere("https://www.youtube.com/embed/x?rel=0", poster: nil)
            ),
            (
                #""media_type":"video","url":"https://player.vimeo.com/video/1","thumbnail_url":"https://i.vimeocdn.com/1.jpg""#,
                .elsewhere("https://player.vimeo.com/video/1", poster: "https://i.vimeocdn.com/1.jpg")
            ),
            (
                #""media_type":"video","url":"https://apod.nasa.gov/a.mp4""#,
                .hostedVideo("https://apod.nasa.gov/a.mp4", poster: nil)
            ),
            (
                #""media_type":"video","url":"http://127.0.0.1:8080/a.mp4""#,
                .hostedVideo("http://127.0.0.1:8080/a.mp4", poster: nil)
            ),
            (
                #""media_type":"video","url":"http://127.0.0.1:9090/a.mp4""#,
                .elsewhere("http://127.0.0.1:9090/a.mp4", poster: nil)
            ),
            (
                #""media_type":"video","url":"https://apod.nasa.gov/a.html""#,
                .elsewhere("https://apod.nasa.gov/a.html", poster: nil)
            ),
            (#""media_type":"other""#, .none),
            (
                #""media_type":"other","url":"https://apod.nasa.gov/s.jpg""#,
                .picture(
                    original: "https://apod.nasa.gov/s.jpg", rendition: nil, preview: "https://apod.nasa.gov/s.jpg")
            ),
            (#""media_type":null,"url":17"#, .none),
        ])
    func legacyMedia(fields: String, media: Media) throws {
        let json = try Sample.legacy(day("2026-09-16"), fields: fields)
        #expect(try #require(Sample.entry(json, base: "http://127.0.0.1:8080/apod")).media == media)
    }

    @Test("Types that surprise cost only themselves")
    func surprises() throws {
        let json =
            #"{"date":"2026-09-16","post_id":"4711","title":null,"explanation":["x"],"media_type":{},"hdurl":false,"permalink":"javascript:x","credit":3,"new":{"a":[1,2.5,true]}}"#
        let entry = try #require(Sample.entry(json))
        #expect(entry.postID == 4_711)
        #expect(entry.title.isEmpty && entry.explanation.isEmpty && entry.page == nil)
        #expect(entry.media == .none && entry.publishedMediaType == "other" && entry.credit == "3")
        #expect(Sample.entry(#"{"post_id":1,"title":"no date"}"#) == nil)
        #expect(Sample.entry(#"{"post_id":1,"date":"2026-02-30"}"#) == nil)
    }

    @Test("An entry is whole")
    func whole() throws {
        let entry = try #require(
            Sample.entry(Sample.basic(day("2026-09-16"), title: "Webb&#039;s View", hdurl: Self.rendition, postID: "7"))
        )
        #expect(entry.title == "Webb's View")
        #expect(entry.explanation == "Story of 20712." && entry.explanationHTML == "Story of 20712.")
        #expect(entry.credit == "Ann" && entry.copyright == "Ann" && entry.alt == nil)
        #expect(entry.page == "https://science.nasa.gov/apod/x20712/" && entry.postID == 7)
    }

    @Test("Old programs find what they know")
    func legacyShape() throws {
        var entry = try #require(Sample.entry(Sample.basic(day("2026-09-16"), hdurl: Self.rendition)))
        var shape = LegacyShape(entry)
        #expect(shape.mediaType == "image")
        #expect(shape.url == "https://assets.science.nasa.gov/dynamicimage/assets/apod/M64.jpg?w=1024&fit=clip")
        #expect(shape.hdurl == "https://assets.science.nasa.gov/content/dam/apod/M64.jpg")
        entry.media = .elsewhere("https://x/", poster: "https://p/")
        shape = LegacyShape(entry)
        #expect(
            shape.mediaType == "video" && shape.url == "https://x/" && shape.hdurl == nil
                && shape.thumbnailURL == "https://p/")
        entry.media = .placeholder
        #expect(LegacyShape(entry).mediaType == "image" && LegacyShape(entry).url == nil)
        entry.publishedMediaType = "hologram"
        #expect(LegacyShape(entry).mediaType == "other")
    }
}
