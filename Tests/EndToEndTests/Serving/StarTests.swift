import Foundation
import Glibc
import SampleNASA
import Testing

/// The star of the gallery, pressed over HTTP: a real daemon and a real serve.
@Suite(.needsBinary) struct StarTests {
    private let day = ServedDays.ago(1)

    /// The folder, the page and the command say the same.
    private func expectAgreement(
        _ mirror: StarredMirror, _ days: Set<String>, location: SourceLocation = #_sourceLocation
    ) async throws {
        #expect(mirror.linked == days, sourceLocation: location)
        #expect(try await Set(mirror.program.listedFavorites().keys) == days, sourceLocation: location)
        try await eventually("the page that agrees") { try await mirror.shown() == days }
    }

    @Test func `makes and ends a favorite, and folder, page and command agree`() async throws {
        let mirror = try await StarredMirror(4)
        let daemon = try await RunningDaemon(mirror.program)
        try await expectAgreement(mirror, [])
        let made = try await mirror.press(day, isWanted: true)
        #expect(made.status == 200 && made.star == "kept", "\(made)")
        // What the answer says is so by then.
        let name = try await mirror.program.pictureName(of: day)
        #expect(mirror.program.favorite(name) == "../\(day.prefix(4))/\(day.prefix(7))/\(name)")
        try await expectAgreement(mirror, [day])
        let again = try await mirror.press(day, isWanted: true)
        #expect(again.status == 200 && again.star == "unchanged", "\(again)")
        let other = ServedDays.ago(2)
        #expect(try await mirror.press(other, isWanted: true).star == "kept")
        let ended = try await mirror.press(day, isWanted: false)
        #expect(ended.status == 200 && ended.star == "removed", "\(ended)")
        try await expectAgreement(mirror, [other])
        // As every removal it can be undone.
        #expect(try await mirror.program.run("favorites", "restore", day).code == 0)
        try await expectAgreement(mirror, [day, other])
        #expect(await daemon.end().code == 0)
    }

