import Glibc

/// A TCP connection to this machine, without a library that would not send what is wrong.
final class Connection: Sendable {
    private let descriptor: CInt

    /// - Parameters:
    ///   - host: the last numbers of 127.0.0.1 and the like.
    ///   - source: those of the address that the connection comes from; `nil` lets the kernel choose.
    init(port: UInt16, host: UInt32 = 1, from source: UInt32? = nil) throws {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var isThere = true
        if let source { isThere = Self.loopback(source, port: 0) { bind(descriptor, $0, $1) } == 0 }
        isThere = isThere && Self.loopback(host, port: port) { connect(descriptor, $0, $1) } == 0
        guard isThere else { throw HarnessError("cannot connect to \(port): \(String(cString: strerror(errno)))") }
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    private static func loopback(
        _ host: UInt32, port: UInt16, _ call: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = (127 << 24 | host).bigEndian
        return withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// `false` once the other side is gone.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count
    }

    func readAll() -> [UInt8] {
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// The bytes that have come already, without waiting for one.
    func readReady() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
        return Array(buffer.prefix(max(0, count)))
    }

    /// So much as has come by now.
    func read(_ most: Int) -> Int {
        var buffer = [UInt8](repeating: 0, count: most)
        return recv(descriptor, &buffer, most, 0)
    }
}
