import Days
import Folder
import HTTP
import Refresh
import Testing
import Transfer

@testable import Archive
@testable import Commands
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Serving
@testable import Settings
@testable import Store

/// Two mirrors of the same days, one of which answers over HTTP, and what is asked of it.
@Suite struct DifferingTests {
    private static let newest = Day.of("2026-11-20")
    /// Of three years, some in one month.
    private static let days = [0, 1, 2, 40, 400, 401, 800].map { newest.advanced(by: -$0) }

    private func mirror(
        of days: [Day] = days, changing changed: Set<Day> = [], without missing: Set<Day> = []
    ) async throws -> TestMirror {
        let mirror = try TestMirror()
        let archive = try await mirror.open()
        for day in days where !missing.contains(day) {
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
            return .now(site.answer(request))
        }
        defer { _ = server }
        let transfer = Transfer(userAgent: "apod-mirror/test", limits: .init(idle: .milliseconds(200)))
        let other = Peer.server(site: "http://\(socket.address)", transfer)
        let tree = try Tree.open(here.root)
        let ranges = try await other.differing(
            from: tree.heldSums(tree.listing()), in: Day.first...Self.newest, of: Listing())
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

    @Test(arguments: ["/nasa", "/nasa/", "/nasa/planetary/apod", "/nasa/v1/apod/"])
    func `a mirror below a path is compared with, also by its API's address`(path: String) async throws {
        let old = Self.days.map { $0.advanced(by: -3_650) }
        let (here, there) = (try await mirror(of: old), try await mirror(of: old, changing: [old[0]]))
        let site = Site(root: there.root, origins: Origins(publicURL: nil)) { Self.newest }
        let socket = try ListeningSocket(SocketAddress(host: "127.0.0.1", port: 0))
        let asked = Monitor<[String]>([])
        let server = try HTTPServer(on: socket) { request in
            var request = request
            request.target.removeFirst(request.target.hasPrefix("/nasa/") ? 5 : 0)
            asked.withLock { $0.append(request.target) }
            return .now(site.answer(request))
        }
        defer { _ = server }
        let call = Call(
            options: [SettingOption(key: "mirror", text: here.root)], configurationFile: nil, threshold: .error,
            process: ProcessEnvironment(environment: [:], workingDirectory: "/"), output: Output([:]))
        let code = try await Compare(other: "http://\(socket.address)\(path)").run(call.session())
        #expect(code == .notAllWell && asked.withLock { $0.first } == "/sums")
    }

    @Test func `two folders are compared without asking`() async throws {
        let (here, there) = (try await mirror(), try await mirror(changing: [Self.days[0], Self.days[3]]))
        let (tree, other) = (try Tree.open(here.root), try Tree.open(there.root))
        let ranges = try await Peer.folder(other).differing(
            from: tree.heldSums(tree.listing()), in: Day.first...Self.newest, of: other.listing())
        #expect(ranges == [Self.days[3]...Self.days[0]])
    }

    @Test func `a year of which much differs is asked for at once, and no day that cannot be`() async throws {
        let days = [0, 40, 80, 120, 160].map { Self.newest.advanced(by: -$0) } + [Day.first, Day.of("1995-09-01")]
        let more = [Day.of("1995-10-01"), .of("1995-11-01"), .of("1995-12-01")]
        let (here, there) = (try await mirror(of: days + more), try await mirror(of: [Self.newest.advanced(by: -1)]))
        let (ranges, asked) = try await differing(here, there)
        #expect(ranges == [Day.of("2026-06-01")...Self.newest, Day.first...Day.of("1995-12-31")])
        #expect(asked == ["/sums", "/sums/2026", "/sums/1995"])
    }

    @Test(arguments: [
        "", "x", "{0}  2026", "{0}  all\n{1}  all", "{0}  all\n{1}  2026\n{1}  2026", "{0}  all\n{1}  2026\n{1}  2025",
        "{0}  all\n{1}  2026-11", "{0}  all\n{1}  1994", "{0}  all\n{1}  2027", "{0}  all\n{1}  2026\n",
    ])
    func `only sums of parts that there can be are believed`(text: String) throws {
        let bytes = text.replacing("{0}", with: String(repeating: "0", count: 64))
            .replacing("{1}", with: String(repeating: "1", count: 64))
        let list = HeldSums.PeriodSum.list(Array(bytes.utf8), of: .all, in: Day.first...Self.newest)
        #expect((list == nil) == !text.hasSuffix("2026\n"))
    }
}