    /// A removal by hand counts a little later; a wish that comes meanwhile is about what lies there, not what is recorded.
    @Test(arguments: ["the star", "a command"])
    func `a favorite whose link went a moment ago is made again`(way: String) async throws {
        let mirror = try await StarredMirror(4)
        let daemon = try await RunningDaemon(mirror.program)
        let other = ServedDays.ago(2)
        for day in [day, other] { #expect(try await mirror.press(day, isWanted: true).star == "kept") }
        let names = try await [mirror.program.pictureName(of: day), mirror.program.pictureName(of: other)]
        let headers = try await mirror.headers(mirror.token())
        for name in names { try FileManager.default.removeItem(atPath: "\(mirror.program.root)/favorites/\(name)") }
        if way == "the star" {
            let answer = try await mirror.post(day, isWanted: true, headers)
            #expect(answer.status == 200 && answer.text.contains("kept"), "\(answer.text)")
        } else {
            #expect(try await mirror.program.run("favorites", "add", day).code == 0)
        }
        #expect(mirror.program.favorite(names[0]) != nil)
        try await eventually("the end of the other", within: .seconds(60)) {
            try FavoritesFile(root: mirror.program.root).removed[other] != nil
        }
        try await expectAgreement(mirror, [day])
        #expect(await daemon.end().code == 0)
    }

    @Test func `says what it does not do`() async throws {
        let mirror = try await StarredMirror(2)
        let daemon = try await RunningDaemon(mirror.program)
        let absent = try await mirror.press("1995-06-16", isWanted: true)
        #expect(absent.status == 409 && absent.words == "This mirror has no picture of 1995-06-16.", "\(absent)")
        #expect(mirror.linked == [])
        #expect(await daemon.end().code == 0)
    }

    @Test func `without a daemon nothing is changed, and it says so`() async throws {
        let mirror = try await StarredMirror(2)
        let down = try await mirror.press(day, isWanted: true)
        #expect(down.status == 503 && down.star == "daemon down", "\(down)")
        #expect(down.words == "The mirror’s daemon does not run: nothing was changed.")
        #expect(mirror.linked == [])
        // One that comes later is found.
        let daemon = try await RunningDaemon(mirror.program)
        #expect(try await mirror.press(day, isWanted: true).star == "kept")
        #expect(await daemon.end().code == 0)
        #expect(try await mirror.press(day, isWanted: false).star == "daemon down")
        #expect(mirror.linked == [day])
        // One that is killed leaves its socket behind.
        let killed = try await RunningDaemon(mirror.program)
        #expect(try await mirror.press(day, isWanted: true).star == "unchanged")
        _ = await killed.end(SIGKILL)
        #expect(try await mirror.press(day, isWanted: false).star == "daemon down")
        #expect(mirror.linked == [day])
    }

    @Test func `of a stranger's five hundred none counts`() async throws {
        let mirror = try await StarredMirror(2)
        let daemon = try await RunningDaemon(mirror.program)
        let token = try await mirror.token()
        let right = mirror.headers(token)
        func without(_ name: String) -> [String] { right.filter { !$0.hasPrefix(name) } }
        let strange: [[String]] = [
            [], without("X-Star"), without("Origin"), without("X-Star") + ["X-Star: \(String(token.reversed()))"],
            without("Origin") + ["Origin: https://evil.example"], without("Origin") + ["Origin: null"],
            without("Sec-Fetch-Site") + ["Sec-Fetch-Site: cross-site"],
            without("X-Star") + ["Cookie: star=\(token)"],
        ]
        for number in 0..<500 {
            let answer = try await mirror.post(day, isWanted: true, strange[number % strange.count])
            #expect(answer.status == 403, "\(number): \(answer.text)")
            #expect(answer.headers["access-control-allow-origin"] == nil)
        }
        for (method, status) in [("GET", 405), ("HEAD", 405), ("PUT", 405), ("OPTIONS", 204)] {
            let answer = try await mirror.served.get("/star?wish=%2B\(day)", method, as: mirror.host, headers: right)
            #expect(answer.status == status && answer.headers["allow"] == "POST, OPTIONS", "\(method)")
            #expect(answer.headers.keys.allSatisfy { !$0.hasPrefix("access-control") }, "\(method)")
        }
        let body = try await mirror.post(day, isWanted: true, without("Content-Length") + ["Content-Length: 100000000"])
        #expect(body.status == 413)
        // A name of a stranger's that leads here gets a page without a token, and its stars do not count.
        let lured = try await mirror.served.get("http://evil.example/")
        #expect(lured.status == 200 && !lured.text.contains("name=\"star\""))
        let star = "http://evil.example/star?wish=%2B\(day)"
        let headers = without("Origin") + ["Origin: http://evil.example"]
        #expect(try await mirror.served.get(star, "POST", headers: headers).status == 403)
        #expect(mirror.linked == [])
        #expect(try await mirror.program.listedFavorites().isEmpty)
        // None of them used up what the household may do.
        #expect(try await mirror.press(day, isWanted: true).star == "kept")
        // But that has its limit, in a minute: one after the other they might take longer.
        let answers = try await withThrowingTaskGroup { group in
            for _ in 0..<35 { group.addTask { [day] in try await mirror.post(day, isWanted: true, right) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.contains { $0.status == 200 }, "\(answers.map(\.status))")
        let last = try await mirror.post(day, isWanted: true, right)
        #expect(last.status == 429, "\(answers.map(\.status))")
        #expect((last.headers["retry-after"].flatMap { Int($0) } ?? 0) > 0)
        #expect(await daemon.end().code == 0)
    }

    /// The daemon's socket for stars hears its own user and root, and no other.
    @Test(.needsOtherUsers, .needs(tool: "python3")) func `another user's do not count`() async throws {
        let mirror = try await StarredMirror(2)
        let daemon = try await RunningDaemon(mirror.program)
        let id =
            try #require(
                try JSONSerialization.jsonObject(
                    with: Data(contentsOf: URL(filePath: mirror.program.root + "/.apod-mirror/mirror.json")))
                    as? [String: Any])["id"] as? String
        let script = """
            import json, socket, sys
            for number in range(500 if sys.argv[3] == 'no' else 1):
                end = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
                end.settimeout(20)
                try:
                    end.connect(sys.argv[1]); end.send(sys.argv[2].encode()); answer = end.recv(999)
                    print(*json.loads(answer) if answer else ['unheard'])
                except OSError as error: print('refused', error.errno)
            """
        func ask(as words: [String], _ isOwn: Bool) async throws -> Set<Substring> {
            let line = "+\(day) \(id ?? "")"
            let all = try words + ["python3", "-c", script, mirror.place + "/wish", line, isOwn ? "yes" : "no"]
            let ended = try await mirror.program.tool(all[0], Array(all.dropFirst()))
            return Set(ended.output.split(separator: "\n"))
        }
        let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        // Where the folder lets nobody in, and where it does.
        let closed = try await ask(as: nobody, false)
        #expect(closed == ["refused 13"], "\(closed)")
        for (path, mode) in try [
            (mirror.place + "/wish", 0o666), (mirror.place, 0o755), (mirror.place + "/..", 0o755),
            (daemon.manager.folder, 0o755),
        ] {
            #expect(chmod(path, mode_t(mode)) == 0)
        }
        let open = try await ask(as: nobody, false)
        // The connection ends before or after the wish is sent.
        #expect(open.isSubset(of: ["unheard", "refused \(ECONNRESET)", "refused \(EPIPE)"]), "\(open)")
        #expect(mirror.linked == [])
        #expect(try await ask(as: ["env"], true) == ["kept"])
        #expect(mirror.linked == [day])
        #expect(await daemon.end().code == 0)
    }

    @Test func `the page in the folder knows nothing of it, nor does one that is served without it`() async throws {
        let mirror = try await StarredMirror(2)
        let file = try String(contentsOfFile: mirror.program.root + "/index.html", encoding: .utf8)
        #expect(!file.contains("name=\"star\"") && !file.contains("connect-src"))
        let page = try await mirror.served.get("/", as: mirror.host)
        #expect(page.headers["content-security-policy"]?.contains("; connect-src 'self';") == true)
        #expect(page.headers["cache-control"] == "no-cache")
        // Its length would tell a stranger who chooses some of its words what the token is.
        let packed = try await mirror.served.get("/", as: mirror.host, headers: ["Accept-Encoding: gzip"])
        #expect(packed.text == page.text && packed.headers["content-encoding"] == nil)
        let tag = try #require(page.headers["etag"])
        #expect(try await mirror.served.get("/", as: mirror.host, headers: ["If-None-Match: \(tag)"]).status == 304)
        // A start later the token is another, and what a browser has kept is old.
        let next = try await ServedMirror(mirror.program, adding: ["--favorites-by-web"])
        #expect(next.child.errors.text.contains("No daemon takes stars yet"), "\(next.child.errors.text)")
        let time = try #require(page.headers["last-modified"])
        let later = try await next.get("/", as: mirror.host, headers: ["If-None-Match: \(tag)"])
        #expect(later.status == 200 && later.text != page.text)
        #expect(time.hasSuffix("GMT"))
        let plain = try await ServedMirror(mirror.program)
        #expect(try await plain.get("/").text == file)
        #expect(try await plain.get("/star", "POST", headers: ["Content-Length: 0"]).status == 405)
        #expect(try await plain.get("/star").status == 404)
        let refused = try await mirror.program.run(
            "serve", "--favorites-by-web", "--public-url", "https://apod.example.org")
        #expect(refused.code == 64 && refused.errors.contains("does not go with --public-url"), "\(refused.errors)")
    }

    /// By the time that a star is pressed, the daemon of another mirror may listen where that of its own did.
    @Test func `a wish for another mirror changes none`() async throws {
        let mirror = try await StarredMirror(2)
        let other = try Program(ServedDays.last(2))
        #expect(try await other.run("sync", "--create", "--history", "2").code == 0)
        let daemon = try await RunningDaemon(mirror.program)
        try Data(mirror.lock.utf8).write(to: URL(filePath: other.root + "/.apod-mirror/lock"))
        let served = try await ServedMirror(other, adding: ["--favorites-by-web"])
        let page = try await served.get("/", as: mirror.host).text
        let token = try #require(page.firstMatch(of: #/<meta name="star" content="([^"]+)">/#)?.1)
        let headers = ["Origin: http://\(mirror.host)", "X-Star: \(token)", "Content-Length: 0"]
        let answer = try await served.get("/star?wish=%2B\(day)", "POST", as: mirror.host, headers: headers)
        #expect(answer.status == 409 && answer.text.contains("another mirror"), "\(answer.text)")
        #expect(mirror.linked == [])
        #expect(await daemon.end().code == 0)
    }
}
