import Foundation
import TestSupport
import Testing

@testable import Folder

@Suite struct PassingSocketTests {
    private func file(_ text: String) throws -> OpenFile {
        let file = try OpenFile.inMemory("test")
        try file.write(Array(text.utf8))
        return file
    }

    private func text(_ file: OpenFile) throws -> String {
        String(decoding: try file.read(100, at: 0), as: UTF8.self)
    }

    @Test func `a message brings its files along, in their order, for reading and for writing`() throws {
        let (here, there) = try PassingSocket.pair()
        let empty = try OpenFile.inMemory("empty")
        try here.send("960 320", files: [file("first"), file("second"), empty])
        let got = try #require(try there.receive(files: 3))
        #expect(got.text == "960 320")
        #expect(try got.files[..<2].map(text) == ["first", "second"])
        for file in got.files { #expect(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0) }
        try got.files[2].write(Array("answer".utf8))
        #expect(try text(empty) == "answer")
    }

    @Test func `messages without files arrive whole and in order`() throws {
        let (here, there) = try PassingSocket.pair()
        let long = String(repeating: "x", count: PassingSocket.longest)
        for message in ["a", long, "b"] { try here.send(message) }
        for message in ["a", long, "b"] { #expect(try there.receive(within: .seconds(60))?.text == message) }
        for wrong in ["", long + "x"] { #expect(throws: SocketError.self) { try here.send(wrong) } }
    }

    @Test func `files that nobody expects are closed`() throws {
        let (here, there) = try PassingSocket.pair()
        var ends: [CInt] = [-1, -1]
        #expect(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        try here.send("too many", files: [file("first"), OpenFile(descriptor: ends[1], path: "pipe")])
        let got = try #require(try there.receive(files: 1))
        #expect(try got.files.map(text) == ["first"])
        // The end of the pipe that was sent is open nowhere.
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 0)
        close(ends[0])
    }

    /// An end whose other one is closed when this returns.
    private func lonely(after message: String?) throws -> PassingSocket {
        let (here, there) = try PassingSocket.pair()
        #expect(throws: SocketError.timeUp(path: "a pair of sockets")) {
            try here.receive(within: .milliseconds(10))
        }
        if let message { try here.send(message) }
        return withExtendedLifetime(there) { here }
    }

    @Test(arguments: [nil, "never read"])
    func `an end that goes away is told from one that keeps silent`(message: String?) throws {
        let here = try lonely(after: message)
        #expect(try here.receive(within: .seconds(60)) == nil)
        #expect(try here.receive() == nil)
        #expect(throws: SocketError.self) { try here.send("to nobody") }
    }

    @Test func `a stop ends every wait`() async throws {
        let (here, there) = try PassingSocket.pair()
        let ended = Bell()
        DedicatedThread.start("receives") {
            let first = try? here.receive()
            let second = try? here.receive(within: .seconds(60))
            if first == nil, second == nil { ended.ring() }
        }
        here.stop()
        try await ended.wait()
        #expect(try there.receive() == nil)
    }
}
