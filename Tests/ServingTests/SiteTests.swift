import Days
import Foundation
import HTTP
import TestSupport
import Testing
import Transfer

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Serving

/// A mirror behind a proxy that serves it below a path.
@Suite struct SiteTests {
    private static let folder = "2026/2026-11"
    private let mirror: TestMirror
    private let server: HTTPServer
    private let base: String

    init() async throws {
        mirror = try TestMirror()
        let archive = try await mirror.open()
        _ = try await archive.store(mirror.fetched(day, "Title", photo("a")))
        let site = Site(root: mirror.root, origins: Origins(publicURL: nil)) { Day.of("2026-12-01") }
        let socket = try ListeningSocket(SocketAddress(host: "127.0.0.1", port: 0))
        server = try HTTPServer(on: socket) { request in
            var request = request
            let isBelow = request.target.hasPrefix("/nasa/")
            request.target.removeFirst(isBelow ? 5 : 0)
            return .now(isBelow ? site.answer(request) : HTTPAnswer(404, headers: [], body: .bytes([])))
        }
        base = "http://\(socket.address)/nasa"
    }

    private func answer(_ path: String) async throws -> Response {
        try await Transfer(userAgent: "apod-mirror/test", limits: .init(idle: .milliseconds(200)))
            .data(Request("\(base)/\(path)", maximumBytes: 1 << 20, timeLimit: .seconds(60)))
    }

    @Test(arguments: ["", "?a=/b"])
    func `a folder's address without its slash leads to its page`(query: String) async throws {
        #expect(try await answer(Self.folder + query).url == "\(base)/\(Self.folder)/")
    }

    @Test func `a month that cannot be listed is not taken for one without days`() async throws {
        // Nobody but its owner is believed, and another user cannot list it.
        let month = "\(mirror.root)/\(Self.folder)"
        try #require(geteuid() == 0 ? chown(month, 12_345, 12_345) == 0 : chmod(month, 0o311) == 0)
        defer { chmod(month, 0o755) }
        for path in [
            "planetary/apod?date=\(day)", "\(Self.folder)/\(day)%20Title.jpg", "\(Self.folder)/metadata/\(day).json",
        ] {
            let answer = try await answer(path)
            #expect(answer.status == 500, "\(path): \(String(decoding: answer.body, as: UTF8.self))")
        }
    }
}
