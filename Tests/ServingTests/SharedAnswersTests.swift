import Days
import Folder
import Foundation
import HTTP
import TestSupport
import Testing
import Transfer

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Serving

@Suite struct SharedAnswersTests {
    private static let asked = 100

    /// A flood of other questions must not change that.
    @Test func `a day that many ask for at once is in memory once`() async throws {
        let mirror = try TestMirror()
        _ = try await mirror.open()
        let story = String(repeating: "What lights up this day? ", count: 60_000)
        let first = Day.of("2026-08-01")
        let days = (0...100).map { first.advanced(by: $0) }
        for day in days {
            let told = day == days.last ? story : "Short."
            try mirror.write(Self.metadata(day, told), to: Tree.metadataPath(day).description)
        }
        let site = Site(root: mirror.root, origins: Origins(publicURL: nil, machine: "nas")) { Day.of("2026-12-01") }
        func answer(_ day: Day) throws -> HTTPAnswer {
            let target = "/planetary/apod?date=\(day)"
            return try #require(site.answer(HTTPRequest(target: target, host: "nas")))
        }
        var answers = try days.map(answer)
        let before = try Self.residentBytes()
        for _ in 0..<Self.asked { answers.append(try #require(try days.map(answer).last)) }
        let each = (try Self.residentBytes() - before) / Self.asked
        #expect(each < story.utf8.count / 2, "\(each)")
        withExtendedLifetime(answers) {}
    }

    @Test func `each client is sent its own name of the host, whoever asked first`() async throws {
        let mirror = try TestMirror()
        let archive = try await mirror.open()
        let day = Day.of("2026-11-20")
        _ = try await archive.store(mirror.fetched(day, "Title", photo("a")))
        let site = Site(root: mirror.root, origins: Origins(publicURL: nil, machine: "nas")) { Day.of("2026-12-01") }
        let socket = try ListeningSocket(SocketAddress(host: "127.0.0.1", port: 0))
        let server = try HTTPServer(on: socket) { request in
            var request = request
            request.host = request.fields.first { $0.name == "api_key" }?.value
            return .now(site.answer(request))
        }
        defer { _ = server }
        let transfer = Transfer(userAgent: "apod-mirror/test", limits: .init(idle: .milliseconds(200)))
        for host in ["nas", "nas.local:8095", "nas", "10.0.0.1", "nas.local:8095"] {
            let address = "http://\(socket.address)/planetary/apod?date=\(day)&api_key=\(host)"
            let request = Request(address, maximumBytes: 1 << 20, timeLimit: .seconds(60))
            let text = String(decoding: try await transfer.data(request).body, as: UTF8.self)
            #expect(text.contains("\"http://\(host)/2026/2026-11/2026-11-20%20Title.jpg\""), "\(host): \(text)")
        }
    }

    @Test func `a mirror that asks for NASA's record gets it with the day, and nobody else does`() async throws {
        let mirror = try TestMirror()
        let archive = try await mirror.open()
        let day = Day.of("2026-11-20")
        let record = "{ \"date\":\"2026-11-20\", \"title\":\"Caf\u{E9} </script> \u{1F30C}\" }"
        _ = try await archive.store(mirror.served(day, "Title", photo("a"), record: Array(record.utf8)))
        let site = Site(root: mirror.root, origins: Origins(publicURL: nil, machine: "nas")) { Day.of("2026-12-01") }
        let socket = try ListeningSocket(SocketAddress(host: "127.0.0.1", port: 0))
        let server = try HTTPServer(on: socket) { .now(site.answer($0)) }
        defer { _ = server }
        let transfer = Transfer(userAgent: "apod-mirror/test", limits: .init(idle: .milliseconds(200)))
        func answer(_ path: String, prefer: String?) async throws -> Response {
            var request = Request("http://\(socket.address)\(path)", maximumBytes: 1 << 20, timeLimit: .seconds(60))
            if let prefer { request.headers = [("Prefer", prefer)] }
            return try await transfer.data(request)
        }
        for query in ["date=2026-11-20", "start_date=2026-11-20&end_date=2026-11-20"] {
            for prefer in [nil, "apod-mirror-records", "respond-async, APOD-mirror-records", "wait=5"] {
                let response = try await answer("/planetary/apod?\(query)", prefer: prefer)
                #expect(response.headers["vary"] == "Prefer")
                let json = try JSONSerialization.jsonObject(with: Data(response.body))
                let object = try #require((json as? [[String: Any]])?.first ?? json as? [String: Any])
                let handed = (object["mirror"] as? [String: Any])?["record"] as? [String: String]
                let isAsked = prefer?.lowercased().contains("records") == true
                #expect(handed?["text"] == (isAsked ? record : nil), "\(prefer ?? "")")
                #expect(handed?["sha256"] == (isAsked ? sum(Array(record.utf8)) : nil))
            }
        }
        let folder = "/2026/2026-11/metadata/published"
        #expect(try await answer("\(folder)/2026-11-20.json", prefer: nil).body == Array(record.utf8))
        #expect(try await answer("\(folder)/SHA256SUMS", prefer: nil).status == 200)
    }

    @Test func `a day tells what its credit says of the picture's use`() async throws {
        let mirror = try TestMirror()
        _ = try await mirror.open()
        let day = Day.of("2026-11-20")
        let license = "https://creativecommons.org/licenses/by/4.0/"
        let words = ["credit": "NASA; Processing & License: Ann", "license": license]
        try mirror.write(Self.metadata(day, "Story", words), to: Tree.metadataPath(day).description)
        let site = Site(root: mirror.root, origins: Origins(publicURL: nil, machine: "nas")) { Day.of("2026-12-01") }
        let socket = try ListeningSocket(SocketAddress(host: "127.0.0.1", port: 0))
        let server = try HTTPServer(on: socket) { .now(site.answer($0)) }
        defer { _ = server }
        let transfer = Transfer(userAgent: "apod-mirror/test", limits: .init(idle: .milliseconds(200)))
        let address = "http://\(socket.address)/planetary/apod?date=\(day)"
        let response = try await transfer.data(
            Request(address, maximumBytes: 1 << 20, timeLimit: .seconds(60)))
        let json = try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any]
        let told = try #require(json?["mirror"] as? [String: Any])
        #expect(told["license"] as? String == license)
        #expect(
            told["reuse"] as? [String: String]
                == ["answer": "cc", "license": "CC BY 4.0", "words": "Processing & License: Ann"])
    }

    private static func metadata(_ day: Day, _ story: String, _ words: [String: String] = [:]) throws -> [UInt8] {
        let facts = ["source": "x", "fetched": "\(day)T12:00:00Z", "media_type": "image", "state": "pending"]
        let mirror = facts.merging(words) { $1 }
        let whole: [String: Any] = [
            "date": "\(day)", "title": "Title", "explanation": story, "media_type": "image",
            "service_version": "v1", "mirror": mirror,
        ]
        return Array(try JSONSerialization.data(withJSONObject: whole))
    }

    private static func residentBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon") })
        return try #require(Int(line.split(whereSeparator: { !$0.isNumber })[0])) * 1_024
    }
}
