internal import CMicroHTTPD
internal import Glibc

/// A TCP socket that listens for clients, opened here or passed by systemd.
public final class ListeningSocket: Sendable {
    let descriptor: CInt
    /// The name of the socket in messages.
    let name: String
    public var address: String { SocketAddress.local(descriptor).map { "\($0)" } ?? name }

    /// Opens a socket at an address.
    public init(_ address: SocketAddress) throws(ListeningError) {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.host, "\(address.port)", &hints, &found) == 0, let found else {
            throw .cannotListen("\(address)", reason: "it is no address")
        }
        defer { freeaddrinfo(found) }
        let kind = found.pointee.ai_socktype | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(found.pointee.ai_family, kind, 0)
        guard descriptor >= 0 else { throw .cannotListen("\(address)", reason: String(cString: strerror(errno))) }
        var yes: CInt = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
        guard bind(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0, listen(descriptor, 4_096) == 0
        else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw .cannotListen("\(address)", reason: reason)
        }
        self.descriptor = descriptor
        name = "\(address)"
    }

    /// Takes the socket that systemd passes to this process; `nil` where systemd passes none.
    public init?(environment: [String: String]) {
        // SD_LISTEN_FDS_START, the first passed descriptor.
        let first: CInt = 3
        guard environment["LISTEN_PID"] == "\(getpid())", (environment["LISTEN_FDS"].flatMap { Int($0) } ?? 0) > 0
        else { return nil }
        _ = fcntl(first, F_SETFD, FD_CLOEXEC)
        _ = fcntl(first, F_SETFL, fcntl(first, F_GETFL) | O_NONBLOCK)
        descriptor = first
        name = "systemd's socket"
    }

    deinit { close(descriptor) }

    /// Closes the connections that wait to be accepted, for a process that cannot answer them.
    public func turnAwayWaiting() {
        while true {
            let client = http_accept(descriptor)
            guard client >= 0 else { return }
            close(client)
        }
    }
}

public enum ListeningError: Error, Equatable, CustomStringConvertible {
    case cannotListen(String, reason: String)
    case cannotServe(String)

    public var description: String {
        switch self {
        case .cannotListen(let address, let reason):
            "Cannot listen at \(address): \(reason). Name another with --listen ADDRESS:PORT."
        case .cannotServe(let address):
            "Cannot serve at \(address): the system has no thread or descriptor left for it."
        }
    }
}
