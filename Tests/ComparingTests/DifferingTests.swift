import Days
import Folder
import HTTP
import Testing
import Transfer

@testable import Archive
@testable import Comparing
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Serving
@testable import Store

/// Two mirrors of the same days, one of which answers over HTTP, and what is asked of it.
@Suite struct DifferingTests {
    private static let newest = Day.of("2026-11-20")
    /// Of three years, some in one month.
    private static let days = [0, 1, 2, 40, 400, 401, 800].map { newest.advanced(by: -$0) }

    private func mirror(changing changed: Set<Day> = [], without missing: Set<Day> = []) async throws -> TestMirror {
        let mirror = try TestMirror()
        let archive = try await mirror.open()
        for day in Self.days where !missing.contains(day) {
            let title = changed.contains(day) ? "Corrected" : "Title"
            _ = try await archive.store(
                mirror.served(day, title, photo("\(day)"), record: Array("{\"title\":\"\(title)\"}".utf8)))
        }
        return mirror
    }

    /// The ranges in which both differ, and the addresses that were asked for.
    private func differing(
        _ here: TestMirror, _ there: TestMirror
    ) async throws -> (ranges: [ClosedRange<Day>]?, asked: [String]) {
        let site = Site(root: there.root, origins: Origins(publicURL: nil)) { Self.newest }
        let socket = try ListeningSocket(SocketAddress(host: "127.0.0.1", port: 0))
        let asked = Monitor<[String]>([])
        let server = try HTTPServer(on: socket) { request in
            asked.withLock { $0.append(request.target) }
            return site.answer(request)
        }
        defer { _ = server }
        let transfer = Transfer(userAgent: "apod-mirror/test", limits: .init(idle: .milliseconds(200)))
        let other = OtherMirror.server("http://\(socket.address)/planetary/apod", transfer)
        let tree = try Tree.open(here.root)
        let ranges = try await other.differing(from: tree.heldSums(tree.listing()))
        return (ranges, asked.withLock { $0 })
    }

    @Test func `two that are equal know it after one request`() async throws {
        let (ranges, asked) = try await differing(mirror(), mirror())
        #expect(ranges == [] && asked == ["/sums"])
    }

    @Test func `only years and months that differ are asked for`() async throws {
        let (day, old) = (Self.days[1], Self.days[4])
        let (ranges, asked) = try await differing(mirror(), mirror(changing: [day], without: [old]))
        #expect(ranges == [day...day, old...old])
        #expect(asked == ["/sums", "/sums/2026", "/sums/2026-11", "/sums/2025", "/sums/2025-10"])
    }

    @Test func `two folders are compared without asking`() async throws {
        let (here, there) = (try await mirror(), try await mirror(changing: [Self.days[0], Self.days[3]]))
        let (tree, other) = (try Tree.open(here.root), try Tree.open(there.root))
        let ranges = try await OtherMirror.folder(other, other.listing()).differing(from: tree.heldSums(tree.listing()))
        #expect(ranges == [Self.days[3]...Self.days[0]])
    }
}
