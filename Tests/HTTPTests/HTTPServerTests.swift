import Folder
import Glibc
import Testing

@testable import HTTP

@Suite struct HTTPServerTests {
    private func isListening(_ socket: ListeningSocket) -> Bool {
        var (listens, length) = (CInt(), socklen_t(MemoryLayout<CInt>.size))
        return getsockopt(socket.descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0 && listens == 1
    }

    /// Another process may hold it, as systemd does.
    @Test func `the socket that it answers on outlives the server, however it ends`() throws {
        let socket = try ListeningSocket(SocketAddress(host: "127.0.0.1", port: 0))
        for turnsAway in [false, true] {
            var server: HTTPServer? = try HTTPServer(on: socket) { _ in .now(nil) }
            if turnsAway { server?.turnAway() }
            server = nil
            #expect(isListening(socket))
            #expect(server == nil)
        }
        _ = try HTTPServer(on: socket) { _ in .now(nil) }
        #expect(isListening(socket))
    }

    @Test(arguments: [
        (1 << 20, 12_000, 4_000), (9_000, 8_488, 2_829), (1_024, 512, 170), (127, 51, 17), (90, 33, 11), (10, 3, 1),
    ])
    func `connections leave descriptors for files`(descriptors: Int, total: Int, ofOnePeer: Int) {
        let limits = HTTPServer.limits(descriptors: descriptors)
        #expect(limits.total == total && limits.ofOnePeer == ofOnePeer)
    }

    private func client(of socket: ListeningSocket) throws -> CInt {
        let port = try #require(SocketAddress(socket.address)?.port)
        let client = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let code = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(code == 0)
        return client
    }

    /// An array of thirty years is such an answer.
    @Test(arguments: [false, true])
    func `a slow line has as long for an answer of unknown length as for one that is known`(isKnown: Bool) throws {
        let whole = 60_000_000
        let socket = try ListeningSocket(SocketAddress(host: "127.0.0.1", port: 0))
        let server = try HTTPServer(on: socket) { _ in
            var sent = 0
            let body = HTTPAnswer.Body.stream(size: isKnown ? Int64(whole) : nil) { buffer in
                let count = min(buffer.count, whole - sent)
                sent += count
                return count
            }
            return .now(HTTPAnswer(200, headers: [], body: body))
        }
        let client = try client(of: socket)
        defer { close(client) }
        let request = Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        #expect(send(client, request, request.count, 0) == request.count)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var (taken, longest) = (0, Int64(0))
        while taken < whole * 9 / 10 {
            let count = recv(client, &buffer, buffer.count, 0)
            try #require(count > 0)
            taken += count
        }
        for number in 0..<CInt(1_024) {
            longest = max(longest, server.connected.connection(number)?.secondsLeft ?? 0)
        }
        // Nine tenths of it alone take that long at 10 kB a second.
        #expect(longest > 5_400)
    }

    /// A server whose answers to POST come when the test gives them.
    private func waitingServer(_ socket: ListeningSocket, _ held: Monitor<[PendingAnswer]>) throws -> HTTPServer {
        try HTTPServer(on: socket) { request in
            guard request.method == "POST", !request.hasBody else {
                return .now(HTTPAnswer(request.hasBody ? 413 : 200, headers: [], body: .bytes([])))
            }
            return .later { answer in
                held.withLock { $0.append(answer) }
                held.wakeAll()
            }
        }
    }

    private func post(_ headers: String = "", to socket: ListeningSocket) throws -> CInt {
        let client = try client(of: socket)
        try say("POST /star HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(headers)\r\n", to: client)
        return client
    }

    private func say(_ text: String, to client: CInt) throws {
        let bytes = Array(text.utf8)
        try #require(send(client, bytes, bytes.count, 0) == bytes.count)
    }

    private func heard(from client: CInt) -> String {
        var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
        while case let count = recv(client, &buffer, buffer.count, 0), count > 0 { text += buffer.prefix(count) }
        return String(decoding: text, as: UTF8.self)
    }

    @Test func `an answer that takes long holds up no other, and comes when it is there`() throws {
        let (socket, held) = (
            try ListeningSocket(SocketAddress(host: "127.0.0.1", port: 0)), Monitor([PendingAnswer]())
        )
        let server = try waitingServer(socket, held)
        let waiting = try [post(to: socket), post("Content-Length: 0\r\n", to: socket)]
        defer { waiting.forEach { close($0) } }
        _ = held.wait { $0.count == 2 ? true : nil }
        let other = try client(of: socket)
        defer { close(other) }
        try say("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: other)
        #expect(heard(from: other).hasPrefix("HTTP/1.1 200"))
        for answer in held.withLock({ $0 }) {
            answer.give(HTTPAnswer(201, headers: [], body: .bytes([])))
            // Only the first counts.
            answer.give(nil)
        }
        for client in waiting { #expect(heard(from: client).hasPrefix("HTTP/1.1 201")) }
        withExtendedLifetime(server) {}
    }

    @Test func `a body is refused before it is read`() throws {
        let (socket, held) = (
            try ListeningSocket(SocketAddress(host: "127.0.0.1", port: 0)), Monitor([PendingAnswer]())
        )
        let server = try waitingServer(socket, held)
        for header in ["Content-Length: 1000000000", "Transfer-Encoding: chunked"] {
            let client = try post("\(header)\r\n", to: socket)
            defer { close(client) }
            #expect(heard(from: client).hasPrefix("HTTP/1.1 413"), "\(header)")
        }
        withExtendedLifetime(server) {}
    }

    @Test func `an answer that is dropped, or a server that ends, ends the connection`() throws {
        let (socket, held) = (
            try ListeningSocket(SocketAddress(host: "127.0.0.1", port: 0)), Monitor([PendingAnswer]())
        )
        var server: HTTPServer? = try waitingServer(socket, held)
        let dropped = try post(to: socket)
        defer { close(dropped) }
        _ = held.wait { $0.isEmpty ? nil : true }
        held.withLock { $0 = [] }
        #expect(heard(from: dropped) == "")
        let late = try post(to: socket)
        defer { close(late) }
        _ = held.wait { $0.isEmpty ? nil : true }
        server = nil
        #expect(server == nil)
        #expect(heard(from: late) == "")
        // An answer that comes after the end goes nowhere.
        for answer in held.withLock({ $0 }) { answer.give(HTTPAnswer(201, headers: [], body: .bytes([]))) }
    }

    @Test func `who waits where nobody will answer is turned away, and others may come`() throws {
        let socket = try ListeningSocket(SocketAddress(host: "127.0.0.1", port: 0))
        let client = try client(of: socket)
        defer { close(client) }
        socket.turnAwayWaiting()
        var byte: UInt8 = 0
        #expect(recv(client, &byte, 1, 0) <= 0)
        #expect(isListening(socket))
    }
}
