import Days
import Folder
import HTTP
import Pages
import Testing

@testable import MirrorTree
@testable import Serving

@Suite struct ServedPathTests {
    private static let day = Day("2026-11-20") ?? Day.first

    @Test(
        "What the mirror names is served",
        arguments: [
            ("/", .page(.first)), ("/index.html", .page(.first)), ("/gallery.js", .page(.news)),
            ("/favorites.js", .page(.favorites)),
            ("/objects.html", .page(.list(.objects))), ("/credits.html", .page(.list(.credits))),
            ("/sky.html", .page(.list(.sky))),
            ("/Today.jpg", .today("Today.jpg")),
            ("/Today.json", .today("Today.json")), ("/2026/gallery.js", .page(.year("2026"))),
            ("/2026/2026-11/", .page(.month("2026-11"))), ("/2026/2026-11/index.html", .page(.month("2026-11"))),
            ("/2026/2026-11/metadata/SHA256SUMS", .sums("2026/2026-11/metadata/SHA256SUMS")),
            ("/2026/2026-11/metadata/2026-11-20.json", .day(day, .metadata)),
            ("/2026/2026-11/metadata/published/2026-11-20.json", .day(day, .record)),
            ("/2026/2026-11/metadata/published/SHA256SUMS", .sums("2026/2026-11/metadata/published/SHA256SUMS")),
            (
                "/2026/2026-11/2026-11-20%20Webb's%20View.jpg",
                .day(day, .picture("2026/2026-11/2026-11-20 Webb's View.jpg"))
            ),
            ("/.apod-mirror/thumbnails/2026/2026-11-20.640.jpg", .day(day, .thumbnail(.card))),
            ("/poster/2026-11-20", .day(day, .poster)), ("/2026/2026-11", .folder),
        ] as [(String, ServedPath)])
    func served(target: String, served: ServedPath) throws {
        let path = try #require(HTTPRequest(target: target).path)
        #expect(ServedPath(path) == served)
    }

    @Test(
        "Pages of any origin may use pictures, and nothing that tells of favorites",
        arguments: [
            ("/", false), ("/gallery.js", false), ("/favorites.js", false), ("/2026/gallery.js", false),
            ("/2026/2026-11/", false),
            ("/objects.html", false), ("/credits.html", false), ("/sky.html", false), ("/Today.json", false),
            ("/2026/2026-11/metadata/2026-11-20.json", false),
            ("/2026/2026-11/metadata/SHA256SUMS", false), ("/2026/2026-11", false),
            ("/2026/2026-11/2026-11-20.html", false), ("/Today.jpg", true), ("/2026/2026-11/2026-11-20.jpg", true),
            ("/2026/2026-11/2026-11-20.mp4", true), ("/poster/2026-11-20", true),
            ("/.apod-mirror/thumbnails/2026/2026-11-20.640.jpg", true),
        ])
    func readers(path: String, areAll: Bool) throws {
        let served = try #require(ServedPath(Array(path.utf8)))
        let allowed = served.readers.headers.first { $0.name == "Access-Control-Allow-Origin" }
        let kept = served.readers.headers.first { $0.name == "Cross-Origin-Resource-Policy" }
        #expect(allowed?.value == (areAll ? "*" : nil) && kept?.value == (areAll ? nil : "same-origin"))
    }

    @Test(
        "Whatever page lies there, a browser runs what pages of ours run",
        arguments: [
            ("/", RootPage.policy), ("/2026/2026-11/", MonthPage.policy), ("/objects.html", ListPage.objects.policy),
            ("/sky.html", ListPage.sky.policy),
            ("/2026/2026-11/2026-11-20 X.html", VideoPage.policy), ("/2026/2026-11/2026-11-20 X.jpg", nil),
            ("/gallery.js", nil),
        ] as [(String, String?)])
    func policies(path: String, policy: String?) throws {
        let served = try #require(ServedPath(Array(path.utf8)))
        #expect(served.policy == policy.map { "\($0); frame-ancestors 'none'" })
    }

    @Test(
        "Nothing else is anything",
        arguments: [
            "/favorites.json", "/favorites/", "/favorites/2026-11-20.jpg", "/.apod-mirror/mirror.json",
            "/.apod-mirror/",
            "/.apod-mirror/thumbnails/", "/.apod-mirror/thumbnails/CACHEDIR.TAG",
            "/.apod-mirror/thumbnails/2026/2026-11-20.641.jpg", "/.apod-mirror/thumbnails/2025/2026-11-20.640.jpg",
            "/.apod-mirror/thumbnails/2026/../../mirror.json", "/.apod-mirror/vault/2026-11-20.jpg", "//index.html",
            "/../index.html", "/2026/../index.html", "/2026/", "/2026/2025-11/", "/2026/2026-13/", "/2026/2026-11//",
            "/2026/2026-11/notes.txt", "/2026/2026-11/2026-12-01 Other month.jpg", "/2026/2026-11/.hidden.jpg",
            "/2026/2026-11/metadata/", "/2026/2026-11/metadata/superseded/", "/2026/2026-11/metadata/2026-12-01.json",
            "/2026/2026-11/metadata/published/", "/2026/2026-11/metadata/published/2026-12-01.json",
            "/2026/2026-11/metadata/superseded/2026-11-20.json", "/2026/2026-11/metadata/published/x.json",
            "/2026/2026-11/metadata/../../../favorites.json", "/2026/2026-11/metadata/x.json", "/poster/", "/poster/x",
            "/index.html/", "/Today.jpg\0", "/etc/passwd", "/2026/2026-11/2026-11-20 X.jpg/..", "", "index.html",
        ])
    func strangers(path: String) {
        #expect(ServedPath(Array(path.utf8)) == nil)
    }

