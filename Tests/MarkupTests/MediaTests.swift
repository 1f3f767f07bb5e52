import Testing

@testable import Markup

@Suite struct MediaTests {
    @Test(
        "A page's media are found as written",
        arguments: [
            (
                "<video controls><source src=\"a.mp4\" type='video/mp4'><source src=b.webm></video>",
                [Fragment.Found(kind: .video, address: "a.mp4"), .init(kind: .video, address: "b.webm")]
            ),
            ("<video src=a.mp4></video>", [.init(kind: .video, address: "a.mp4")]),
            (
                "<video poster=p.jpg src=a.mp4></video>",
                [.init(kind: .poster, address: "p.jpg"), .init(kind: .video, address: "a.mp4")]
            ),
            (
                "<iframe width=1 src=\"//www.youtube.com/embed/x?rel=0&amp;a=1\"><b>no</b></iframe>",
                [.init(kind: .frame, address: "//www.youtube.com/embed/x?rel=0&a=1")]
            ),
            (
                "<object data=a.swf><embed src='b.swf'></object>",
                [.init(kind: .frame, address: "a.swf"), .init(kind: .frame, address: "b.swf")]
            ),
            ("<audio><source src=a.mp3></audio><picture><source srcset=x></picture>", []),
            (
                "<a href=big.jpg onMouseOver=\"document.imagename1.src='over.jpg';\" onMouseOut=\"document.imagename1.src='a.jpg';\"><IMG SRC='a.jpg' name=imagename1></a>",
                [
                    .init(kind: .rollover, address: "over.jpg"), .init(kind: .enlargement, address: "big.jpg"),
                    .init(kind: .image, address: "a.jpg"),
                ]
            ),
            ("<img onmouseover='go()' src=a.jpg><img src=''>", [.init(kind: .image, address: "a.jpg")]),
            ("<!-- <img src=no.jpg> --><script>'<img src=no.jpg>'</script>", []),
        ] as [(String, [Fragment.Found])])
    func media(html: String, found: [Fragment.Found]) {
        #expect(Fragment(html).media == found)
    }

    @Test("Links come in order, as written")
    func links() {
        #expect(
            Fragment("<a href=a.html>a</a><a>b</a><p><a href='https://c/?d&amp;e'>c</a>").links == [
                "a.html", "https://c/?d&e",
            ])
    }
}
