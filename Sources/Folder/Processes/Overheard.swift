internal import CLinux
internal import Glibc

/// The standard error of another program: a stranger's text, which never goes to a terminal as it is.
///
/// Neither side blocks: the program loses what the pipe has no room for, and ``words()`` returns what is there.
public final class Overheard: Sendable {
    private let descriptor: CInt

    private init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// The end to read from, and the end that becomes a stream of the program.
    public static func pipe() throws(SocketError) -> (Overheard, OpenFile) {
        var ends: [CInt] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC | O_NONBLOCK) == 0 else { throw SocketError("make", "a pipe", errno) }
        return (Overheard(descriptor: ends[0]), OpenFile(descriptor: ends[1], path: "a pipe"))
    }

    /// The text written since the last call, as far as the pipe held it.
    public func words() -> String {
        var said: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 12)
        // The reads are bounded, in case the program writes as fast as this reads.
        for _ in 0..<Self.room / part.count {
            let count = read(descriptor, &part, part.count)
            guard count > 0 else { break }
            said += part.prefix(count)
        }
        return String(decoding: said, as: UTF8.self)
    }

    /// The capacity of a pipe on Linux.
    private static let room = 1 << 16
}
