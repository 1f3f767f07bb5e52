import Glibc

/// A TCP connection to this machine, without a library that would not send what is wrong.
final class Connection {
    private let descriptor: CInt

    /// - Parameter host: the last number of 127.0.0.1 and the like.
    init(port: UInt16, host: UInt32 = 1) throws {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = (127 << 24 | host).bigEndian
        let code = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw HarnessError("cannot connect to \(port): \(String(cString: strerror(errno)))") }
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

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

    /// So much as has come by now.
    func read(_ most: Int) -> Int {
        var buffer = [UInt8](repeating: 0, count: most)
        return recv(descriptor, &buffer, most, 0)
    }
}
