import Foundation
import Glibc
import SampleNASA
import Testing

/// What strangers send to a port that is open.
@Suite(.needsBinary) struct HostileRequestTests {
    @Test(.needs(tool: "strace")) func `nothing but the mirror is ever read, and nothing is written`() async throws {
        let served = try await ServedMirror.fresh(2)
        let (program, root) = (served.program, served.program.root)
        let month = "\(ServedDays.today.prefix(4))/\(ServedDays.today.prefix(7))"
        // What an owner may have put there.
        let secret = program.folder + "/secret.jpg"
        try Data("secret".utf8).write(to: URL(filePath: secret))
        try FileManager.default.createSymbolicLink(
            atPath: "\(root)/\(month)/\(ServedDays.today) Link.jpg", withDestinationPath: secret)
        try FileManager.default.removeItem(atPath: "\(root)/objects.html")
        try FileManager.default.createSymbolicLink(atPath: "\(root)/objects.html", withDestinationPath: secret)
        try Data("mine".utf8).write(to: URL(filePath: "\(root)/\(month)/notes.txt"))
        mkfifo("\(root)/\(month)/\(ServedDays.today) Pipe.jpg", 0o644)
        let before = try await MirrorFiles(program).files.mapValues(\.sha256)
        let targets = [
            "/../secret.jpg", "/%2e%2e/secret.jpg", "/..%2fsecret.jpg", "/2026/..%2f..%2f..%2fsecret.jpg",
            "/.%2e/secret.jpg",
            "/\(month)/../../../secret.jpg", "/\(month)/\(ServedDays.today)%20Link.jpg", "/objects.html",
            "/\(month)/\(ServedDays.today)%20Pipe.jpg", "/\(month)/notes.txt", "/favorites.json", "/favorites/",
            "/.apod-mirror/mirror.json", "/.apod-mirror/vault/", "/.apod-mirror/lock", "/%00", "/index.html%00.jpg",
            "//etc/passwd", "/etc/passwd", "/%5c..%5csecret.jpg", "/..;/secret.jpg", "/%c0%ae%c0%ae/secret.jpg",
            "/.apod-mirror/thumbnails/../mirror.json", "/.apod-mirror/thumbnails/2026/../../mirror.json",
            "/\(month)/metadata/../../../favorites.json", "/poster/../favorites.json", "/?../secret", "/%", "/%zz",
        ]
        // Whatever it reads of the system, it has read by then.
        for target in ["/", "/planetary/apod", "/feed.atom", "/nothing"] { _ = try await served.get(target) }
        let log = program.folder + "/strace"
        let strace = try Child(
            "/usr/bin/env",
            ["strace", "-f", "-qq", "-s", "4096", "-y", "-e", "trace=%file,openat2", "-e", "signal=none", "-o", log]
                + ["-p", "\(served.child.pid)"], environment: program.environment)
        try await eventually("strace") {
            _ = try await served.get("/Today.json")
            // There is no log before it is attached.
            return (try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int).map { $0 > 0 } ?? false
        }
        for target in targets {
            let answer = try await served.get(target)
            let isIndex = target.hasPrefix("/?")
            #expect(isIndex ? answer.status == 200 : [400, 404].contains(answer.status), "\(target): \(answer.status)")
            #expect(!answer.text.contains("secret") || isIndex, "\(target)")
        }
        for target in ["/", "/Today.jpg", "/planetary/apod?count=2", "/feed.json"] {
            #expect(try await served.get(target).status == 200)
        }
        strace.send(SIGINT)
        _ = await strace.end()
        let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
            .compactMap { SystemCall(String($0), alsoFailed: true) }
        // It saw what it is to judge, from the link that leads out on.
        let opened = Set(calls.filter { $0.name == "openat2" }.flatMap(\.resolvedPaths))
        // A page that was asked for a second ago may be answered without opening it.
        let seen = ["objects.html", "Today.jpg", "\(month)/metadata/\(ServedDays.today).json"]
        #expect(opened.isSuperset(of: seen.map { "\(root)/\($0)" }), "\(opened)")
        for call in calls {
            let isInside = call.resolvedPaths.allSatisfy { path in
                (path == root || path.hasPrefix(root + "/")) && !path.split(separator: "/").contains("..")
            }
            #expect(isInside && !call.changesTree, "\(call.text)")
        }
        #expect(try await MirrorFiles(program).files.mapValues(\.sha256) == before)
        #expect(!served.child.hasEnded)
    }

    @Test func `what is no request ends its connection only`() async throws {
        let served = try await ServedMirror.fresh(1)
        let floods = [
            "\r\n\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\0\0\0\0", "GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET / HTTP/1.1\r\n\(String(repeating: "X-Flood: 1\r\n", count: 20_000))\r\n",
            "GET / HTTP/1.1\r\nX: \(String(repeating: "a", count: 1 << 20))\r\n\r\n",
            "GET /\(String(repeating: "a", count: 1 << 20)) HTTP/1.1\r\nHost: x\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nRange: bytes=0-\(String(repeating: "9", count: 5_000))\r\nConnection: close\r\n\r\n",
        ]
        for flood in floods {
            let connection = try Connection(port: served.port)
            connection.send(Array(flood.utf8))
            if !flood.contains("HTTP/1.1") { connection.send(Array("\r\n\r\n".utf8)) }
            #expect(try await served.get("/").status == 200)
        }
        #expect(!served.child.hasEnded)
    }

