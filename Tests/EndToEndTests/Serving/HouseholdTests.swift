import Foundation
import Testing

/// Who counts as the household where favorites are changed by web: whoever gets a token may change them.
@Suite(.needsBinary) struct HouseholdTests {
    private static let machine = ProcessInfo.processInfo.hostName.prefix { $0 != "." }

    /// What serve has said of pages that it sent without a token.
    private func told(by served: ServedMirror) -> Int {
        served.child.errors.text.split(separator: "\n").count { $0.contains("without stars") }
    }

    private func hasToken(_ answer: RawAnswer) -> Bool { answer.text.contains("name=\"star\"") }

    @Test func `the machine's names and addresses at home get a token`() async throws {
        let mirror = try await StarredMirror(1)
        for host in [mirror.host, "10.0.0.7", "[fd00::5]:8095", "\(Self.machine)", "\(Self.machine).LOCAL:8095"] {
            let page = try await mirror.served.get("/", as: host)
            #expect(page.status == 200 && hasToken(page), "\(host)")
        }
        #expect(told(by: mirror.served) == 0)
    }

    @Test func `loopback by any name, a proxy that tells of itself, and HTTP 1.0 get none`() async throws {
        let mirror = try await StarredMirror(1)
        let names = [
            "127.0.0.1:\(mirror.served.port)", "127.0.0.1", "127.1.2.3", "0.0.0.0", "[::1]", "[::]:8095",
            "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[0:0:0:0:0:0:0:1]", "localhost", "LOCALHOST:80",
            "localhost.", "x.localhost", "localhost.localdomain", "0x7f.1", "127.1", "2130706433", "0177.0.0.1",
            "127.0.0.1.",
        ]
        for name in names {
            let page = try await mirror.served.get("/", as: name)
            #expect(page.status == 200 && !hasToken(page), "\(name)")
        }
        let headers = [
            "Forwarded: for=192.0.2.1", "X-Forwarded-For: 192.0.2.1", "x-forwarded-host: \(mirror.host)",
            "X-Forwarded-Proto: https", "X-Forwarded-Port: 443", "X-Forwarded-Server: x", "X-Real-IP: 192.0.2.1",
            "Via: 1.1 x", "X-Client-IP: 192.0.2.1", "True-Client-IP: 192.0.2.1", "CF-Connecting-IP: 192.0.2.1",
            "X-Forwarded-For:",
        ]
        for header in headers {
            let page = try await mirror.served.get("/", as: mirror.host, headers: [header])
            #expect(page.status == 200 && !hasToken(page), "\(header)")
        }
        for host in ["Host: \(mirror.host)\r\n", ""] {
            let page = try RawAnswer(try await mirror.served.send("GET / HTTP/1.0\r\n\(host)\r\n"))
            #expect(page.status == 200 && !hasToken(page), "\(host)")
        }
        #expect(told(by: mirror.served) == 1, "\(mirror.served.child.errors.text)")
        // One who has a token from elsewhere can do nothing with it on these ways.
        let right = mirror.headers(try await mirror.token())
        let forwarded = try await mirror.post(ServedDays.today, isWanted: true, right + ["X-Forwarded-For: 192.0.2.1"])
        #expect(forwarded.status == 403)
        let own = right.filter { !$0.hasPrefix("Origin") } + ["Origin: \(mirror.served.origin)"]
        let star = "/star?wish=%2B\(ServedDays.today)"
        #expect(try await mirror.served.get(star, "POST", headers: own).status == 403)
    }

    /// Stars are on, and `--public-url` was forgotten. Whoever asks may call the machine as they like.
    private func expectNoToken(behind proxy: Proxy, of mirror: StarredMirror, _ words: String) async throws {
        let hosts = ["apod.example.org", mirror.host, "\(Self.machine)", "127.0.0.1:\(proxy.port)", "localhost"]
        for host in hosts {
            let page = try await ServedMirror.ask("/", at: proxy.port, as: host)
            #expect(page.status == 200 && !hasToken(page), "\(words), as \(host)")
        }
        proxy.end()
    }

    @Test(.needs(tool: "nginx")) func `behind nginx the Internet gets no token`() async throws {
        let mirror = try await StarredMirror(1)
        func withoutHeaders(_ server: String) -> String {
            server.split(separator: "\n").filter { !$0.contains("proxy_set_header") }.joined(separator: "\n")
        }
        func adding(_ line: String) -> (String) -> String {
            { withoutHeaders($0).replacing("proxy_pass", with: "\(line)\n        proxy_pass") }
        }
        let changes: [(String, (String) -> String)] = [
            ("as the page says", { $0 }), ("without its headers", withoutHeaders),
            ("as nginx calls an address at home", adding("proxy_set_header Host \(mirror.host);")),
            ("with HTTP/1.1", adding("proxy_http_version 1.1;")),
        ]
        for (words, change) in changes {
            try await expectNoToken(behind: Proxy.nginx(before: mirror.served, change: change), of: mirror, words)
        }
        #expect(told(by: mirror.served) == 1, "\(mirror.served.child.errors.text)")
    }

    @Test(.needs(tool: "caddy")) func `behind Caddy the Internet gets no token`() async throws {
        let mirror = try await StarredMirror(1)
        try await expectNoToken(behind: Proxy.caddy(before: mirror.served), of: mirror, "as the page says")
        #expect(told(by: mirror.served) == 1, "\(mirror.served.child.errors.text)")
    }

    @Test func `who is not at home reads this server's address, and not the name that was sent`() async throws {
        let served = try await ServedMirror.fresh(1)
        let name = Self.machine.uppercased()
        let strangers = [
            ".\(name).attacker.example", "..\(name)", "\(name)..local", "\(name).", "\(name).attacker.example:8095",
            "attacker.example", "[\(name)]",
        ]
        let paths = ["planetary/apod", "v1/apod?count=1", "feed.atom", "feed.json", "all.meta4"]
        for host in strangers {
            for path in paths {
                let answer = try await served.get("/" + path, as: host)
                #expect(answer.status == 200 && answer.text.contains(served.origin + "/"), "\(host) \(path)")
                #expect(!answer.text.lowercased().contains(host.lowercased()), "\(host) \(path)")
            }
        }
        for path in paths {
            let answer = try await served.get("/" + path, as: "\(name).local:8095")
            #expect(answer.text.contains("http://\(name).local:8095/"), "\(path)")
        }
    }

    /// Each of them presses one star, as somebody may who has many addresses of one network.
    @Test func `a crowd of addresses of one network locks no other network out of stars`() async throws {
        let mirror = try await StarredMirror(1)
        let right = mirror.headers(try await mirror.token())
        let star = "/star?wish=%2B\(ServedDays.today)"
        var statuses: [Int: Int] = [:]
        for number in 1..<512 as Range<UInt32> {
            // 254 of one network, and then those of the next.
            let answer = try await mirror.served.get(
                star, "POST", as: mirror.host, headers: right, from: 7 << 16 | number % 255 + 1 | (number / 255) << 8)
            statuses[answer.status, default: 0] += 1
        }
        #expect((statuses[429] ?? 0) > 0, "\(statuses)")
        let other = try await mirror.served.get(star, "POST", as: mirror.host, headers: right, from: 9 << 16 | 9)
        #expect(other.status == 503 && other.text.contains("daemon down"), "\(other.status) \(other.text)")
    }
}
