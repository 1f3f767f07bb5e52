import Foundation
import SampleNASA
import Testing

/// What programs of the old API get from a mirror is what NASA's own service said, as the sample server says it still.
@Suite(.needsBinary) struct OldAPITests {
    private static let days = 20

    @Test func `a mirror answers as NASA did`() async throws {
        let gone = ServedDays.ago(3)
        let served = try await ServedMirror.fresh(Self.days, isLegacy: true) { $0.remove(gone) }
        let nasa = served.program.server
        func day(_ ago: Int) -> String { ServedDays.ago(ago) }
        let queries = [
            "", "?date=\(day(0))", "?date=\(day(5))", "?date=\(day(3))", "?date=\(day(5))&hd=True",
            "?start_date=\(day(9))&end_date=\(day(1))", "?start_date=\(day(4))",
            "?start_date=\(day(2))&end_date=\(day(2))",
            "?start_date=\(day(19))&thumbs=True", "?date=\(day(1))&thumbs=true", "?concept_tags=True",
            "?start_date=\(day(3))&end_date=\(day(3))",
            "?date=1995-06-15", "?date=2999-01-01", "?date=x", "?end_date=\(day(1))",
            "?start_date=\(day(1))&end_date=\(day(2))", "?start_date=\(day(2))&end_date=2999-01-01",
            "?date=\(day(1))&start_date=\(day(2))", "?wrong=1",
        ]
        for path in ["/planetary/apod", "/planetary/apod/", "/v1/apod", "/v1/apod/"] {
            for query in path == "/planetary/apod" ? queries : Array(queries.prefix(2)) {
                let theirs = try await fetch("\(nasa.planetaryURL)\(query)", of: served)
                let ours = try await served.get(path + query)
                #expect(ours.status == theirs.status, "\(path)\(query): \(ours.text)")
                #expect(Self.comparable(ours.body) == Self.comparable(theirs.body), "\(path)\(query)")
                #expect(ours.headers["x-ratelimit-limit"] != nil && ours.headers["x-ratelimit-remaining"] != nil)
                #expect(ours.headers["access-control-allow-origin"] == "*")
            }
        }
    }

    @Test func `random days are different ones, and always a list`() async throws {
        let served = try await ServedMirror.fresh(Self.days)
        for count in [1, 5, Self.days, 100] {
            let days = try #require(try await served.json("/planetary/apod?count=\(count)") as? [[String: Any]])
            let dates = Set(days.compactMap { $0["date"] as? String })
            #expect(dates.count == min(count, Self.days) && days.count == dates.count)
        }
    }

    @Test func `addresses lead to this host, and there lies what NASA published`() async throws {
        let served = try await ServedMirror.fresh(3)
        let entry = try #require(try await served.json("/planetary/apod?date=\(ServedDays.today)") as? [String: Any])
        let hdurl = try #require(entry["hdurl"] as? String)
        #expect(hdurl.hasPrefix(served.origin + "/"))
        let picture = try await served.get(String(hdurl.dropFirst(served.origin.count)))
        #expect(picture.status == 200 && picture.headers["content-type"] == "image/jpeg")
        #expect(picture.body == served.program.server.picture(for: ServedDays.today))
        let url = try #require(entry["url"] as? String)
        #expect(try await served.get(String(url.dropFirst(served.origin.count))).status == 200)
        // A name that cannot be this machine's is not handed on to anybody.
        let stranger = try await served.send(
            "GET /planetary/apod HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
        #expect(!String(decoding: stranger, as: UTF8.self).contains("evil.example"))
    }

    @Test func `a stranger's name gives each client the address that it came in by`() async throws {
        let port = try LastingPort.find()
        let served = try await ServedMirror.fresh(2, adding: ["--listen", "0.0.0.0:\(port)"])
        let paths = ["/planetary/apod", "/planetary/apod?date=\(ServedDays.ago(1))", "/feed.atom", "/feed.json"]
        for (path, host) in paths.flatMap({ path in (1...3).map { (path, UInt32($0)) } }) {
            let connection = try Connection(port: served.port, host: host)
            connection.send(Array("GET \(path) HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".utf8))
            let answer = try RawAnswer(connection.readAll())
            // Where its pictures came from is told, too.
            let named = Set(answer.text.matches(of: #/http:\/\/(127\.0\.0\.[0-9]+:[0-9]+)\/2/#).map { String($0.1) })
            #expect(named == ["127.0.0.\(host):\(port)"], "\(path): \(named)")
        }
    }

    @Test func `behind a proxy addresses are the proxy's`() async throws {
        let served = try await ServedMirror.fresh(2)
        let proxied = try await ServedMirror(
            served.program, adding: ["--public-url", "https://apod.example.org/nasa/"])
        let entry = try #require(try await proxied.json("/planetary/apod") as? [String: Any])
        #expect((entry["hdurl"] as? String)?.hasPrefix("https://apod.example.org/nasa/2") == true)
    }

    /// Everything but hosts, what we know beyond NASA's words, line breaks around names, and which field it was that a
    /// refusal names.
    private static func comparable(_ body: [UInt8]) -> NSObject? {
        let json = try? JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed)
        if let days = json as? [[String: Any]] { return days.map(comparable) as NSArray }
        return (json as? [String: Any]).map(comparable) as NSDictionary?
    }

    private static func comparable(_ day: [String: Any]) -> [String: Any] {
        var day = day
        day["mirror"] = nil
        for key in ["url", "hdurl", "thumbnail_url"] where day[key] is String {
            let text = day[key] as? String ?? ""
            day[key] = text.isEmpty || text.contains("127.0.0.1") ? "here" : text
        }
        if let names = day["copyright"] as? String {
            day["copyright"] = names.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        if let words = day["msg"] as? String { day["msg"] = String(words.prefix(35)) }
        return day
    }

    private func fetch(_ url: String, of served: ServedMirror) async throws -> RawAnswer {
        let parts = try #require(URLComponents(string: url))
        let connection = try Connection(port: UInt16(parts.port ?? 0))
        let target = parts.percentEncodedPath + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
        connection.send(Array("GET \(target) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8))
        return try RawAnswer(connection.readAll())
    }
}