    /// A proxy that goes by the one and a server that goes by the other take different bytes for the next request.
    @Test(arguments: ["GET", "POST", "HEAD", "OPTIONS"])
    func `a request whose length or host can be read in two ways is refused, and nothing behind it is read`(
        method: String
    ) async throws {
        let served = try await ServedMirror.fresh(1)
        let next = "GET /Today.json HTTP/1.1\r\nHost: \(served.address)\r\nConnection: close\r\n\r\n"
        let length = "Content-Length: \(next.utf8.count)\r\n"
        let ways = [
            "Content-Length: 0\r\n\(length)", "\(length)Content-Length: 0\r\n",
            "content-length: 0\r\nContent-Length: 0\r\n", "\(length)Transfer-Encoding: chunked\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
            "Content-Length: 0, 0\r\n", "Content-Length : \(next.utf8.count)\r\n", "Host: evil.example\r\n",
        ]
        for way in ways {
            let text = "\(method) / HTTP/1.1\r\nHost: \(served.address)\r\n\(way)\r\n\(next)"
            let told = String(decoding: try await served.send(text), as: UTF8.self)
            let statuses = told.matches(of: #/HTTP\/1\.1 ([0-9]+)/#).map { String($0.1) }
            #expect(Set(statuses) == ["400"], "\(way): \(statuses)")
        }
    }

    @Test func `requests in a row get their answers in a row`() async throws {
        let served = try await ServedMirror.fresh(2)
        let one = "GET /planetary/apod?date=\(ServedDays.today) HTTP/1.1\r\nHost: \(served.address)\r\n"
        let other = "GET /Today.json HTTP/1.1\r\nHost: \(served.address)\r\n"
        let pipeline = String(repeating: "\(one)\r\n\(other)\r\n", count: 50) + "\(one)Connection: close\r\n\r\n"
        let text = String(decoding: try await served.send(pipeline), as: UTF8.self)
        #expect(text.components(separatedBy: "HTTP/1.1 200 OK").count == 102)
    }

    /// Idle ones and slow ones, more than a household ever has.
    @Test func `clients that hold still keep nobody out, and are let go`() async throws {
        let served = try await ServedMirror.fresh(1)
        var idle: [Connection] = []
        for _ in 0..<400 { idle.append(try Connection(port: served.port)) }
        var slow: [Connection] = []
        for _ in 0..<50 {
            let connection = try Connection(port: served.port)
            connection.send(Array("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ".utf8))
            slow.append(connection)
        }
        #expect(try await served.get("/").status == 200)
        // Dripping on does not help: a request has its time.
        try await eventually("the end of a request that drips") {
            slow.removeAll { !$0.send([UInt8(ascii: "a")]) }
            return slow.isEmpty
        }
        #expect(try await served.get("/").status == 200)
        idle.removeAll()
    }

    @Test func `a shell's own limit of open files keeps nobody out`() async throws {
        let made = try await ServedMirror.fresh(1)
        let limited = ["/bin/sh", "-c", #"ulimit -Sn 64; exec "$@""#, "sh"]
        let served = try await ServedMirror(made.program, through: limited)
        var idle: [Connection] = []
        for _ in 0..<100 { idle.append(try Connection(port: served.port)) }
        #expect(try await served.get("/").status == 200)
        idle.removeAll()
    }

    /// They hold on to what they have and ask again and again: what is left has to do for the files of their answers, and
    /// for others.
    @Test(.needs(tool: "prlimit"), arguments: [90, 127])
    func `with few descriptors a flood gets its answers, and so do others beside it`(limit: Int) async throws {
        let made = try await ServedMirror.fresh(1)
        let served = try await ServedMirror(
            made.program, through: ["/usr/bin/prlimit", "--nofile=\(limit):\(limit)"])
        let request = Array("GET /Today.json HTTP/1.1\r\nHost: \(served.address)\r\n\r\n".utf8)
        let flood = try (0..<200).map { try Connection(port: served.port, from: 1 << 8 | 1 + $0 % 2) }
        let other = Fact<Int>()
        Task { other.settle((try? await served.get("/planetary/apod", from: 2 << 8 | 2).status) ?? 0) }
        var told = ""
        try await eventually("an answer to another address, or the end of its patience", every: .milliseconds(50)) {
            for one in flood where one.send(request) { told += String(decoding: one.readReady(), as: UTF8.self) }
            return other.isSettled && !told.isEmpty
        }
        #expect(await other.value(within: .zero) == 200)
        let statuses = Set(told.matches(of: #/HTTP\/1\.1 ([0-9]+)/#).map { String($0.1) })
        #expect(statuses == ["200"], "\(statuses)")
    }

    /// Started by whoever knocks, it ends by itself when nobody does.
    @Test(.needs(tool: "systemd-socket-activate"))
    func `a socket wakes it, and it ends when nobody has asked for a minute`() async throws {
        let served = try await ServedMirror.fresh(1)
        served.child.send(SIGTERM)
        #expect(await served.child.end().code == 0)
        let child = try served.program.start(
            ["serve"],
            through: ["/usr/bin/systemd-socket-activate", "--listen=\(served.address)"] + served.program.passed)
        try await eventually("a socket") { (try? Connection(port: served.port)) != nil }
        #expect(try await served.get("/planetary/apod").status == 200)
        let ended = await child.end()
        #expect(ended.code == 0, "\(ended.errors)")
    }
}

extension Program {
    /// It passes on of the environment only what it is told to.
    fileprivate var passed: [String] {
        environment.keys.sorted().flatMap { ["--setenv=\($0)"] }
    }
}
