internal import CLinux
internal import Glibc

/// A socket between two processes whose messages can carry open files: this end of the pair.
///
/// Messages arrive whole or not at all. The calls block, so each caller uses a thread of its own.
public final class PassingSocket: Sendable {
    /// The descriptor, to be given to the other process as one of its streams.
    public let descriptor: CInt

    /// The longest message in bytes; a longer one is an error of the program's own.
    public static let longest = 4_096

    /// Takes over an end that this process inherited.
    public init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// A pair of connected ends. A program that is started inherits neither, unless as one of its streams.
    public static func pair() throws(SocketError) -> (PassingSocket, PassingSocket) {
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw SocketError("make", Self.name, errno)
        }
        return (PassingSocket(descriptor: ends[0]), PassingSocket(descriptor: ends[1]))
    }

    /// Sends a text, which must not be empty, and open files, which stay open here.
    public func send(_ text: String, files: [OpenFile] = []) throws(SocketError) {
        try send(text, files.map(\.descriptor))
        withExtendedLifetime(files) {}
    }

    /// Sends a text, which must not be empty, and an open folder, which stays open here.
    public func send(_ text: String, folder: Folder) throws(SocketError) {
        try send(text, [folder.descriptor])
        withExtendedLifetime(folder) {}
    }

    private func send(_ text: String, _ descriptors: [CInt]) throws(SocketError) {
        let bytes = Array(text.utf8)
        guard (1...Self.longest).contains(bytes.count), descriptors.count <= Int(LINUX_MOST_FILES) else {
            throw SocketError("send to", Self.name, EMSGSIZE)
        }
        while linux_send_files(descriptor, bytes, bytes.count, descriptors, descriptors.count) < 0 {
            let code = errno
            if code != EINTR { throw SocketError("send to", Self.name, code) }
        }
    }

    /// The next message; `nil` when the other end is gone or this one was stopped.
    ///
    /// - Parameters:
    ///   - maximum: how many files a message may carry; files beyond them are closed.
    ///   - time: of a machine that is awake, after which ``SocketError/timeUp(path:)`` is thrown; `nil` for no limit.
    public func receive(
        files maximum: Int = 0, within time: Duration? = nil
    ) throws(SocketError) -> (text: String, files: [OpenFile])? {
        let limit = time.map { SuspendingClock.now + $0 }
        var bytes = [UInt8](repeating: 0, count: Self.longest)
        // The array has one element more, since an empty array has no storage of its own.
        var files = [CInt](repeating: -1, count: maximum + 1)
        while true {
            // A read with a time limit must not block after the poll.
            if let limit { try waitForMessage(until: limit) }
            var (count, flags) = (0, CInt())
            let received = linux_receive_files(
                descriptor, &bytes, bytes.count, &files, maximum, &count, limit == nil ? 0 : CInt(MSG_DONTWAIT),
                &flags)
            let code = errno
            // Another reader took the message that the poll announced.
            let wasTaken = code == EAGAIN && limit != nil
            if received < 0, code == EINTR || wasTaken { continue }
            // The other end closed with our last message unread.
            if received == 0 || received < 0 && code == ECONNRESET { return nil }
            if received < 0 { throw SocketError("receive from", Self.name, code) }
            let open = files[..<count].map { OpenFile(descriptor: $0, path: "a file that was handed over") }
            guard flags & CInt(MSG_TRUNC) == 0 else { throw SocketError("receive from", Self.name, EMSGSIZE) }
            // The kernel keeps back files that this process has no number left for.
            guard flags & CInt(MSG_CTRUNC) == 0 else { throw SocketError("receive from", Self.name, EMFILE) }
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
