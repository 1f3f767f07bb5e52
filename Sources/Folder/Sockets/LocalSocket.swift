internal import CLinux
internal import Glibc

/// A local (Unix domain) socket whose messages arrive whole or not at all.
///
/// Its calls block, so each caller uses a thread of its own.
public final class LocalSocket: Sendable {
    private let descriptor: CInt

    private init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// The process at the other end.
    public struct Peer: Equatable, Sendable {
        public let user: UInt32
        public let process: Int32
    }

    /// The largest message in bytes; a larger one is an error of the program's own.
    public static let longest = 128 * 1_024

    // MARK: Both ends

    /// A socket that accepts connections under the name; a file that has the name is removed.
    ///
    /// - Parameter mode: The users who may connect, as of a file that they may write.
    public static func listen(
        _ name: FilePath, in folder: Folder, mode: UInt32 = 0o666
    ) throws(SocketError) -> LocalSocket {
        let shown = folder.shown(name)
        let socket = try make("listen at", shown)
        let path = folder.descriptorPath + name.description
        unlink(path)
        let bound = try with(path) { bind(socket.descriptor, $0, $1) }
        guard bound == 0, chmod(path, mode) == 0, Glibc.listen(socket.descriptor, 8) == 0 else {
            throw SocketError("listen at", shown, errno)
        }
        return socket
    }

    /// - Parameter limit: How long to wait for a listener that does not accept connections.
    public static func connect(
        _ name: FilePath, in folder: Folder, within limit: Duration
    ) throws(SocketError) -> LocalSocket {
        let shown = folder.shown(name)
        let socket = try make("connect to", shown)
        socket.limit(limit)
        // The path goes through the folder's descriptor: the whole path may be longer than a socket's may be.
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
            // Descriptors or memory have run out: a later connection may be accepted, but not at once.
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

    /// Sets how long a call may block before it fails; zero for as long as it takes.
    public func limit(_ time: Duration) {
        let (seconds, fraction) = time.components
        // Less than the kernel counts is still a limit.
        let least: Int64 = time > .zero && seconds == 0 ? 1 : 0
        var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(max(least, fraction / 1_000_000_000_000)))
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// Ends every call that blocks on the socket, and all later ones.
    public func stop() {
        shutdown(descriptor, CInt(SHUT_RDWR))
    }

    /// The next message, cut off behind so many bytes; `nil` when the other end is gone or sends nothing in time.
    public func receive(atMost limit: Int = longest) -> [UInt8]? {
        let message = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            var received: Int
            repeat {
                received = recv(descriptor, buffer.baseAddress, limit, 0)
            } while received < 0 && errno == EINTR
            count = max(0, received)
        }
        return message.isEmpty ? nil : message
    }

    /// Returns whether the message was sent.
    @discardableResult
    public func send(_ message: [UInt8]) -> Bool {
        while true {
            let sent = message.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            if sent >= 0 { return true }
            if errno != EINTR { return false }
        }
    }

    // MARK: Messages without a connection

    /// Sends one message to a path, or with `@` in front to an abstract name, whether or not a process listens there.
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

// MARK: - Errors

public enum SocketError: Error, Equatable, Sendable {
    case tooLong(path: String)
    case timeUp(path: String)
    case system(action: String, path: String, code: Int32)

    init(_ action: String, _ path: String, _ code: Int32) {
        self = .system(action: action, path: path, code: code)
    }
}

extension SocketError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLong(let path): "\(path) is too long for the name of a socket, which may have 107 bytes."
        case .timeUp(let path): "Nothing came through \(path) in time."
        case .system(let action, let path, let code): "Could not \(action) \(path): \(FolderError.reason(code))."
        }
    }
}
