internal import CMicroHTTPD  // for it, Swift takes the fields of addresses from here
internal import Glibc

/// For servers that must be told their port, or are to come back on it.
///
/// The kernel gives its own to whoever asks for any, clients too: one that was let go a moment ago may be taken. Those
/// below are only ever asked for by number.
public enum LastingPort {
    private static let given = Guarded<Set<UInt16>>([])

    /// One on which nobody listens, and that this process gives out once.
    public static func find() throws(ServerError) -> UInt16 {
        for _ in 0..<1_000 {
            let port = UInt16.random(in: 10_000..<32_768)
            if given.withLock({ $0.insert(port).inserted }), isFree(port) { return port }
        }
        throw .noPort
    }

    /// Keeps a port from being given out, by other processes too, while nobody listens on it: who connects is refused.
    final class Reservation: Sendable {
        private let descriptor: CInt

        init(_ port: UInt16) {
            descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
            // Connections that were just ended still have the port.
            var yes: CInt = 1
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
            _ = LastingPort.bind(descriptor, to: port)
        }

        deinit { close(descriptor) }
    }

    static func isFree(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return bind(descriptor, to: port)
    }

    private static func bind(_ descriptor: CInt, to port: UInt16) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