    @Test(
        "Ranges",
        arguments: [
            (nil, .all), ("bytes=0-9", .part(0..<10)), ("bytes=90-", .part(90..<100)), ("bytes=-10", .part(90..<100)),
            ("bytes=0-999", .part(0..<100)), ("bytes=-999", .part(0..<100)), ("bytes=99-99", .part(99..<100)),
            ("bytes=100-", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=99999999999999999999-", .unsatisfiable), ("bytes=0-99999999999999999999", .part(0..<100)),
            ("bytes=9-0", .all), ("bytes=--1", .all), ("bytes=0-1,5-6", .all), ("bytes=0-1,0-1", .all),
            ("bytes=", .all),
            ("bytes=-", .all), ("lines=0-1", .all), ("bytes=a-b", .all), ("bytes= 0-1", .all), ("bytes=+1-2", .all),
        ] as [(String?, ByteRange)])
    func ranges(header: String?, range: ByteRange) {
        #expect(ByteRange(header, size: 100) == range)
    }

    @Test func `nothing of an empty file can be asked for`() {
        #expect(ByteRange("bytes=0-", size: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-1", size: 0) == .unsatisfiable)
    }

    @Test(
        "A host that no stranger's page can have is told favorites, and is the one in addresses",
        arguments: [
            (nil, true), ("localhost", true), ("127.0.0.1:8095", true), ("192.168.1.5", true), ("[::1]:8095", true),
            ("[fe80::1]", true), ("nas", true), ("NAS:8095", true), ("nas.local:8095", true), ("nas.lan", true),
            ("nas.fritz.box", true),
            ("nas.home.arpa", true), ("nas.internal:80", true), ("nas.example.org", true),
            ("NAS.Example.org:8095", true), ("nas.evil.example", false), ("nas.local.evil.example", false),
            ("evil.example", false), ("evil.local", false), ("nas.", false), ("nas.example.org.", false), ("", false),
            ("nas.local:x", false), ("local", false), ("nas@evil", false), ("nas\"><script>", false),
            ("evil.nas", false), (":8095", false), (".nas", false), (".nas.evil.example", false), ("nas..local", false),
            ("..nas.local", false),
            ("localhost.", false), ("x.localhost", false), (".local", false), ("127.1", false), ("0x7f.1", false),
            ("\u{212A}as", false), ("[nas]", false), ("[127.0.0.1]", false), ("::1", false), ("nas:", false),
        ])
    func household(host: String?, isAtHome: Bool) {
        let origins = Origins(publicURL: nil, machine: "Nas.example.org")
        let request = HTTPRequest(target: "/", host: host)
        #expect(origins.isAtHome(request) == isAtHome)
        #expect(origins.origin(of: request) == (isAtHome ? host.map { "http://\($0)" } : nil) ?? "http://localhost")
    }

    @Test(
        "Where favorites are changed by web, no address of loopback and nothing that may be forwarded is the household's",
        arguments: [
            (nil, "nas", false), ("nas", "nas", true), ("NAS.local:8095", "nas", true),
            ("192.168.1.5:8095", "nas", true),
            ("[fd00::5]:80", "nas", true), ("[fe80::1]", "nas", true), ("127.0.0.1", "nas", false),
            ("127.9.9.9:8095", "nas", false), ("0.0.0.0", "nas", false), ("[::1]:80", "nas", false),
            ("[::]", "nas", false),
            ("[::ffff:127.0.0.1]", "nas", false), ("[::ffff:7f00:1]:80", "nas", false), ("[::7f00:1]", "nas", false),
            ("localhost", "nas", false), ("LocalHost:8095", "nas", false), ("localhost", "localhost", false),
            ("localhost.localdomain", "localhost.localdomain", false), ("localhost.lan", "localhost", false),
            (".local", "", false), ("", "", false),
        ])
    func starred(host: String?, machine: String, isAtHome: Bool) {
        let origins = Origins(publicURL: nil, takesStars: true, machine: machine)
        var request = HTTPRequest(target: "/", host: host)
        #expect(origins.isAtHome(request) == isAtHome)
        request.mayBeForwarded = true
        #expect(!origins.isAtHome(request))
    }
}
