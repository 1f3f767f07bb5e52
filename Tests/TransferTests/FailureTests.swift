import Glibc
import Testing

@testable import Transfer

@Suite(.timeLimit(.minutes(15))) struct Failures {
    @Test func `no connection in time`() async throws {
        let deaf = try Deaf()
        let url = deaf.url("/a")
        let transfer = Transfer.forTests(.init(connectTimeout: .milliseconds(250)))
        let error = await failure { () throws(TransferError) in try await transfer.data(.get(url)) }
        #expect(error == .connectTimeout(url: url, limit: .milliseconds(250)))
        #expect(error?.description == "\(url) did not answer within 0.25 s.")
    }

    @Test func `a server that falls silent in the middle, and the file keeps what came`() async throws {
        let server = try Server([
            "/a": { connection, _ in
                connection.head(200, ["Content-Length: 1000"])
                connection.send(pattern(400))
                connection.waitForEnd()
            }
        ])
        let transfer = Transfer.forTests(.init(lowSpeedTime: .seconds(1)))
        let file = ScratchFile()
        let error = await failure { () throws(TransferError) in
            try await transfer.file(.get(server.url("/a")), to: file.descriptor)
        }
        #expect(error == .stalled(url: server.url("/a"), lowSpeed: 1_000, time: .seconds(1)))
        #expect(error?.description == "\(server.url("/a")) sent less than 1000 bytes a second for 1 s.")
        #expect(file.bytes == pattern(400))
    }

    @Test func `a server that takes the request and says nothing`() async throws {
        let server = try Server(["/a": { connection, _ in connection.waitForEnd() }])
        let transfer = Transfer.forTests(.init(lowSpeedTime: .seconds(1)))
        let error = await failure { () throws(TransferError) in try await transfer.data(.get(server.url("/a"))) }
        #expect(error == .stalled(url: server.url("/a"), lowSpeed: 1_000, time: .seconds(1)))
    }

    @Test func `a transfer that takes too long as a whole`() async throws {
        let server = try Server(["/a": { connection, _ in connection.waitForEnd() }])
        let error = await failure { () throws(TransferError) in
            try await Transfer.forTests().data(.get(server.url("/a")) { $0.timeLimit = .milliseconds(300) })
        }
        #expect(error == .timeLimit(url: server.url("/a"), limit: .milliseconds(300)))
        #expect(error?.description == "\(server.url("/a")) was not done within 0.3 s.")
    }

    @Test(arguments: [1, 200])
    func `a header that is too long, in one line or in many`(lines: Int) async throws {
        let header = (0..<lines).map { "X-\($0): " + String(repeating: "a", count: 400_000 / lines) }
        let server = try Server(["/a": { connection, _ in connection.answer(200, header, pattern(10)) }])
        let error = await failure { () throws(TransferError) in
            try await Transfer.forTests().data(.get(server.url("/a")))
        }
        #expect(error?.description == "\(server.url("/a")) broke off: its header is too long.")
    }

    @Test func `nobody there`() async throws {
        // A port that was bound a moment ago and is not listened on.
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = bind(descriptor, address, size) + getsockname(descriptor, address, &size)
            }
        }
        let url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
        let error = await failure { () throws(TransferError) in try await Transfer.forTests().data(.get(url)) }
        guard case .unconnected(url, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// A label of 64 letters is no name: the resolver says so without asking anyone.
    @Test func `a name that does not exist`() async {
        let url = "http://\(String(repeating: "a", count: 64)).invalid/"
        let error = await failure { () throws(TransferError) in try await Transfer.forTests().data(.get(url)) }
        #expect(error == .unresolved(url: url))
        #expect(error?.description == "\(url) cannot be reached: its server's name was not found.")
    }

    /// curl does not let every handle be used again after every failure.
    @Test func `do not spoil the next transfer`() async throws {
        let server = try Server([
            "/good": { connection, _ in connection.answer() },
            "/short": { connection, _ in
                connection.head(200, ["Content-Length: 5"])
                connection.hangUp()
            },
            "/long": { connection, _ in connection.answer(200, [], [UInt8](repeating: 7, count: 20_000_000)) },
            "/silent": { connection, _ in connection.waitForEnd() },
            "/garbled": { connection, _ in
                connection.send("nonsense")
                connection.hangUp()
            },
            "/away": { connection, _ in connection.answer(302, ["Location: file:///"]) },
        ])
        let deaf = try Deaf()
        let transfer = Transfer.forTests(.init(connections: 1, connectTimeout: .milliseconds(200)))
        let unknown = "http://\(String(repeating: "a", count: 64)).invalid/"
        let bad = ["/short", "/long", "/silent", "/garbled", "/away"].map(server.url)
        for url in bad + [unknown, deaf.url("/"), "http://127.0.0.1:1/", "https://127.0.0.1:\(server.port)/"] {
            for _ in 0..<2 {
                let error = await failure { () throws(TransferError) in
                    try await transfer.data(.get(url) { $0.timeLimit = .milliseconds(500) })
                }
                if case .unusable = error { Issue.record("\(url): \(String(describing: error))") }
                #expect(error != nil)
            }
            #expect(try await transfer.data(.get(server.url("/good"))).status == 200)
        }
    }

    /// The scripted server reads a TLS greeting as a request that never ends, so this one hangs up at once.
    @Test func `no TLS where there should be`() async throws {
        let server = try Server([:]) { connection in
            connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
            connection.hangUp()
        }
        let url = "https://127.0.0.1:\(server.port)/"
        let error = await failure { () throws(TransferError) in try await Transfer.forTests().data(.get(url)) }
        guard case .untrusted(url, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: ["220 ready\r\n", "", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"])
    func `what comes is no HTTP`(answer: String) async throws {
        let server = try Server([
            "/a": { connection, _ in
                connection.send(answer)
                connection.hangUp()
            }
        ])
        let error = await failure { () throws(TransferError) in
            try await Transfer.forTests().data(.get(server.url("/a")))
        }
        guard case .broken = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [
        "", "picture.jpg", "file:///etc/passwd", "ftp://example.org/", "http://", "http://u:p@127.0.0.1/",
        "http://127.0.0.1:x/",
    ])
    func `addresses that cannot be fetched are told before anything is sent`(url: String) async {
        let error = await failure { () throws(TransferError) in try await Transfer.forTests().data(.get(url)) }
        guard case .unusable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("u:p") == false)
    }

    @Test func `headers with line breaks are not sent, and a secret one is not told`() async throws {
        let server = try Server([:])
        let error = await failure { () throws(TransferError) in
            try await Transfer.forTests().data(
                .get(server.url("/a")) { $0.secretHeader = SecretHeader(name: "X-Api-Key", value: "s3cret\r\nX: y") })
        }
        let reason = "the value for its header X-Api-Key holds a line break"
        #expect(error == .unusable(url: server.url("/a"), reason: reason))
        #expect(server.ledger.facts.accepted == 0)
    }
}
