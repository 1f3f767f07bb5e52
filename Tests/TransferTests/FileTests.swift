import Folder
import Glibc
import Testing

@testable import Transfer

@Suite(.timeLimit(.minutes(15))) struct `Fetching to a file` {
    private let transfer = Transfer.forTests()

    @Test func `writes and hashes the body, and tells validator and length before the first byte`() async throws {
        let bytes = pattern(500_000)
        let server = try Server(["/a": { connection, _ in connection.answer(200, ["ETag: \"x\""], bytes) }])
        let file = ScratchFile()
        let told = Monitor<(announcement: Announcement, length: Int)?>(nil)
        let download = try await transfer.file(.get(server.url("/a")), to: file.descriptor) { announcement in
            told.withLock { $0 = (announcement, file.bytes.count) }
        }
        #expect(download.status == 200)
        #expect(download.url == server.url("/a"))
        #expect(download.bytes == 500_000)
        #expect(download.sha256 == sum(bytes))
        #expect(!download.resumed)
        #expect(!download.notModified)
        #expect(file.bytes == bytes)
        #expect(told.withLock { $0?.announcement } == Announcement(validator: "\"x\"", length: 500_000))
        #expect(told.withLock { $0?.length } == 0)
        #expect(server.ledger.facts.requests.first?.header("accept-encoding") == "identity")
        #expect(lseek(file.descriptor, 0, SEEK_CUR) == 0)
    }

    @Test func `leaves nothing of what the file held before`() async throws {
        let server = try Server(["/a": { connection, _ in connection.answer(200, [], Array("new".utf8)) }])
        let file = ScratchFile(pattern(1_000))
        let download = try await transfer.file(.get(server.url("/a")), to: file.descriptor)
        #expect(file.bytes == Array("new".utf8))
        #expect(download.sha256 == sum(Array("new".utf8)))
    }

    @Test(arguments: [204, 206, 304, 403, 404, 416, 429, 500, 503])
    func `an error's page is not written, nor does it empty the file`(status: Int) async throws {
        let server = try Server([
            "/a": { connection, _ in
                connection.answer(status, ["Retry-After: 7"], status == 204 || status == 304 ? [] : pattern(300))
            }
        ])
        let file = ScratchFile(pattern(50))
        let error = await failure { () throws(TransferError) in
            try await transfer.file(.get(server.url("/a")), to: file.descriptor) { _ in Issue.record("announced") }
        }
        guard case .status(let url, let code, let headers) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(url == server.url("/a"))
        #expect(code == status)
        #expect(headers.retryAfter() == 7)
        #expect(file.bytes == pattern(50))
        #expect(transfer.bytesReceived == 0)
    }

    @Test func `an endless error page is cut short`() async throws {
        let server = try Server([
            "/a": { connection, _ in
                connection.head(404, ["Transfer-Encoding: chunked"])
                for _ in 0..<100 { connection.send("10000\r\n\(String(repeating: "x", count: 65_536))\r\n") }
                connection.waitForEnd()
            }
        ])
        let file = ScratchFile()
        let error = await failure { () throws(TransferError) in
            try await transfer.file(.get(server.url("/a")), to: file.descriptor)
        }
        #expect(error?.description == "\(server.url("/a")) answered with status 404.")
        #expect(file.bytes == [])
    }

    @Test func `an asked for 304 leaves the file alone`() async throws {
        let server = try Server(["/a": { connection, _ in connection.head(304, ["ETag: \"x\""]) }])
        let file = ScratchFile(pattern(50))
        let download = try await transfer.file(
            .get(server.url("/a")) { $0.ifNoneMatch = "\"x\"" }, to: file.descriptor)
        #expect(download.notModified)
        #expect(download.status == 304)
        #expect(download.bytes == 0)
        #expect(file.bytes == pattern(50))
    }

    @Test func `keeps what came of a body that ended early`() async throws {
        let server = try Server([
            "/length": { connection, _ in
                connection.head(200, ["Content-Length: 1000"])
                connection.send(pattern(400))
                connection.hangUp()
            },
            "/chunked": { connection, _ in
                connection.head(200, ["Transfer-Encoding: chunked"])
                connection.send("190\r\n")
                connection.send(pattern(400))
                connection.hangUp()
            },
        ])
        for (path, expected) in [("/length", Int64(1_000)), ("/chunked", nil)] {
            let file = ScratchFile()
            let error = await failure { () throws(TransferError) in
                try await transfer.file(.get(server.url(path)), to: file.descriptor)
            }
            #expect(error == .truncated(url: server.url(path), got: 400, expected: expected))
            #expect(file.bytes == pattern(400))
        }
    }

    @Test func `refuses an announced length over the cap before the file is touched`() async throws {
        let server = try Server(["/a": { connection, _ in connection.answer(200, [], pattern(1_001)) }])
        let file = ScratchFile(pattern(50))
        let error = await failure { () throws(TransferError) in
            try await transfer.file(.get(server.url("/a")) { $0.maximumBytes = 1_000 }, to: file.descriptor)
        }
        #expect(error == .tooLarge(url: server.url("/a"), limit: 1_000))
        #expect(file.bytes == pattern(50))
    }

    @Test func `stops at the cap when no length was announced`() async throws {
        let server = try Server([
            "/a": { connection, _ in
                connection.head(200, ["Transfer-Encoding: chunked"])
                for _ in 0..<100 { connection.send("10000\r\n\(String(repeating: "x", count: 65_536))\r\n") }
                connection.waitForEnd()
            }
        ])
        let file = ScratchFile()
        let error = await failure { () throws(TransferError) in
            try await transfer.file(.get(server.url("/a")) { $0.maximumBytes = 1_000_000 }, to: file.descriptor)
        }
        #expect(error == .tooLarge(url: server.url("/a"), limit: 1_000_000))
        #expect(file.bytes.count <= 1_000_000)
    }

    @Test func `unpacks what a server packs unasked, and offers no resuming of it`() async throws {
        let server = try Server([
            "/a": { connection, _ in
                connection.answer(200, ["Content-Encoding: gzip", "ETag: \"x\"", "Last-Modified: then"], Zeros.gzip)
            }
        ])
        let file = ScratchFile()
        let told = Monitor<Announcement?>(nil)
        let download = try await transfer.file(.get(server.url("/a")), to: file.descriptor) { announcement in
            told.withLock { $0 = announcement }
        }
        #expect(download.bytes == Int64(Zeros.count))
        #expect(file.bytes == [UInt8](repeating: 0, count: Zeros.count))
        #expect(download.sha256 == sum(file.bytes))
        #expect(told.withLock { $0 } == Announcement(validator: nil, length: nil))
    }

    @Test func `says when the disk is full`() async throws {
        let server = try Server(["/a": { connection, _ in connection.answer(200, [], pattern(1_000)) }])
        let full = open("/dev/full", O_RDWR)
        defer { close(full) }
        let error = await failure { () throws(TransferError) in
            try await transfer.file(.get(server.url("/a")), to: full)
        }
        #expect(error == .write(url: server.url("/a"), errno: ENOSPC))
        #expect(error?.description == "The file of \(server.url("/a")) cannot be written: No space left on device.")
    }

    /// The kernel writes as much as still fits and says so; only the next write fails.
    @Test func `keeps the part of a write that still fitted`() async throws {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let server = try Server(["/a": { connection, _ in connection.answer(200, [], pattern(300_000)) }])
            let file = ScratchFile()
            let error = await failure { () throws(TransferError) in
                try await Transfer.forTests().file(.get(server.url("/a")), to: file.descriptor)
            }
            guard error == .write(url: server.url("/a"), errno: EFBIG), file.bytes == pattern(100_000) else { exit(1) }
        }
    }
}
