import Testing

@testable import Transfer

@Suite(.timeLimit(.minutes(15))) struct Connections {
    @Test func `are used again: twenty requests one after another need one`() async throws {
        let server = try Server([
            "/a": { connection, _ in connection.answer(200, [], pattern(1_000)) },
            "/none": { connection, _ in connection.answer(404, [], pattern(1_000)) },
            "/moved": { connection, _ in connection.answer(302, ["Location: /a"], pattern(1_000)) },
        ])
        let transfer = Transfer.forTests()
        for _ in 0..<5 {
            for path in ["/a", "/moved", "/none"] { _ = try await transfer.data(.get(server.url(path))) }
            let file = ScratchFile()
            _ = try? await transfer.file(.get(server.url("/none")), to: file.descriptor)
        }
        #expect(server.ledger.facts.requests.count == 25)
        #expect(server.ledger.facts.accepted == 1)
    }

    @Test func `with the end of an earlier answer in them cost the next request nothing`() async throws {
        let server = try Server([
            "/longer": { connection, _ in connection.answer(200, [], pattern(1_000)) },
            "/next": { connection, received in
                if received.connection == 1 { connection.send("ull]") }
                connection.answer(200, [], pattern(2_000))
            },
        ])
        let transfer = Transfer.forTests()
        _ = try await transfer.data(.get(server.url("/longer")))
        #expect(try await transfer.data(.get(server.url("/next"))).body == pattern(2_000))
        #expect(server.ledger.facts.accepted == 2)
    }

    @Test func `are as many as allowed, and whoever waits for one does not run out of time`() async throws {
        let gate = Gate()
        let server = try Server([
            "/a": { connection, _ in
                gate.wait()
                connection.answer(200, [], pattern(1_000))
            }
        ])
        let deaf = try Deaf()
        let transfer = Transfer.forTests(
            .init(connections: 6, connectionsPerHost: 3, connectTimeout: .milliseconds(500)))
        let statuses = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<300 {
                group.addTask { try? await transfer.data(.get(server.url("/a"))).status }
            }
            await server.ledger.until { $0.requests.count == 3 }
            // This takes as long as connecting may take: if waiting counted, those that wait would fail now.
            let error = await failure { () throws(TransferError) in try await transfer.data(.get(deaf.url("/"))) }
            #expect(error == .connectTimeout(url: deaf.url("/"), limit: .milliseconds(500)))
            gate.open()
            return await group.reduce(into: [Int?]()) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 300))
        #expect(server.ledger.facts.mostOpen == 3)
        #expect(server.ledger.facts.accepted == 3)
    }

    @Test func `of all hosts together are as many as allowed`() async throws {
        let gate = Gate()
        let script: Server.Script = { connection, _ in
            gate.wait()
            connection.answer()
        }
        let servers = try [Server(["/a": script]), Server(["/a": script]), Server(["/a": script])]
        let transfer = Transfer.forTests(.init(connections: 4, connectionsPerHost: 2))
        await withTaskGroup(of: Int?.self) { group in
            for server in servers + servers + servers {
                group.addTask { try? await transfer.data(.get(server.url("/a"))).status }
            }
            while servers.map({ $0.ledger.facts.requests.count }).reduce(0, +) < 4 {
                try? await Task.sleep(for: .milliseconds(1))
            }
            #expect(servers.map { $0.ledger.facts.open }.reduce(0, +) == 4)
            #expect(servers.allSatisfy { $0.ledger.facts.mostOpen <= 2 })
            gate.open()
            for await status in group { #expect(status == 200) }
        }
        #expect(servers.allSatisfy { $0.ledger.facts.requests.count == 3 })
    }

    @Test func `and the thread are given up when nothing comes for a while, and come back`() async throws {
        let server = try Server(["/a": { connection, _ in connection.answer() }])
        let transfer = Transfer.forTests(.init(idle: .milliseconds(20)))
        for round in 1...5 {
            #expect(try await transfer.data(.get(server.url("/a"))).status == 200)
            await server.ledger.until { $0.accepted == round && $0.open == 0 }
        }
    }

    @Test func `end with their transfer`() async throws {
        let server = try Server(["/a": { connection, _ in connection.answer() }])
        var transfer: Transfer? = .forTests()
        #expect(try await transfer?.data(.get(server.url("/a"))).status == 200)
        #expect(server.ledger.facts.open == 1)
        transfer = nil
        await server.ledger.until { $0.open == 0 }
    }
}
