import Testing

@testable import SampleNASA

/// Connections that fail, all in the same way.
@Suite struct BrokenConnectionTests {
    let server: SampleNASA
    let client: RawClient
    let all: [String]

    init() throws {
        server = try .small()
        client = RawClient(server)
        all = try Questions.all(server)
        server.clearRequests()
    }

    @Test func `A connection ends without a word`() throws {
        server.begin(try #require(.named("hangs-up")))
        for target in all { #expect(throws: RawClient.NoReply.self) { try client.get(target) } }
        #expect(Set(server.requests.map(\.status)) == [0])
    }

    @Test func `A connection is reset`() throws {
        server.begin(try #require(.named("resets")))
        for target in all { #expect(throws: RawClient.Reset.self) { try client.get(target) } }
        #expect(Set(server.requests.map(\.status)) == [0])
    }

    @Test func `A connection ends in the middle of each body`() throws {
        server.begin(try #require(.named("ends-midway")))
        for target in all {
            let reply = try client.get(target)
            #expect(reply.headers["content-length"].flatMap { Int($0) } ?? 0 > reply.body.count)
        }
    }

    @Test func `A request is never answered`() async throws {
        server.begin(.neverAnswers)
        let readers = try all.map { try client.ask($0) }
        while server.requests.count < all.count { try await Task.sleep(for: .milliseconds(1)) }
        // Their end is the server's.
        server.stop()
        for reader in readers { #expect(throws: RawClient.NoReply.self) { try reader.reply() } }
        #expect(server.requests.allSatisfy { $0.isStruck && $0.status == 0 && $0.bodyBytesSent == 0 })
    }

    @Test func `Half of each body arrives and the rest never does`() throws {
        for (body, whole) in try bodies(of: .silentMidway, after: { $0 / 2 }) {
            #expect(body == Array(whole.prefix(whole.count / 2)))
        }
    }

    @Test func `Bodies arrive one byte after another`() throws {
        for (body, whole) in try bodies(of: .oneByteASecond, after: { _ in 1 }) {
            #expect(whole.starts(with: body))
            #expect(body.count < whole.count)
        }
    }

    /// What arrives of each body until the server stops, and the whole one.
    ///
    /// - Parameter size: how much of a body of so many bytes is waited for before that.
    private func bodies(of accident: Accident, after size: (Int) -> Int) throws -> [([UInt8], whole: [UInt8])] {
        let wholes = try all.map { try client.get($0).body }
        server.begin(accident)
        let readers = try all.map { try client.ask($0) }
        for (reader, whole) in zip(readers, wholes) { try reader.awaitBody(size(whole.count)) }
        server.stop()
        return try zip(readers, wholes).map { (try $0.reply().body, whole: $1) }
    }

    @Test func `Whoever keeps a client waiting says so`() {
        #expect(
            Accident.all.filter(\.keepsWaiting).map(\.name) == ["never-answers", "silent-midway", "one-byte-a-second"])
    }

    @Test(arguments: [(1, 1, 1.0), (100, 5, 0.05), (20_000, 1_000, 0.05)])
    func `A slow body comes in pieces that make up its rate`(rate: Int, bytes: Int, seconds: Double) {
        let drip = Drip(bytesPerSecond: rate)
        #expect(drip.bytes == bytes)
        #expect(drip.seconds == seconds)
    }
}
