internal import CLinux
internal import Glibc

/// A socket of this machine: messages that arrive whole or not at all.
///
/// The calls block; whoever makes them has a thread of their own for it.
public final class LocalSocket: Sendable {
    private let descriptor: CInt

    private init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Who is at the other end.
    public struct Peer: Equatable, Sendable {
        public let user: UInt32
        public let process: Int32
    }

    /// Larger messages are an error of the program's own.
    public static let longest = 128 * 1_024

    // MARK: Both ends

    /// A socket that connections can be made to; what had the name before goes.
    public static func listen(_ name: FilePath, in folder: Folder) throws(SocketError) -> LocalSocket {
        let shown = folder.shown(name)
        let socket = try make("listen at", shown)
        let path = folder.descriptorPath + name.description
        unlink(path)
        let bound = try with(path) { bind(socket.descriptor, $0, $1) }
        guard bound == 0, chmod(path, 0o666) == 0, Glibc.listen(socket.descriptor, 8) == 0 else {
            throw SocketError("listen at", shown, errno)
        }
        return socket
    }

    /// - Parameter limit: How long to wait for somebody who listens and does not come to accept connections.
    public static func connect(
        _ name: FilePath, in folder: Folder, within limit: Duration
    ) throws(SocketError) -> LocalSocket {
        let shown = folder.shown(name)
        let socket = try make("connect to", shown)
        socket.limit(limit)
        // By the folder's descriptor: a socket's whole path may be longer than the system takes.
        guard try with(folder.descriptorPath + name.description, { Glibc.connect(socket.descriptor, $0, $1) }) == 0
        else {
            let code = errno
            throw code == EAGAIN ? .timeUp(path: shown) : SocketError("connect to", shown, code)
        }
        return socket
    }

    /// The next connection; `nil` when the socket was stopped.
    public func accept() -> LocalSocket? {
        while true {
            let accepted = linux_accept4(descriptor, CInt(SOCK_CLOEXEC.rawValue))
            if accepted >= 0 { return LocalSocket(descriptor: accepted) }
            // Out of descriptors or memory: the next one may fare better, but not at once.
            let code = errno
            if code == EINVAL || code == EBADF { return nil }
            if code != EINTR, code != ECONNABORTED { usleep(200_000) }
        }
    }

    public var peer: Peer? {
        var (process, user): (CInt, UInt32) = (0, 0)
        guard linux_peer(descriptor, &process, &user) == 0 else { return nil }
        return Peer(user: user, process: process)
    }

    /// How long a call may block; then it fails.
    public func limit(_ time: Duration) {
        var limit = timeval(tv_sec: Int(time.components.seconds), tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// Ends every call that blocks on it, and all later ones.
    public func stop() {
        shutdown(descriptor, CInt(SHUT_RDWR))
    }

    /// The next message; `nil` when the other end is gone or says nothing in time.
    public func receive() -> [UInt8]? {
        let message = [UInt8](unsafeUninitializedCapacity: Self.longest) { buffer, count in
            var received: Int
            repeat {
                received = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            } while received < 0 && errno == EINTR
            count = max(0, received)
        }
        return message.isEmpty ? nil : message
    }

    /// Whether the message went out.
    @discardableResult
    public func send(_ message: [UInt8]) -> Bool {
        while true {
            let sent = message.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            if sent >= 0 { return true }
            if errno != EINTR { return false }
        }
    }

    // MARK: Messages without a connection

    /// Sends one message to a path, or with `@` in front to a name of Linux's own; whether anybody listens there or not.
    public static func send(_ message: [UInt8], to address: String) {
        let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = try? with(address) { target, length in
            message.withUnsafeBytes {
                sendto(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL), target, length)
            }
        }
    }

    private static func make(_ action: String, _ path: String) throws(SocketError) -> LocalSocket {
        let descriptor = socket(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SocketError(action, path, errno) }
        return LocalSocket(descriptor: descriptor)
    }

    private static func with<Result>(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) throws(SocketError) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw .tooLong(path: path) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let isAbstract = bytes.first == 0
        let length = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + bytes.count + (isAbstract ? 0 : 1) } ?? 0
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
        }
    }
}
