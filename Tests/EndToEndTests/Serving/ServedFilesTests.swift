import Foundation
import Glibc
import SampleNASA
import Testing

/// The gallery and the tree over HTTP, as from a careful static server.
@Suite(.needsBinary) struct ServedFilesTests {
    @Test func `the gallery and what it shows are there`() async throws {
        let served = try await ServedMirror.fresh(3)
        let tree = try await MirrorFiles(served.program)
        for path in ["", "index.html", "gallery.js", "favorites.js", "Today.jpg", "Today.json"] {
            let answer = try await served.get("/\(path)")
            let file = path.isEmpty ? "index.html" : path
            #expect(answer.status == 200 && Data(answer.body) == tree.files[file]?.bytes, "/\(path)")
        }
        let named = tree.files.values.filter {
            $0.folder.hasSuffix("/thumbnails/\($0.day.prefix(4))")
                || $0.path.first?.isNumber == true && $0.folder.hasSuffix("\($0.day.prefix(7))")
        }
        #expect(named.count > 6)
        for file in named {
            let answer = try await served.get("/" + encoded(file.path))
            #expect(answer.status == 200 && Data(answer.body) == file.bytes, "\(file.path)")
        }
        let month = String(ServedDays.today.prefix(7))
        let moved = try await served.get("/\(month.prefix(4))/\(month)")
        #expect(moved.status == 301 && moved.headers["location"] == "\(month)/")
        #expect(try await served.get("/\(month.prefix(4))/\(month)/").status == 200)
    }

