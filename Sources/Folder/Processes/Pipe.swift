internal import CLinux
internal import Glibc

/// The output stream of another program: a stranger's text, which never goes to a terminal as it is.
public final class Pipe: Sendable {
    private let descriptor: CInt

    private init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// The end to read from, and the end that becomes a stream of the program.
    ///
    /// - Parameter losesExcess: whether the program loses what the pipe has no room for. Otherwise it waits for room.
    public static func make(losesExcess: Bool = false) throws(SocketError) -> (Pipe, OpenFile) {
        var ends: [CInt] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SocketError("make", "a pipe", errno) }
        for end in losesExcess ? ends : [ends[0]] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        return (Pipe(descriptor: ends[0]), OpenFile(descriptor: ends[1], path: "a pipe"))
    }

    /// The text written since the last call, as far as the pipe held it.
    public func words() -> String {
        var said: [UInt8] = []
        // The reads are bounded, in case the program writes as fast as this reads.
        for _ in 0..<Self.room / Self.part {
            guard case .bytes(let bytes) = read() else { break }
            said += bytes
        }
        return String(decoding: said, as: UTF8.self)
    }

    /// The texts until the last writer of each pipe has closed it. All pipes are read side by side, so that no writer
    /// waits for another.
    public static func wholeTexts(of pipes: [Pipe]) -> [String] {
        var texts = [[UInt8]](repeating: [], count: pipes.count)
        var open = Array(pipes.indices)
        while !open.isEmpty {
            var polled = open.map { pollfd(fd: pipes[$0].descriptor, events: Int16(POLLIN), revents: 0) }
            guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
            for place in open {
                switch pipes[place].read() {
                case .bytes(let bytes): texts[place] += bytes
                case .nothing: break
                case .end: open.removeAll { $0 == place }
                }
            }
        }
        return texts.map { String(decoding: $0, as: UTF8.self) }
    }

    private enum Reading {
        case bytes(ArraySlice<UInt8>)
        case nothing
        case end
    }

    private func read() -> Reading {
        var bytes = [UInt8](repeating: 0, count: Self.part)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        let code = errno
        if count > 0 { return .bytes(bytes[..<count]) }
        return count < 0 && (code == EAGAIN || code == EINTR) ? .nothing : .end
    }

    /// The capacity of a pipe on Linux.
    private static let room = 1 << 16
    private static let part = 1 << 12
}
