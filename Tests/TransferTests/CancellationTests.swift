import Glibc
import Testing

@testable import Transfer

@Suite(.timeLimit(.minutes(15))) struct Cancelling {
    private let transfer = Transfer.forTests(.init(connections: 1))

    @Test func `closes a running transfer's connection and keeps its file's bytes`() async throws {
        let server = try Server([
            "/a": { connection, _ in
                connection.head(200, ["Content-Length: 1000"])
                connection.send(pattern(400))
                connection.waitForEnd()
            }
        ])
        let file = ScratchFile()
        let url = server.url("/a")
        let task = Task {
            await failure { () throws(TransferError) in try await transfer.file(.get(url), to: file.descriptor) }
        }
        while transfer.bytesReceived < 400 { await Task.yield() }
        task.cancel()
        let error = await task.value
        #expect(error == .cancelled(url: url))
        #expect(error?.description == "\(url) was cancelled.")
        await server.ledger.until { $0.open == 0 }
        #expect(file.bytes == pattern(400))
    }

    @Test func `takes a waiting transfer out of the queue, and the others go on`() async throws {
        let gate = Gate()
        let server = try Server([
            "/held": { connection, _ in
                gate.wait()
                connection.answer()
            },
            "/next": { connection, _ in connection.answer() },
        ])
        let held = Task { try await transfer.data(.get(server.url("/held"))).status }
        await server.ledger.until { $0.requests.count == 1 }
        let waiting = Task {
            await failure { () throws(TransferError) in try await transfer.data(.get(server.url("/waiting"))) }
        }
        let next = Task { try await transfer.data(.get(server.url("/next"))).status }
        waiting.cancel()
        #expect(await waiting.value == .cancelled(url: server.url("/waiting")))
        gate.open()
        #expect(try await held.value == 200)
        #expect(try await next.value == 200)
        #expect(server.ledger.facts.paths() == ["/held", "/next"])
    }

    @Test func `before the call is enough`() async throws {
        let server = try Server([:])
        let gate = Gate()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            gate.wait()
            return await failure { () throws(TransferError) in try await transfer.data(.get(server.url("/a"))) }
        }
        task.cancel()
        gate.open()
        #expect(await task.value == .cancelled(url: server.url("/a")))
    }

    @Test func `at any moment ends every call, and the next one works`() async throws {
        let server = try Server([
            "/a": { connection, _ in connection.answer(200, [], pattern(2_000)) },
            "/b": { connection, _ in connection.answer(200, [], Array("fine".utf8)) },
        ])
        let transfer = Transfer.forTests()
        for round in 0..<60 {
            let task = Task {
                await failure { () throws(TransferError) in try await transfer.data(.get(server.url("/a"))) }
            }
            // Not by yielding: with all tests side by side each of these would wait for its turn for long.
            usleep(UInt32(round * 7 % 50) * 40)
            task.cancel()
            let error = await task.value
            #expect(error == nil || error == .cancelled(url: server.url("/a")))
        }
        #expect(String(decoding: try await transfer.data(.get(server.url("/b"))).body, as: UTF8.self) == "fine")
    }

    @Test func `reaches into a long beginning that is being hashed`() async throws {
        let beginning = 1 << 42
        // All of the rest is here at once: only the hashing is left.
        let server = try Server([
            "/a": { connection, _ in
                connection.head(
                    206,
                    [
                        "Content-Range: bytes \(beginning)-\(beginning + 999)/\(beginning + 1000)",
                        "Content-Length: 1000", "ETag: \"x\"",
                    ])
                connection.send(pattern(1_000))
            }
        ])
        let file = ScratchFile()
        // A hole reads as zeros: hours of hashing for nothing on disk.
        file.grow(to: beginning)
        let request = Request(server.url("/a"), maximumBytes: .max, timeLimit: .seconds(900))
        let task = Task {
            await failure { () throws(TransferError) in
                try await transfer.file(
                    request, to: file.descriptor, resuming: Partial(bytes: Int64(beginning), validator: "\"x\""))
            }
        }
        await server.ledger.until { $0.requests.count == 1 }
        // Another transfer gets its turn meanwhile.
        #expect(try await transfer.data(.get(server.url("/b"))).status == 599)
        task.cancel()
        #expect(await task.value == .cancelled(url: server.url("/a")))
    }
}