    @Test func `a part of a file, and what is known already`() async throws {
        let served = try await ServedMirror.fresh(1)
        let picture = served.program.server.picture(for: ServedDays.today)
        let entry = try #require(try await served.json("/planetary/apod") as? [String: Any])
        let path = String((entry["hdurl"] as? String ?? "").dropFirst(served.origin.count))
        let sum = ((entry["mirror"] as? [String: Any])?["picture"] as? [String: Any])?["sha256"] as? String ?? ""
        let whole = try await served.get(path)
        #expect(whole.headers["etag"] == "\"\(sum)\"" && whole.headers["accept-ranges"] == "bytes")
        let part = try await served.get(path, headers: ["Range: bytes=10-19"])
        #expect(part.status == 206 && part.body == Array(picture[10..<20]))
        #expect(part.headers["content-range"] == "bytes 10-19/\(picture.count)")
        let end = try await served.get(path, headers: ["Range: bytes=-5"])
        #expect(end.status == 206 && end.body == picture.suffix(5))
        #expect(try await served.get(path, headers: ["Range: bytes=\(picture.count)-"]).status == 416)
        #expect(try await served.get(path, headers: ["Range: bytes=0-1", "If-Range: \"\(sum)\""]).status == 206)
        #expect(try await served.get(path, headers: ["Range: bytes=0-1", "If-Range: \"other\""]).body == picture)
        for several in ["0-1,0-1", "0-1,1-2,2-3", "-", "9-0", "--1", "a-b"] {
            #expect(try await served.get(path, headers: ["Range: bytes=\(several)"]).body == picture, "\(several)")
        }
        #expect(try await served.get(path, headers: ["If-None-Match: \"\(sum)\""]).status == 304)
        #expect(try await served.get(path, headers: ["If-None-Match: W/\"\(sum)\", \"b\""]).status == 304)
        #expect(try await served.get(path, headers: ["If-None-Match: \"b\""]).status == 200)
        let time = try #require(whole.headers["last-modified"])
        #expect(try await served.get(path, headers: ["If-Modified-Since: \(time)"]).status == 304)
        #expect(try await served.get(path, headers: ["If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT"]).status == 200)
        let head = try await served.get(path, "HEAD")
        #expect(head.status == 200 && head.body.isEmpty && head.headers["content-length"] == "\(picture.count)")
        let day = try await served.get("/planetary/apod?date=\(ServedDays.today)")
        let tag = try #require(day.headers["etag"])
        #expect(
            try await served.get("/planetary/apod?date=\(ServedDays.today)", headers: ["If-None-Match: \(tag)"]).status
                == 304
        )
    }

    /// A page of a stranger's that frames the gallery could lead a click to its star.
    @Test(arguments: [[], ["--public-url", "https://apod.example.org"]])
    func `no page may be framed`(words: [String]) async throws {
        let served = try await ServedMirror.fresh(2, adding: words) {
            $0.show(.embedded(address: "https://www.youtube.com/embed/abc"), on: ServedDays.ago(1))
        }
        let pages = try await MirrorFiles(served.program).files.keys.filter { $0.hasSuffix(".html") }
        #expect(pages.count > 5)
        for path in pages.map({ encoded($0) }) + ["", "?x"] {
            for host in [nil, "evil.example"] {
                let answer = try await served.get("/" + path, as: host)
                #expect(answer.status == 200 && answer.headers["x-frame-options"] == "DENY", "/\(path)")
                let policy = answer.headers["content-security-policy"] ?? ""
                #expect(policy.hasSuffix("; frame-ancestors 'none'"), "/\(path): \(policy)")
                let tag = try #require(answer.headers["etag"])
                let known = try await served.get("/" + path, as: host, headers: ["If-None-Match: \(tag)"])
                #expect(known.status == 304 && known.headers["x-frame-options"] == "DENY", "/\(path)")
            }
        }
        for path in ["/nothing", "/%zz", "/favorites/"] {
            #expect(try await served.get(path).headers["x-frame-options"] == "DENY", "\(path)")
        }
    }

    @Test func `pages of any origin may ask for what NASA publishes, and for nothing else`() async throws {
        let served = try await ServedMirror.fresh(2)
        let day = ServedDays.today
        let (year, month) = (day.prefix(4), day.prefix(7))
        let picture = encoded(try #require(try await MirrorFiles(served.program).picture(of: day)).path)
        let thumbnail = ".apod-mirror/thumbnails/\(year)/\(day).320.jpg"
        let forAll = [
            "planetary/apod", "v1/apod?count=2", "planetary/apod?start_date=\(day)", "planetary/apod?date=x",
            "feed.atom", "feed.json", "Today.jpg", picture, thumbnail,
        ]
        for path in forAll {
            let answer = try await served.get("/" + path)
            #expect(answer.headers["access-control-allow-origin"] == "*", "\(path)")
            #expect(answer.headers["cross-origin-resource-policy"] == nil, "\(path)")
        }
        // Of days that have none of it, too: a page is to learn that there is nothing.
        let nothing = [
            "Today.jpg", "poster/\(day)", "poster/1999-01-01", ".apod-mirror/thumbnails/1999/1999-01-01.320.jpg",
            "1999/1999-01/1999-01-01%20Nothing.jpg", "\(year)/\(month)/\(day)%20Nothing.jpg",
            "planetary/apod?date=1999-01-01",
        ]
        try FileManager.default.removeItem(atPath: "\(served.root)/Today.jpg")
        try await eventually("no picture of today") { try await served.get("/Today.jpg").status == 404 }
        for path in nothing {
            let answer = try await served.get("/" + path)
            #expect(answer.status == 404, "\(path)")
            #expect(answer.headers["access-control-allow-origin"] == "*", "\(path)")
            #expect(answer.headers["cross-origin-resource-policy"] == nil, "\(path)")
        }
        let ours = [
            "", "index.html", "gallery.js", "favorites.js", "objects.html", "sky.html", "credits.html",
            "\(year)/gallery.js", "\(year)/\(month)/", "Today.json",
            "\(year)/\(month)/metadata/\(day).json", "\(year)/\(month)/metadata/SHA256SUMS", "\(year)/\(month)",
            "nothing", "favorites.json",
        ]
        for path in ours {
            for method in ["GET", "OPTIONS"] {
                let answer = try await served.get("/" + path, method)
                #expect(answer.headers["access-control-allow-origin"] == nil, "\(method) \(path)")
                #expect(answer.headers["access-control-allow-headers"] == nil, "\(method) \(path)")
                #expect(answer.headers["cross-origin-resource-policy"] == "same-origin", "\(method) \(path)")
            }
        }
    }

    @Test func `every page says by its server, too, what may run in it, also one that somebody put there`() async throws
    {
        let served = try await ServedMirror.fresh(3) { server in
            server.show(.embedded(address: "https://www.youtube.com/embed/abc"), on: ServedDays.ago(1))
        }
        let files = try await MirrorFiles(served.program)
        let pages = files.files.values.filter { $0.suffix == "html" && !$0.path.hasPrefix("favorites") }
        #expect(pages.count >= 4)
        for page in pages {
            let policy = try await served.get("/" + encoded(page.path)).headers["content-security-policy"]
            let own = String(decoding: page.bytes, as: UTF8.self)
                .firstMatch(of: #/http-equiv="Content-Security-Policy" content="([^"]*)"/#)
            // Only a header can say who may frame a page.
            let said = own.map { String($0.1).replacing("&#39;", with: "'") + "; frame-ancestors 'none'" }
            #expect(policy != nil && policy == said, "\(page.path)")
        }
        let month = "\(ServedDays.today.prefix(4))/\(ServedDays.today.prefix(7))/index.html"
        try Data("<script>alert(1)</script>".utf8).write(to: URL(filePath: "\(served.root)/\(month)"))
        let planted = try await served.get("/" + month)
        #expect(planted.text.contains("alert(1)"))
        #expect(planted.headers["content-security-policy"]?.contains("default-src 'none'") == true)
        #expect(planted.headers["x-content-type-options"] == "nosniff")
    }

    @Test func `other methods are refused, and a page of any origin may ask`() async throws {
        let served = try await ServedMirror.fresh(1)
        for method in ["POST", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"] {
            let answer = try await served.get("/planetary/apod", method)
            #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD, OPTIONS", "\(method)")
        }
        let asked = try await served.get(
            "/planetary/apod", "OPTIONS", headers: ["Access-Control-Request-Headers: x-api-key"])
        #expect(asked.status == 204 && asked.headers["access-control-allow-headers"] == "*")
        #expect(asked.headers["access-control-allow-origin"] == "*")
    }

    @Test func `a day that comes and one that is hidden are seen at once`() async throws {
        let served = try await ServedMirror.fresh(4)
        let (program, day) = (served.program, ServedDays.ago(2))
        let path = "/planetary/apod?date=\(day)"
        let entry = try #require(try await served.json(path) as? [String: Any])
        let picture = String((entry["hdurl"] as? String ?? "").dropFirst(served.origin.count))
        #expect(try await served.get(picture).status == 200)
        #expect(try await program.run("hide", day).code == 0)
        try await eventually("that it is gone") {
            let (entry, file) = (try await served.get(path), try await served.get(picture))
            return entry.status == 404 && file.status == 404
        }
        let range = try await served.json("/planetary/apod?start_date=\(ServedDays.ago(3))") as? [[String: Any]]
        #expect(range?.compactMap { $0["date"] as? String }.contains(day) == false)
        #expect(try await program.run("unhide", day).code == 0)
        #expect(try await program.run("sync").code == 0)
        try await eventually("that it is back") {
            let (entry, file) = (try await served.get(path), try await served.get(picture))
            return entry.status == 200 && file.status == 200
        }
    }

    @Test func `a day that is hidden for good is nowhere, whatever its owner has beside it`() async throws {
        let program = try Program(ServedDays.last(4))
        #expect(try await program.run("sync", "--create", "--history", "4", "--sidecars", "xmp").code == 0)
        let served = try await ServedMirror(program)
        for day in [ServedDays.ago(3), ServedDays.today] {
            let files = try await MirrorFiles(program)
            let picture = try #require(files.picture(of: day))
            let record = try #require(files.record(of: day))
            let left = files.files.values.filter { $0.path.hasPrefix(".apod-mirror/thumbnails/") && $0.day == day }
            #expect(!left.isEmpty)
            let (month, year) = (day.prefix(7), day.prefix(4))
            let own = "\(picture.folder)/\(day) cropped by hand.jpg"
            try picture.bytes.write(to: URL(filePath: "\(served.root)/\(own)"))
            #expect(try await program.run("hide", "--sidecars", "xmp", day).code == 0)
            // What a restored backup may bring back.
            for (path, bytes) in left.map({ ($0.path, $0.bytes) }) + [(picture.path, picture.bytes)] {
                try bytes.write(to: URL(filePath: "\(served.root)/\(path)"))
            }
            let places =
                [picture.path, picture.path + ".xmp", own, own + ".xmp", "\(year)/\(month)/metadata/\(day).json"]
                + left.map(\.path) + ["planetary/apod?date=\(day)", "poster/\(day)"]
            try await eventually("that it is gone") {
                for place in places {
                    let target = place.hasPrefix("planetary") ? place : encoded(place)
                    if try await served.get("/" + target).status != 404 { return false }
                }
                return true
            }
            let pages = [
                "", "gallery.js", "favorites.js", "\(year)/gallery.js", "\(year)/\(month)/", "feed.atom", "feed.json",
                "objects.html",
                "sky.html", "credits.html",
                "planetary/apod", "planetary/apod?start_date=\(ServedDays.ago(3))", "planetary/apod?count=9",
                "Today.json",
            ]
            let tells = [record.title, "cropped%20by%20hand", "cropped by hand", "\"\(day)\""]
            for page in pages {
                try await eventually("\(page) without it") {
                    let answer = try await served.get("/" + page)
                    return answer.status == 200 && !tells.contains(where: answer.text.contains)
                }
            }
        }
    }

    @Test func `a day that lies ahead is none, whoever made it`() async throws {
        let served = try await ServedMirror.fresh(3)
        let day = ServedDays.ago(-2)
        let folder = "\(served.root)/\(day.prefix(4))/\(day.prefix(7))"
        let files = try await MirrorFiles(served.program)
        let picture = try #require(files.picture(of: ServedDays.today))
        let record = try #require(files.record(of: ServedDays.today))
        let name = "\(day) From the Future.jpg"
        try FileManager.default.createDirectory(atPath: folder + "/metadata", withIntermediateDirectories: true)
        try picture.bytes.write(to: URL(filePath: "\(folder)/\(name)"))
        let forged = record.json.merging(["date": day, "title": "From the Future"]) { $1 }
        try JSONSerialization.data(withJSONObject: forged)
            .write(to: URL(filePath: "\(folder)/metadata/\(day).json"))
        for path in [
            "planetary/apod", "planetary/apod?count=100", "planetary/apod?start_date=\(ServedDays.ago(2))", "feed.atom",
            "feed.json",
        ] {
            let answer = try await served.get("/" + path)
            #expect(answer.status == 200 && answer.text.contains(ServedDays.today), "\(path)")
            #expect(!answer.text.contains("From the Future"), "\(path)")
        }
        let month = "\(day.prefix(4))/\(day.prefix(7))"
        for path in ["\(month)/\(encoded(name))", "\(month)/metadata/\(day).json"] {
            #expect(try await served.get("/" + path).status == 404, "\(path)")
        }
    }

    @Test func `a mirror whose disk went away is told of, and served when it is back`() async throws {
        let served = try await ServedMirror.fresh(1)
        let root = served.program.root
        try FileManager.default.moveItem(atPath: root, toPath: root + ".away")
        try await eventually("that it is away") { try await served.get("/").status == 503 }
        // Nobody is to book a day as missing because of it.
        for path in ["/planetary/apod", "/planetary/apod?date=\(ServedDays.today)", "/feed.atom", "/feed.json"] {
            #expect(try await served.get(path).status == 503, "\(path)")
        }
        try FileManager.default.moveItem(atPath: root + ".away", toPath: root)
        try await eventually("that it is back") { try await served.get("/").status == 200 }
    }

    @Test func `a day whose metadata are damaged is not said to be missing, and costs no other day`() async throws {
        let served = try await ServedMirror.fresh(4)
        let day = ServedDays.ago(1)
        let file = "\(served.root)/\(day.prefix(4))/\(day.prefix(7))/metadata/\(day).json"
        try Data("{".utf8).write(to: URL(filePath: file))
        #expect(try await served.get("/planetary/apod?date=\(day)").status == 500)
        let range = try await served.json("/planetary/apod?start_date=\(ServedDays.ago(3))") as? [[String: Any]]
        #expect(range?.compactMap { $0["date"] as? String } == [3, 2, 0].map(ServedDays.ago))
    }

    @Test func `a picture that is cut short while it is sent ends its connection, and nothing else`() async throws {
        let served = try await ServedMirror.fresh(1)
        let picture = try #require(try await MirrorFiles(served.program).picture(of: ServedDays.today))
        let file = served.root + "/" + picture.path
        try Data(repeating: 1, count: 15_000_000).write(to: URL(filePath: file))
        let slow = try Connection(port: served.port)
        slow.send(Array("GET /\(encoded(picture.path)) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8))
        #expect(slow.read(1_000) > 0)
        #expect(truncate(file, 10) == 0)
        #expect(slow.readAll().count < 15_000_000)
        #expect(try await served.get("/").status == 200)
        #expect(try await served.get("/" + encoded(picture.path)).body.count == 10)
    }

    @Test(.needs(pythonModule: "feedparser")) func `feed readers read both feeds`() async throws {
        let served = try await ServedMirror.fresh(35)
        let script = """
            import json, sys, urllib.request
            import feedparser
            feed = feedparser.parse(sys.argv[1] + "/feed.atom")
            assert not feed.bozo, feed.get("bozo_exception")
            assert feed.version == "atom10" and len(feed.entries) == 30, (feed.version, len(feed.entries))
            dates = [entry.published[:10] for entry in feed.entries]
            assert dates == sorted(dates, reverse=True) and dates[0] == sys.argv[2], dates
            assert all(e.id and e.title and e.link and e.updated_parsed and e.content[0].value for e in feed.entries)
            assert "<img" in feed.entries[0].content[0].value
            answer = urllib.request.urlopen(sys.argv[1] + "/feed.json")
            assert answer.headers["Content-Type"] == "application/feed+json"
            other = json.load(answer)
            assert other["version"] == "https://jsonfeed.org/version/1.1"
            assert [i["id"] for i in other["items"]] == [e.id for e in feed.entries]
            for item in other["items"]:
                if "image" in item: urllib.request.urlopen(item["image"]).read()
            print("read")
            """
        let ended = try await served.program.tool("/usr/bin/python3", ["-c", script, served.origin, ServedDays.today])
        #expect(ended.output == "read\n", "\(ended.errors)")
    }

    private func encoded(_ path: String) -> String {
        path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    }
}
