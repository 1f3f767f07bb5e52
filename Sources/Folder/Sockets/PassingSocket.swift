internal import CLinux
internal import Glibc

/// One end of a pair of sockets between two processes; its messages carry open files.
///
/// Messages arrive whole or not at all. The calls block; whoever makes them has a thread of their own for it.
public final class PassingSocket: Sendable {
    /// For the start of the other process, of which this is to be a stream.
    public let descriptor: CInt

    /// Longer messages are an error of the program's own.
    public static let longest = 4_096

    /// Takes over an end that this process was given.
    public init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Two ends; none of them goes to a program that is started, unless as one of its streams.
    public static func pair() throws(SocketError) -> (PassingSocket, PassingSocket) {
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw SocketError("make", Self.name, errno)
        }
        return (PassingSocket(descriptor: ends[0]), PassingSocket(descriptor: ends[1]))
    }

    /// Sends a text, which must not be empty, and open files, which stay open here.
    public func send(_ text: String, files: [OpenFile] = []) throws(SocketError) {
        let bytes = Array(text.utf8)
        guard (1...Self.longest).contains(bytes.count), files.count <= Int(LINUX_MOST_FILES) else {
            throw SocketError("send to", Self.name, EMSGSIZE)
        }
        let descriptors = files.map(\.descriptor)
        while linux_send_files(descriptor, bytes, bytes.count, descriptors, descriptors.count) < 0 {
            let code = errno
            if code != EINTR { throw SocketError("send to", Self.name, code) }
        }
        withExtendedLifetime(files) {}
    }

    /// The next message; `nil` when the other end is gone or this one was stopped.
    ///
    /// - Parameters:
    ///   - maximum: how many files may come along; what comes beyond them is closed.
    ///   - time: of a machine that is awake, after which ``SocketError/timeUp(path:)`` is thrown; `nil` for no limit.
    public func receive(
        files maximum: Int = 0, within time: Duration? = nil
    ) throws(SocketError) -> (text: String, files: [OpenFile])? {
        let limit = time.map { SuspendingClock.now + $0 }
        var bytes = [UInt8](repeating: 0, count: Self.longest)
        // One more, since an array without room has no place of its own.
        var files = [CInt](repeating: -1, count: maximum + 1)
        while true {
            // Whoever waits with a limit must not block in the call that comes after the wait.
            if let limit { try waitForMessage(until: limit) }
            var (count, flags) = (0, CInt())
            let received = linux_receive_files(
                descriptor, &bytes, bytes.count, &files, maximum, &count, limit == nil ? 0 : CInt(MSG_DONTWAIT),
                &flags)
            let code = errno
            // Somebody else took the message that was waited for.
            let wasTaken = code == EAGAIN && limit != nil
            if received < 0, code == EINTR || wasTaken { continue }
            // The other end went away with our last message unread.
            if received == 0 || received < 0 && code == ECONNRESET { return nil }
            if received < 0 { throw SocketError("receive from", Self.name, code) }
            let open = files[..<count].map { OpenFile(descriptor: $0, path: "a file that was handed over") }
            guard flags & CInt(MSG_TRUNC) == 0 else { throw SocketError("receive from", Self.name, EMSGSIZE) }
            return (String(decoding: bytes[..<received], as: UTF8.self), open)
        }
    }

    /// Ends every call that blocks on it, and all later ones, here and at the other end.
    public func stop() {
        shutdown(descriptor, CInt(SHUT_RDWR))
    }

    private func waitForMessage(until limit: SuspendingClock.Instant) throws(SocketError) {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let rest = limit - .now
            let milliseconds = rest.components.seconds * 1_000 + rest.components.attoseconds / 1_000_000_000_000_000
            guard rest > .zero else { throw .timeUp(path: Self.name) }
            if poll(&waiting, 1, CInt(clamping: milliseconds + 1)) > 0 { return }
        }
    }

    private static let name = "a pair of sockets"
}
