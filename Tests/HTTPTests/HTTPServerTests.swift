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
            var server: HTTPServer? = try HTTPServer(on: socket) { _ in nil }
            if turnsAway { server?.turnAway() }
            server = nil
            #expect(isListening(socket))
            #expect(server == nil)
        }
        _ = try HTTPServer(on: socket) { _ in nil }
        #expect(isListening(socket))
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
            return HTTPAnswer(
                200, headers: [],
                body: .stream(size: isKnown ? Int64(whole) : nil) { buffer in
                    let count = min(buffer.count, whole - sent)
                    sent += count
                    return count
                })
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
