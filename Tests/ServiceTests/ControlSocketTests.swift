import Days
import Folder
import TestSupport
import Testing

@testable import MirrorTree
@testable import Service
@testable import Settings

/// A daemon's socket, and clients that do not read what it sends.
@Suite struct ControlSocketTests {
    private let folder: TemporaryFolder
    private let place: Folder

    init() throws {
        folder = try TemporaryFolder()
        place = try #require(try Folder.open(folder.path))
    }

    private static let request = ControlRequest(
        order: .gallery, mirror: "", place: "", options: "", settings: NamedSettings(), isQuiet: false,
        wantsProgress: true)

    /// A client that has sent its request.
    private func client() async throws -> Conversation {
        var socket: LocalSocket?
        while socket == nil {
            // It may not listen yet.
            await Task.yield()
            socket = try? LocalSocket.connect(ControlSocket.name, in: place, within: .seconds(60))
        }
        let conversation = Conversation(try #require(socket))
        #expect(await conversation.send(Self.request))
        return conversation
    }

    @Test func `a client that reads nothing until all is done has the lines and the end, and little else`() async throws
    {
        let (said, events) = (Bell(), 20_000)
        let socket = ControlSocket(folder: place) { _, say in
            for number in 0..<events {
                say(.event(.step(.entries(.first...(.first)))))
                say(.received(Int64(number)))
                if number.isMultiple(of: 100) { say(.line("\(number)")) }
            }
            said.ring()
            return .notAllWell
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try? await socket.run() }
            let stopped = try await client()
            try await said.wait()
            var (lines, others, last) = ([String](), 0, Int64(0))
            var code: Int32?
            while let reply = await stopped.receive(Reply.self) {
                switch reply {
                case .line(let text): lines.append(text)
                case .ended(let ended): code = ended
                case .received(let bytes):
                    last = bytes
                    others += 1
                default: others += 1
                }
            }
            #expect(code == ExitCode.notAllWell.rawValue)
            #expect(lines == stride(from: 0, to: events, by: 100).map(String.init))
            #expect(last == Int64(events - 1))
            #expect(others < 3_000)
            group.cancelAll()
        }
    }

    @Test func `clients that are stopped behind the end of their orders keep nobody out`() async throws {
        let socket = ControlSocket(folder: place) { _, say in
            for _ in 0..<600 { say(.line(String(repeating: "x", count: 1_000))) }
            return .fine
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try? await socket.run() }
            var stopped: [Conversation] = []
            for _ in 0..<16 { stopped.append(try await client()) }
            let reader = try await client()
            #expect(await end(of: reader) == 0)
            for client in stopped { client.stop() }
            group.cancelAll()
        }
    }

    /// Reads all replies; the exit code that is the last of them.
    private func end(of conversation: Conversation) async -> Int32? {
        var code: Int32?
        while let reply = await conversation.receive(Reply.self) {
            if case .ended(let ended) = reply { code = ended } else { code = nil }
        }
        return code
    }
}
