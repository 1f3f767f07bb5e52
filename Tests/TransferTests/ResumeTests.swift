import Folder
import Glibc
import Testing

@testable import Transfer

@Suite(.timeLimit(.minutes(15))) struct Resuming {
    private static let whole = pattern(700_000)
    private static let part = 300_000
    private let transfer = Transfer.forTests()

    /// A server that does ranges right, for the versions `"x"` and `then`.
    private func server(_ validator: String = "ETag: \"x\"") throws -> Server {
        try Server(["/a": { connection, request in Self.answerRange(connection, request, validator) }])
    }

    private static func answerRange(_ connection: Connection, _ request: Received, _ validator: String) {
        guard let range = request.header("range"), let ifRange = request.header("if-range"),
            validator.hasSuffix(" \(ifRange)"), let start = Int(range.dropFirst(6).dropLast())
        else { return connection.answer(200, [validator], whole) }
        guard start < whole.count else { return connection.answer(416, ["Content-Range: bytes */\(whole.count)"]) }
        connection.answer(
            206, [validator, "Content-Range: bytes \(start)-\(whole.count - 1)/\(whole.count)"],
            Array(whole[start...]))
    }

    @Test(arguments: [("ETag: \"x\"", "\"x\""), ("Last-Modified: then", "then")])
    func `goes on where the file ends and hashes all of it`(header: String, validator: String) async throws {
        let server = try server(header)
        let file = ScratchFile(Array(Self.whole[..<Self.part]))
        let told = Monitor<Announcement?>(nil)
        let download = try await transfer.file(
            .get(server.url("/a")), to: file.descriptor,
            resuming: Partial(bytes: Int64(Self.part), validator: validator)
        ) { announcement in told.withLock { $0 = announcement } }
        #expect(download.status == 206)
        #expect(download.resumed)
        #expect(download.bytes == Int64(Self.whole.count))
        #expect(download.sha256 == sum(Self.whole))
        #expect(file.bytes == Self.whole)
        #expect(transfer.bytesReceived == Int64(Self.whole.count - Self.part))
        #expect(told.withLock { $0 } == Announcement(validator: validator, length: Int64(Self.whole.count)))
        let request = try #require(server.ledger.facts.requests.first)
        #expect(request.header("range") == "bytes=300000-")
        #expect(request.header("if-range") == validator)
    }

    @Test func `cuts off what lies behind the good part`() async throws {
        let server = try server()
        let file = ScratchFile(Array(Self.whole[..<Self.part]) + pattern(600_000, seed: 9))
        let download = try await transfer.file(
            .get(server.url("/a")), to: file.descriptor, resuming: Partial(bytes: Int64(Self.part), validator: "\"x\""))
        #expect(download.resumed)
        #expect(file.bytes == Self.whole)
    }

    @Test func `starts over when the server has another version`() async throws {
        let server = try server()
        let file = ScratchFile(pattern(Self.part, seed: 9))
        let download = try await transfer.file(
            .get(server.url("/a")), to: file.descriptor,
            resuming: Partial(bytes: Int64(Self.part), validator: "\"old\""))
        #expect(download.status == 200)
        #expect(!download.resumed)
        #expect(download.sha256 == sum(Self.whole))
        #expect(file.bytes == Self.whole)
    }

    @Test func `starts over when the file is shorter than was said`() async throws {
        let server = try server()
        let file = ScratchFile(pattern(100))
        let download = try await transfer.file(
            .get(server.url("/a")), to: file.descriptor, resuming: Partial(bytes: Int64(Self.part), validator: "\"x\""))
        #expect(!download.resumed)
        #expect(file.bytes == Self.whole)
        #expect(server.ledger.facts.requests.map { $0.header("range") } == [nil])
    }

    @Test func `knows that the file is whole already`() async throws {
        let server = try server()
        let file = ScratchFile(Self.whole + pattern(10))
        let download = try await transfer.file(
            .get(server.url("/a")), to: file.descriptor,
            resuming: Partial(bytes: Int64(Self.whole.count), validator: "\"x\""))
        #expect(download.status == 416)
        #expect(download.resumed)
        #expect(download.bytes == Int64(Self.whole.count))
        #expect(download.sha256 == sum(Self.whole))
        #expect(file.bytes == Self.whole)
        #expect(transfer.bytesReceived == 0)
    }

    @Test(arguments: [
        ["416", "Content-Range: bytes */5"], ["416"], ["416", "Content-Range: bytes */300000", "ETag: \"other\""],
        ["206", "Content-Range: bytes 0-699999/700000"], ["206"],
        ["206", "Content-Range: bytes 300000-699999/700000", "ETag: \"other\""],
        ["206", "Content-Range: bytes 300000-699999/700000", "ETag: W/\"x\""],
        ["206", "Content-Range: bytes 300000-700999/701000", "ETag: \"x\""],
        ["206", "Content-Range: bytes 300000-300999/301000"], ["206", "Content-Range: bytes 300000-300999/*"],
        ["206", "Content-Range: bytes 300000-699999/700000", "Content-Encoding: gzip"],
    ])
    func `asks once more, for all of it, when the answer does not fit`(answer: [String]) async throws {
        let server = try Server([
            "/a": { connection, request in
                if request.header("range") == nil { return connection.answer(200, [], Self.whole) }
                connection.answer(Int(answer[0]) ?? 0, Array(answer.dropFirst()), pattern(1_000, seed: 3))
            }
        ])
        let file = ScratchFile(Array(Self.whole[..<Self.part]))
        let download = try await transfer.file(
            .get(server.url("/a")), to: file.descriptor,
            resuming: Partial(bytes: Int64(Self.part), validator: "\"x\"", length: Int64(Self.whole.count)))
        #expect(server.ledger.facts.requests.map { $0.header("range") } == ["bytes=300000-", nil])
        #expect(!download.resumed)
        #expect(download.sha256 == sum(Self.whole))
        #expect(file.bytes == Self.whole)
    }

    @Test func `an error keeps the part that is there`() async throws {
        let server = try Server(["/a": { connection, _ in connection.answer(503, [], pattern(1_000)) }])
        let file = ScratchFile(Array(Self.whole[..<Self.part]))
        let error = await failure { () throws(TransferError) in
            try await transfer.file(
                .get(server.url("/a")), to: file.descriptor,
                resuming: Partial(bytes: Int64(Self.part), validator: "\"x\""))
        }
        #expect(error?.description == "\(server.url("/a")) answered with status 503.")
        #expect(file.bytes == Array(Self.whole[..<Self.part]))
    }

    @Test func `works over a redirect`() async throws {
        let server = try Server([
            "/moved": { connection, _ in connection.answer(302, ["Location: /a"], pattern(100)) },
            "/a": { connection, request in Self.answerRange(connection, request, "ETag: \"x\"") },
        ])
        let file = ScratchFile(Array(Self.whole[..<Self.part]))
        let download = try await transfer.file(
            .get(server.url("/moved")), to: file.descriptor,
            resuming: Partial(bytes: Int64(Self.part), validator: "\"x\""))
        #expect(download.resumed)
        #expect(download.url == server.url("/a"))
        #expect(file.bytes == Self.whole)
    }

    @Test func `brings a file home over many broken connections`() async throws {
        let server = try Server([
            "/a": { connection, request in
                let start = request.header("range").flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
                let rest = Self.whole[start...]
                connection.head(
                    start == 0 ? 200 : 206,
                    [
                        "ETag: \"x\"", "Content-Length: \(rest.count)",
                        "Content-Range: bytes \(start)-\(Self.whole.count - 1)/\(Self.whole.count)",
                    ])
                connection.send(Array(rest.prefix(150_000)))
                connection.hangUp()
            }
        ])
        let file = ScratchFile()
        var partial: Partial?
        var download: Download?
        for _ in 0..<5 {
            let validator = Monitor<String?>(nil)
            do {
                download = try await transfer.file(
                    .get(server.url("/a")), to: file.descriptor, resuming: partial
                ) { announcement in validator.withLock { $0 = announcement.validator } }
            } catch {
                guard case .truncated = error else { throw error }
                partial = Partial(bytes: Int64(file.bytes.count), validator: validator.withLock { $0 } ?? "")
            }
        }
        #expect(download?.sha256 == sum(Self.whole))
        #expect(file.bytes == Self.whole)
        #expect(server.ledger.facts.requests.count == 5)
    }

    @Test func `the cap is for the whole file`() async throws {
        let server = try server()
        let file = ScratchFile(Array(Self.whole[..<Self.part]))
        let error = await failure { () throws(TransferError) in
            try await transfer.file(
                .get(server.url("/a")) { $0.maximumBytes = 699_999 }, to: file.descriptor,
                resuming: Partial(bytes: Int64(Self.part), validator: "\"x\""))
        }
        #expect(error == .tooLarge(url: server.url("/a"), limit: 699_999))
    }

    @Test func `a rest that is longer than any file is refused, and the part stays`() async throws {
        let server = try Server([
            "/a": { connection, _ in
                let range = "Content-Range: bytes \(Self.part)-\(Self.whole.count - 1)/*"
                connection.head(206, ["ETag: \"x\"", range, "Content-Length: \(Int64.max)"])
                connection.send(Array(Self.whole[Self.part...]))
                connection.hangUp()
            }
        ])
        let file = ScratchFile(Array(Self.whole[..<Self.part]))
        let error = await failure { () throws(TransferError) in
            try await transfer.file(
                .get(server.url("/a")) { $0.maximumBytes = 1_000_000 }, to: file.descriptor,
                resuming: Partial(bytes: Int64(Self.part), validator: "\"x\""))
        }
        #expect(error == .tooLarge(url: server.url("/a"), limit: 1_000_000))
        #expect(file.bytes == Array(Self.whole[..<Self.part]))
    }

    @Test func `says at once when a file cannot be read`() async throws {
        let server = try server()
        let unreadable = open("/dev/null", O_WRONLY)
        defer { close(unreadable) }
        let error = await failure { () throws(TransferError) in
            try await transfer.file(.get(server.url("/a")), to: unreadable)
        }
        #expect(error == .read(url: server.url("/a"), errno: EBADF))
        #expect(server.ledger.facts.requests.isEmpty)
    }
}
