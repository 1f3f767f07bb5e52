import Glibc
import TestSupport
import Testing

@testable import Folder

@Suite struct LocalSocketTests {
    private func pair(_ folder: TemporaryFolder) throws -> (LocalSocket, LocalSocket, LocalSocket) {
        let room = try #require(try Folder.open(folder.path))
        let listening = try LocalSocket.listen("control", in: room)
        let client = try LocalSocket.connect("control", in: room, within: .seconds(60))
        return (listening, try #require(listening.accept()), client)
    }

    @Test func `messages arrive whole and in order, and the other end is known`() throws {
        let folder = try TemporaryFolder()
        let (_, server, client) = try pair(folder)
        for size in [1, 10, 65_536] { #expect(client.send([UInt8](repeating: 7, count: size))) }
        for size in [1, 10, 65_536] { #expect(server.receive()?.count == size) }
        #expect(server.peer == LocalSocket.Peer(user: geteuid(), process: getpid()))
        #expect(server.send([1, 2, 3]))
        #expect(client.receive() == [1, 2, 3])
    }

    @Test func `a folder whose path is longer than a socket's may be holds one, too`() throws {
        let folder = try TemporaryFolder()
        let room = try #require(try Folder.open(folder.path))
        let deep = try room.makeFolder(FilePath(String(repeating: "x", count: 200)))
        let listening = try LocalSocket.listen("control", in: deep)
        let client = try LocalSocket.connect("control", in: deep, within: .seconds(60))
        #expect(client.send([5]))
        #expect(listening.accept()?.receive() == [5])
    }

    @Test func `what had the name before goes`() throws {
        let folder = try TemporaryFolder()
        let room = try #require(try Folder.open(folder.path))
        _ = try LocalSocket.listen("control", in: room)
        let again = try LocalSocket.listen("control", in: room)
        _ = try LocalSocket.connect("control", in: room, within: .seconds(60))
        #expect(again.accept() != nil)
    }

    @Test func `nobody listens`() throws {
        let folder = try TemporaryFolder()
        let room = try #require(try Folder.open(folder.path))
        #expect(throws: SocketError.system(action: "connect to", path: "\(folder.path)/control", code: ENOENT)) {
            try LocalSocket.connect("control", in: room, within: .seconds(60))
        }
        LocalSocket.send([1], to: folder.path + "/nobody")
        LocalSocket.send([1], to: "@nobody-\(getpid())")
    }

    @Test func `a stop ends the wait for connections and the wait for messages`() async throws {
        let folder = try TemporaryFolder()
        let (listening, server, client) = try pair(folder)
        let ended = Bell()
        DedicatedThread.start("accepts") {
            if listening.accept() == nil, server.receive() == nil { ended.ring() }
        }
        listening.stop()
        server.stop()
        try await ended.wait()
        #expect(client.receive() == nil)
        #expect(!client.send([1]))
    }

    @Test func `whoever keeps silent for too long is given up`() throws {
        let folder = try TemporaryFolder()
        let (_, server, client) = try pair(folder)
        for limit in [Duration.seconds(1), .milliseconds(1), .nanoseconds(1)] {
            server.limit(limit)
            #expect(server.receive() == nil)
        }
        #expect(client.send([1]))
    }
}
