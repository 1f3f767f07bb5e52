import Testing

@testable import Transfer

@Suite(.timeLimit(.minutes(15))) struct Redirects {
    private let transfer = Transfer.forTests()

    @Test(arguments: [301, 302, 303, 307, 308])
    func `are followed, and only the last answer counts`(status: Int) async throws {
        let target = try Server([
            "/dir/c": { connection, _ in connection.answer(200, ["X-C: 1"], Array("end".utf8)) }
        ])
        let server = try Server([
            "/dir/a": { connection, _ in connection.answer(status, ["Location: b", "X-A: 1"], pattern(1_000)) },
            "/dir/b": { [url = target.url("/dir/c")] connection, _ in
                connection.answer(status, ["Location: \(url)"], pattern(1_000))
            },
        ])
        let response = try await transfer.data(.get(server.url("/dir/a")) { $0.maximumBytes = 10 })
        #expect(response.url == target.url("/dir/c"))
        #expect(String(decoding: response.body, as: UTF8.self) == "end")
        #expect(response.headers["x-c"] == "1")
        #expect(response.headers["x-a"] == nil)
        #expect(transfer.bytesReceived == 3)
        let file = ScratchFile()
        let download = try await transfer.file(.get(server.url("/dir/a")), to: file.descriptor)
        #expect(download.url == target.url("/dir/c"))
        #expect(file.bytes == Array("end".utf8))
    }

    @Test func `are followed as often as allowed, not once more`() async throws {
        let server = try Server([
            "*": { connection, request in
                let step = Int(request.path.dropFirst()) ?? 0
                if step == 0 { return connection.answer() }
                connection.answer(302, ["Location: /\(step - 1)"])
            }
        ])
        #expect(try await transfer.data(.get(server.url("/5"))).url == server.url("/0"))
        let error = await failure { () throws(TransferError) in try await transfer.data(.get(server.url("/6"))) }
        #expect(error == .redirects(url: server.url("/6"), limit: 5))
    }

    @Test func `in a circle come to an end`() async throws {
        let server = try Server(["/a": { connection, _ in connection.answer(301, ["Location: /a"]) }])
        let error = await failure { () throws(TransferError) in try await transfer.data(.get(server.url("/a"))) }
        #expect(error?.description == "\(server.url("/a")) redirected more than 5 times.")
        #expect(server.ledger.facts.requests.count == 6)
    }

    @Test(arguments: [
        "file:///etc/passwd", "ftp://127.0.0.1/a", "gopher://127.0.0.1/", "x:y", "http://", "http://u:p@127.0.0.1/",
    ])
    func `lead nowhere but to http and https`(target: String) async throws {
        let server = try Server(["/a": { connection, _ in connection.answer(302, ["Location: \(target)"]) }])
        let file = ScratchFile()
        let error = await failure { () throws(TransferError) in
            try await transfer.file(.get(server.url("/a")), to: file.descriptor)
        }
        #expect(error == .redirected(url: server.url("/a"), to: target))
        #expect(file.bytes == [])
    }

    @Test func `are not followed with a secret, which no one else gets to see`() async throws {
        let target = try Server([:])
        let server = try Server([
            "/a": { [url = target.url("/b")] connection, _ in connection.answer(302, ["Location: \(url)"]) }
        ])
        let request = Request.get(server.url("/a")) {
            $0.secretHeader = SecretHeader(name: "X-Api-Key", value: "s3cret")
        }
        let response = try await transfer.data(request)
        #expect(response.status == 302)
        #expect(response.url == server.url("/a"))
        let file = ScratchFile()
        let error = await failure { () throws(TransferError) in
            try await transfer.file(request, to: file.descriptor)
        }
        #expect(error?.description == "\(server.url("/a")) answered with status 302.")
        #expect(target.ledger.facts.accepted == 0)
        var dumped = ""
        dump(request, to: &dumped)
        for text in ["\(request)", String(reflecting: request), dumped] {
            #expect(text.contains("X-Api-Key"))
            #expect(!text.contains("s3cret"))
        }
    }

    @Test func `without an address are answers`() async throws {
        let server = try Server(["/a": { connection, _ in connection.answer(302, [], Array("where?".utf8)) }])
        let response = try await transfer.data(.get(server.url("/a")))
        #expect(response.status == 302)
        #expect(String(decoding: response.body, as: UTF8.self) == "where?")
    }
}
