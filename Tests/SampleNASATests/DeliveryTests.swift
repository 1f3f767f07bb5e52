import Testing

@testable import SampleNASA

@Suite struct DeliveryTests {
    let server: SampleNASA
    let client: RawClient
    let path: String
    let whole: [UInt8]

    init() throws {
        server = try .small()
        client = RawClient(server)
        let entry: BasicEntry = try client.get(SampleNASA.basic + "/261120").decoded()
        path = server.path(entry.hdurl.original)
        whole = server.picture(for: "2026-11-20")
        server.clearRequests()
    }

    @Test func `A truncated body was announced whole`() throws {
        server.setFault(.truncated(), for: .media("2026-11-20"), times: 1)
        let reply = try client.get(path)
        #expect(reply.headers["content-length"] == String(whole.count))
        #expect(reply.body == Array(whole.prefix(whole.count / 2)))
        #expect(try client.get(path).body == whole)
    }

    @Test(arguments: [(Fault.announcesMore(by: 100), 100), (.announcesLess(by: 100), -100)])
    func `The announced length can be wrong`(fault: Fault, difference: Int) throws {
        server.setFault(fault, for: .allMedia)
        let reply = try client.get(path)
        #expect(reply.headers["content-length"] == String(whole.count + difference))
        #expect(reply.body == whole)
    }

    @Test(arguments: [Fault.stalled(seconds: 0.3), .slow(bytesPerSecond: 20_000)])
    func `A slow body arrives in the end`(fault: Fault) throws {
        server.setFault(fault, for: .everything)
        let clock = ContinuousClock()
        var body: [UInt8] = []
        let time = try clock.measure { body = try client.get(path).body }
        #expect(body == whole)
        #expect(time > .milliseconds(40))
    }

    @Test func `A stalled body ends when the server stops`() throws {
        server.setFault(.stalled(seconds: 600), for: .allMedia)
        let reader = try client.ask(path)
        try reader.awaitBody(whole.count / 2)
        server.stop()
        #expect(try reader.reply().body.count == whole.count / 2)
        #expect(server.requests.first?.completed == false)
    }

    @Test func `Chunks and gzip carry the same bytes`() throws {
        server.setFault(.chunked, for: .allMedia)
        let chunked = try client.get(path)
        #expect(chunked.headers["transfer-encoding"] == "chunked")
        #expect(chunked.headers["content-length"] == nil)
        server.setFault(.gzip, for: .allMedia)
        let zipped = try client.get(path)
        #expect(zipped.headers["content-encoding"] == "gzip")
        // One stored block between ten bytes of header and eight of sums.
        #expect(zipped.body.dropFirst(15).dropLast(8) == whole[...])
    }

    @Test func `A server that hangs up or has stopped gives no reply`() throws {
        server.setFault(.hangsUp, for: .allMedia)
        #expect(throws: RawClient.NoReply.self) { try client.get(path) }
        let port = server.port
        server.stop()
        // Whoever still gets into the line of one that stops is reset.
        let error = #expect(throws: (any Error).self) { try client.get(SampleNASA.basic) }
        #expect(error is RawClient.NoReply || error is RawClient.Reset)
        try server.start()
        #expect(server.port == port)
        #expect(try client.get(SampleNASA.basic).status == 200)
    }

    @Test func `The port of a server that has stopped is given to nobody else`() throws {
        let other = try SampleNASA.small()
        other.stop()
        #expect(!LastingPort.isFree(other.port))
        try other.start()
    }

    @Test func `The log tells what was asked and what was answered`() throws {
        _ = try client.get(path, ["Range": "bytes=10-", "Accept": "image/jpeg"], userAgent: "me/1")
        let request = try #require(server.requests.last)
        #expect(request.path == path)
        #expect(request.range == "bytes=10-")
        #expect(request.accept == "image/jpeg")
        #expect(request.userAgent == "me/1")
        #expect(request.status == 206)
        #expect(request.bodyBytesSent == whole.count - 10)
    }
}
