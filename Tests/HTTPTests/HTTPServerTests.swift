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

    @Test func `who waits where nobody will answer is turned away, and others may come`() throws {
        let socket = try ListeningSocket(SocketAddress(host: "127.0.0.1", port: 0))
        let port = try #require(SocketAddress(socket.address)?.port)
        let client = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(client) }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let code = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        #expect(code == 0)
        socket.turnAwayWaiting()
        var byte: UInt8 = 0
        #expect(recv(client, &byte, 1, 0) <= 0)
        #expect(isListening(socket))
    }
}
