import Days
import Testing

@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport

@Suite("No text of a link confuses its reading")
struct HostileLinkTests {
    private let composed = "/m/caf\u{E9}"
    private let decomposed = "/m/cafe\u{301}"

    @Test func `roots that look the same to a reader are two`() {
        let reading = LinkReading(root: composed, aliases: [])
        #expect(reading.meaning(ofLinkAt: "x", to: FilePath(composed + "/Today.jpg")) == .today)
        #expect(reading.meaning(ofLinkAt: "x", to: FilePath(decomposed + "/Today.jpg")) == .refused(.outside))
    }

    @Test func `entries that look the same to a reader are two`() {
        let link = FilePath("caf\u{E9}.jpg")
        let other = FilePath("cafe\u{301}.jpg")
        #expect(reading.meaning(ofLinkAt: link, to: other) == .entry(other))
        #expect(reading.meaning(ofLinkAt: link, to: link) == .refused(.loop))
    }

    @Test(
        arguments: [
            ("/Today.jpg", .today), ("/", .refused(.folder)), ("/..", .refused(.folder)), ("/etc/passwd", .named),
            ("../../../../Today.jpg", .today), ("/favorites/y", .entry("y")), ("/favorites/x", .refused(.loop)),
            ("/2026/2026-11/2026-11-20", .day(day)), ("//2026//2026-11//2026-11-20//", .day(day)),
        ] as [(FilePath, Meaning)])
    func `the root may be the system's`(target: FilePath, meaning: Meaning) {
        for root in ["/", "//", "/..", "/x/.."] {
            #expect(LinkReading(root: root, aliases: []).meaning(ofLinkAt: "x", to: target) == meaning)
        }
    }

    @Test(arguments: ["/srv/apod", "/srv/apod/", "/srv//apod/.", "/srv/x/../apod//"])
    func `names of the root are normalised`(alias: String) {
        for reading in [LinkReading(root: alias, aliases: []), LinkReading(root: "/r", aliases: [alias])] {
            #expect(reading.meaning(ofLinkAt: "x", to: "/srv/apod/Today.jpg") == .today)
            #expect(reading.meaning(ofLinkAt: "x", to: "/srv/apodToday.jpg") == .refused(.outside))
        }
    }

    @Test func `the longest name of the root is the one that is meant`() {
        let reading = LinkReading(root: "/srv", aliases: ["/srv/apod", "/"])
        #expect(reading.meaning(ofLinkAt: "x", to: "/srv/apod/Today.jpg") == .today)
        #expect(reading.meaning(ofLinkAt: "x", to: "/srv/Today.jpg") == .today)
        #expect(reading.meaning(ofLinkAt: "x", to: "/srv/apod/favorites/y") == .entry("y"))
    }

    @Test func `names keep bytes that are no text, and line breaks`() {
        let name = FilePath(bytes: Array("a\n\r\u{1B}[2J".utf8) + [0xFF, 0xC3])
        #expect(reading.meaning(ofLinkAt: "x", to: name) == .entry(name))
        #expect(reading.meaning(ofLinkAt: name, to: name) == .refused(.loop))
        let picture = FilePath(bytes: Array("/mnt/2026/2026-11/2026-11-20 ".utf8) + name.bytes)
        #expect(reading.meaning(ofLinkAt: name, to: picture) == .day(day))
        let month = FilePath(bytes: Array("/mnt/2026/2026-1".utf8) + [0xB1] + Array("/2026-11-20".utf8))
        #expect(reading.meaning(ofLinkAt: name, to: month) == .refused(.outside))
        #expect(reading.meaning(ofLinkAt: "x", to: "../2026/2026-11/2026-11-20\nRest") == .day(day))
        #expect(reading.meaning(ofLinkAt: "x", to: "../2026/2026-11/2026-11-20\0") == .refused(.outside))
    }

    @Test func `targets of 4,000 bytes are read whole`() {
        let up = FilePath(String(repeating: "../", count: 1_320) + "2026/2026-11/2026-11-20")
        #expect(reading.meaning(ofLinkAt: "x", to: up) == .day(day))
        let slashes = FilePath("/srv/apod" + String(repeating: "/", count: 3_980) + "Today.jpg")
        #expect(reading.meaning(ofLinkAt: "x", to: slashes) == .today)
        let deep = FilePath(String(repeating: "a/", count: 2_000))
        #expect(reading.meaning(ofLinkAt: "x", to: deep) == .refused(.folder))
        let long = FilePath("/" + String(repeating: "\u{301}", count: 2_000))
        #expect(reading.meaning(ofLinkAt: "x", to: long) == .refused(.outside))
    }

    @Test func `the first days and the last are dates like others; whether they hold a picture is asked elsewhere`() {
        for date in ["0001-01-01", "1995-06-16", "9999-12-31", "2024-02-29"] {
            let path = FilePath("../\(date.prefix(4))/\(date.prefix(7))/\(date).jpg")
            #expect(reading.meaning(ofLinkAt: "x", to: path) == Day(date).map { .day($0) })
        }
        #expect(reading.meaning(ofLinkAt: "x", to: "../2026/2026-02/2026-02-29 A.jpg") == .named)
        #expect(reading.meaning(ofLinkAt: "x", to: "../0000/0000-00/0000-00-00 A.jpg") == .named)
    }
}
