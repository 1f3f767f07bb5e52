import Testing

@testable import Transfer

@Suite(.timeLimit(.minutes(15))) struct `Fetching to memory` {
    private let transfer = Transfer.forTests()

    @Test(arguments: [200, 404, 429, 500]) func `gives status, headers and body, whatever the status`(status: Int)
        async throws
    {
        let server = try Server(["/a": { connection, _ in connection.answer(status, ["X-A: b"], Array("hello".utf8)) }])
        let response = try await transfer.data(.get(server.url("/a")))
        #expect(response.status == status)
        #expect(response.url == server.url("/a"))
        #expect(response.headers["x-a"] == "b")
        #expect(String(decoding: response.body, as: UTF8.self) == "hello")
        #expect(transfer.bytesReceived == 5)
    }

    @Test func `sends what it was told to, and nothing that gives the user away`() async throws {
        let server = try Server(["*": { connection, _ in connection.answer() }])
        let response = try await transfer.data(
            .get(server.url("/a é(1).jpg?b=%20c")) {
                $0.accept = "application/json"
                $0.headers = [("X-One", "1"), ("X-None", "")]
                $0.secretHeader = SecretHeader(name: "X-Api-Key", value: "s3cret")
                $0.ifNoneMatch = "\"tag\""
                $0.ifModifiedSince = "Fri, 20 Nov 2026 12:00:00 GMT"
            })
        let request = try #require(server.ledger.facts.requests.first)
        // Newer versions of curl write the digits as capitals.
        #expect(request.path.lowercased() == "/a%20%c3%a9(1).jpg?b=%20c")
        #expect(response.status == 200)
        #expect(request.method == "GET")
        #expect(request.header("user-agent") == "tests")
        #expect(request.header("accept") == "application/json")
        #expect(request.header("accept-encoding") == "gzip, deflate")
        #expect(request.header("x-one") == "1")
        #expect(request.header("x-none") == "")
        #expect(request.header("x-api-key") == "s3cret")
        #expect(request.header("if-none-match") == "\"tag\"")
        #expect(request.header("if-modified-since") == "Fri, 20 Nov 2026 12:00:00 GMT")
        #expect(Set(request.headers.keys).isDisjoint(with: ["cookie", "authorization", "referer", "range"]))
    }

    @Test func `takes chunked answers and their trailers`() async throws {
        let server = try Server([
            "/a": { connection, _ in
                connection.head(200, ["Transfer-Encoding: chunked", "X-A: head"])
                connection.send("5\r\nhello\r\n6\r\n world\r\n0\r\nX-A: trailer\r\n\r\n")
            }
        ])
        let response = try await transfer.data(.get(server.url("/a")))
        #expect(String(decoding: response.body, as: UTF8.self) == "hello world")
        #expect(response.headers["x-a"] == "head")
    }

    @Test func `unpacks gzip, and its cap counts what comes out`() async throws {
        let server = try Server([
            "/a": { connection, _ in connection.answer(200, ["Content-Encoding: gzip"], Zeros.gzip) }
        ])
        let response = try await transfer.data(.get(server.url("/a")))
        #expect(response.body == [UInt8](repeating: 0, count: Zeros.count))
        let error = await failure { () throws(TransferError) in
            try await transfer.data(.get(server.url("/a")) { $0.maximumBytes = Int64(Zeros.count) - 1 })
        }
        #expect(error == .tooLarge(url: server.url("/a"), limit: Int64(Zeros.count) - 1))
    }

    @Test func `takes a body of just the cap and refuses one byte more, announced or not`() async throws {
        let server = try Server([
            "/announced": { connection, _ in connection.answer(200, [], pattern(1_000)) },
            "/chunked": { connection, _ in
                connection.head(200, ["Transfer-Encoding: chunked"])
                connection.send("3e8\r\n")
                connection.send(pattern(1_000))
                connection.send("\r\n0\r\n\r\n")
            },
        ])
        for path in ["/announced", "/chunked"] {
            let url = server.url(path)
            #expect(try await transfer.data(.get(url) { $0.maximumBytes = 1_000 }).body == pattern(1_000))
            let error = await failure { () throws(TransferError) in
                try await transfer.data(.get(url) { $0.maximumBytes = 999 })
            }
            #expect(error == .tooLarge(url: url, limit: 999))
        }
    }

    @Test func `a 304 is an answer without a body`() async throws {
        let server = try Server([
            "/a": { connection, _ in connection.head(304, ["ETag: \"x\"", "Content-Length: 99999999"]) }
        ])
        let response = try await transfer.data(.get(server.url("/a")) { $0.ifNoneMatch = "\"x\"" })
        #expect(response.status == 304)
        #expect(response.body == [])
    }

    @Test func `a body that ends early is no answer`() async throws {
        let server = try Server([
            "/a": { connection, _ in
                connection.head(200, ["Content-Length: 100"])
                connection.send(pattern(40))
                connection.hangUp()
            }
        ])
        let error = await failure { () throws(TransferError) in try await transfer.data(.get(server.url("/a"))) }
        #expect(error == .truncated(url: server.url("/a"), got: 40, expected: 100))
    }
}

/// `head -c 100000 /dev/zero | gzip -9n`
enum Zeros {
    static let count = 100_000
    static let gzip: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 49, 1, 0, 0, 0, 194, 160, 245, 79, 109, 13, 15, 160, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 87, 3, 125, 149, 17, 212, 160, 134, 1, 0,
    ]
}
