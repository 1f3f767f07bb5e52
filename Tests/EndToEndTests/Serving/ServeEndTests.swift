import Foundation
import SampleNASA
import Testing

/// An upgrade, or the owner, ends `serve` while clients are connected.
@Suite(.needsBinary, .timeLimit(.minutes(5))) struct ServeEndTests {
    @Test(arguments: [SIGTERM, SIGINT]) func `who was let in is answered`(signal: CInt) async throws {
        let served = try await Self.served()
        let silent = try Connection(port: served.port)
        let reading = try Self.reader(of: served)
        // They are accepted one after the other, so the first two were, too.
        let resting = try Connection(port: served.port)
        resting.send(Self.request("/planetary/apod", of: served))
        #expect(resting.read(4) == 4)

        // All of it lies before the server when it goes on.
        served.child.send(SIGSTOP)
        served.child.send(signal)
        silent.send(Self.request("/planetary/apod", of: served))
        let (rest, answer, picture) = (Self.all(of: resting), Self.all(of: silent), Self.all(of: reading))
        served.child.send(SIGCONT)
        #expect(try await RawAnswer(Array("HTTP".utf8) + rest.value()).status == 200)
        #expect(try await RawAnswer(answer.value()).status == 200)
        #expect(try await picture.value().count > Self.bytes)
        let ended = await served.child.end()
        #expect(ended.code == 0, "\(ended.errors)")
    }

    @Test func `who asks for nothing and who reads nothing are not waited for long`() async throws {
        let served = try await Self.served()
        let silent = try Connection(port: served.port)
        let stuck = try Self.reader(of: served)
        served.child.send(SIGTERM)
        let ended = await served.child.end()
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(try await Self.all(of: silent).value().isEmpty)
        #expect(try await Self.all(of: stuck).value().count < Self.bytes)
    }

    /// More than is on its way to a client that does not read.
    private static let bytes = 12_000_000

    private static func served() async throws -> ServedMirror {
        let program = try Program(ServedDays.last(1, .fixed(bytes)))
        let made = try await program.start(["sync", "--create", "--history", "1"]).end()
        guard made.code == 0 else { throw HarnessError("sync: \(made.errors)") }
        return try await ServedMirror(program)
    }

    private static func request(_ target: String, of served: ServedMirror) -> [UInt8] {
        Array("GET \(target) HTTP/1.1\r\nHost: \(served.address)\r\n\r\n".utf8)
    }

    /// In the middle of a picture.
    private static func reader(of served: ServedMirror) throws -> Connection {
        let connection = try Connection(port: served.port)
        connection.send(request("/Today.jpg", of: served))
        #expect(connection.read(1) == 1)
        return connection
    }

    /// All that comes, read from now on by a thread of its own, however busy those are that tests share.
    private static func all(of connection: Connection) -> Reading {
        let read = Fact<[UInt8]>()
        Thread.detachNewThread { read.settle(connection.readAll()) }
        return Reading(read: read)
    }

    private struct Reading {
        let read: Fact<[UInt8]>

        func value() async throws -> [UInt8] { try #require(await read.value(within: .seconds(60))) }
    }
}
