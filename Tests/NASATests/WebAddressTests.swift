import Testing

@testable import NASA

@Suite struct WebAddressTests {
    @Test(
        "Addresses are repaired, never invented",
        arguments: [
            (
                "https://apod.nasa.gov/apod/image/9702/ngc891_kp.jpg ",
                "https://apod.nasa.gov/apod/image/9702/ngc891_kp.jpg"
            ),
            ("https://apod.nasa.gov/a/NGC3372_ETA CARINA.jpg", "https://apod.nasa.gov/a/NGC3372_ETA%20CARINA.jpg"),
            ("https://apod.nasa.gov/a/L(HaR)GB%20x.jpg", "https://apod.nasa.gov/a/L(HaR)GB%20x.jpg"),
            ("//www.youtube.com/embed/x?rel=0&a=1#t=3", "https://www.youtube.com/embed/x?rel=0&a=1#t=3"),
            ("HTTP://Stefanom.ORG/x.php", "http://stefanom.org/x.php"),
            ("https://x", "https://x/"),
            ("https://x?a", "https://x/?a"),
            ("https://x/a/../../b/./c/..", "https://x/b/"),
            ("https://x/é\"<>", "https://x/%C3%A9%22%3C%3E"),
            ("https://x/a\nb", "https://x/ab"),
            ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"),
            ("/root.jpg", "https://science.nasa.gov/root.jpg"),
            ("image/x.jpg", "https://science.nasa.gov/apod/image/x.jpg"),
            ("../x.jpg", "https://science.nasa.gov/x.jpg"),
            ("?a=1", "https://science.nasa.gov/apod/page?a=1"),
            ("javascript:evil()", nil), ("JaVaScript:evil()", nil), ("java\nscript:evil()", nil),
            ("file:///etc/passwd", nil),
            ("data:text/html,x", nil), ("ftp://x/", nil), ("", nil), (" ", nil), ("https://", nil), ("https:x", nil),
            ("https://nasa.gov@evil.example/", nil), ("https://evil.example\\@nasa.gov/", nil), ("https://a b/", nil),
        ] as [(String, String?)])
    func repaired(raw: String, text: String?) throws {
        let base = WebAddress("https://science.nasa.gov/apod/page")
        #expect(WebAddress(raw, relativeTo: base)?.text == text)
    }

    @Test func `a place in the page itself keeps the page's query`() {
        let base = WebAddress("https://example.org/a/b?c=1&d=2#e")
        for (relative, text) in [("#f", "a/b?c=1&d=2#f"), ("?g=3", "a/b?g=3"), ("h", "a/h")] {
            #expect(WebAddress(relative, relativeTo: base)?.text == "https://example.org/\(text)", "\(relative)")
        }
    }

    @Test("Nothing is relative to nothing, and an address has an end")
    func bounds() {
        #expect(WebAddress("image/x.jpg") == nil)
        #expect(WebAddress("https://x/" + String(repeating: "a", count: 5_000)) == nil)
    }

    @Test(
        "NASA's hosts are told from those that look like them",
        arguments: [
            ("https://apod.nasa.gov/x", true), ("https://nasa.gov/", true),
            ("https://assets.science.nasa.gov:443/", true), ("https://notnasa.gov/", false),
            ("https://nasa.gov.example/", false), ("https://example/nasa.gov", false),
        ])
    func hosts(text: String, isNASA: Bool) throws {
        #expect(try #require(WebAddress(text)).isNASA == isNASA)
    }
}

@Suite struct PictureAddressTests {
    private static let rendition =
        "https://assets.science.nasa.gov/dynamicimage/assets/science/cds/apod/M64.jpg?w=3853&h=4070&fit=clip&crop=faces%2Cfocalpoint"
    private static let upload = "https://assets.science.nasa.gov/content/dam/science/cds/apod/M64.jpg"

    @Test(
        "The original lies behind its rendition",
        arguments: [
            (rendition, upload), (upload, upload),
            ("https://apod.nasa.gov/a.jpg?x=1", "https://apod.nasa.gov/a.jpg?x=1"),
            ("\(upload)/jcr:content/renditions/cq5dam.web.1280.1280.jpeg", upload),
            ("\(upload)/jcr%3Acontent/renditions/cq5dam.thumbnail.319.319.png?x=1", upload),
            ("\(upload)/_jcr_content/renditions/original", upload),
            (
                "https://x/wp-content/uploads/2026/09/M64-1024x683.jpg?w=9",
                "https://x/wp-content/uploads/2026/09/M64.jpg"
            ),
            ("https://x/wp-content/uploads/M64-scaled.jpg", "https://x/wp-content/uploads/M64.jpg"),
            ("https://x/wp-content/uploads/M64-2x.jpg", "https://x/wp-content/uploads/M64-2x.jpg"),
            ("https://x/images/M64-1024x683.jpg", "https://x/images/M64-1024x683.jpg"),
        ])
    func original(address: String, original: String) throws {
        #expect(PictureAddress.original(of: try #require(WebAddress(address))) == original)
    }

    @Test(
        "A rendition of any width is one address away, and none is enlarged",
        arguments: [
            (
                rendition, 1_024,
                "https://assets.science.nasa.gov/dynamicimage/assets/science/cds/apod/M64.jpg?w=1024&fit=clip&crop=faces%2Cfocalpoint"
            ),
            (rendition, 3_853, rendition), (rendition, 8_000, rendition),
            (
                upload, 1_920,
                "https://assets.science.nasa.gov/dynamicimage/assets/science/cds/apod/M64.jpg?w=1920&fit=clip"
            ),
            ("https://x/dynamicimage/assets/a.jpg", 1_024, "https://x/dynamicimage/assets/a.jpg?w=1024&fit=clip"),
            ("https://x/dynamicimage/assets/a.jpg?w=0", 1_024, "https://x/dynamicimage/assets/a.jpg?w=1024&fit=clip"),
            ("https://apod.nasa.gov/a.jpg", 1_024, nil),
            (
                "\(upload)/jcr:content/renditions/cq5dam.web.1280.1280.jpeg", 1_024,
                "https://assets.science.nasa.gov/dynamicimage/assets/science/cds/apod/M64.jpg?w=1024&fit=clip"
            ),
        ] as [(String, Int, String?)])
    func width(address: String, width: Int, expected: String?) throws {
        #expect(PictureAddress.rendition(of: try #require(WebAddress(address)), width: width) == expected)
    }
}
