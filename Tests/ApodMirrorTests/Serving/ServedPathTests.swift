import Days
import Folder
import HTTP
import Testing

@testable import ApodMirror

@Suite struct ServedPathTests {
    @Test(
        "What the mirror names is served",
        arguments: [
            ("/", "index.html"), ("/index.html", "index.html"), ("/gallery.js", "gallery.js"),
            ("/objects.html", "objects.html"), ("/Today.jpg", "Today.jpg"), ("/Today.json", "Today.json"),
            ("/2026/gallery.js", "2026/gallery.js"), ("/2026/2026-11/", "2026/2026-11/index.html"),
            ("/2026/2026-11/index.html", "2026/2026-11/index.html"),
            ("/2026/2026-11/metadata/SHA256SUMS", "2026/2026-11/metadata/SHA256SUMS"),
            ("/2026/2026-11/metadata/2026-11-20.json", "2026/2026-11/metadata/2026-11-20.json"),
        ])
    func files(target: String, file: String) throws {
        let path = try #require(HTTPRequest(target: target).path)
        #expect(ServedPath(path) == .file(FilePath(file)))
    }

    @Test func `pictures, thumbnails, posters and folders are told apart`() throws {
        let day = try #require(Day("2026-11-20"))
        let picture = "2026/2026-11/2026-11-20 Webb's View.jpg"
        #expect(ServedPath(Array("/\(picture)".utf8)) == .picture(day, FilePath(picture)))
        let thumbnail = ".apod-mirror/thumbnails/2026/2026-11-20.640.jpg"
        #expect(ServedPath(Array("/\(thumbnail)".utf8)) == .thumbnail(FilePath(thumbnail)))
        #expect(ServedPath(Array("/poster/2026-11-20".utf8)) == .poster(day))
        #expect(ServedPath(Array("/2026/2026-11".utf8)) == .folder)
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
        "A host that the client names is believed where it can be this machine",
        arguments: [
            ("localhost", true), ("localhost:8095", true), ("127.0.0.1:8095", true), ("192.168.1.5", true),
            ("[::1]:8095", true), ("[fe80::1]", true), ("nas", true), ("nas:8095", true), ("nas.local:8095", true),
            ("NAS.fritz.box", true), ("evil.example", false), ("nas.local:x", false), ("nas@evil", false),
            ("nas\"><script>", false), ("", false), ("evil.nas", false), (":8095", false),
        ])
    func hosts(host: String, isOurs: Bool) {
        #expect(Origins(publicURL: nil, machine: "nas").isOurs(host) == isOurs)
    }
}
