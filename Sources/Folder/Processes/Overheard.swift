internal import CLinux
internal import Glibc

/// What another program says on its standard error: a stranger's word, which never goes to a terminal as it is.
///
/// Nobody waits for anybody: the program loses what finds no room in the pipe, and what is there is all that is read.
public final class Overheard: Sendable {
    private let descriptor: CInt

    private init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// The end that listens, and the one that is to be a stream of the program.
    public static func pipe() throws(SocketError) -> (Overheard, OpenFile) {
        var ends: [CInt] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC | O_NONBLOCK) == 0 else { throw SocketError("make", "a pipe", errno) }
        return (Overheard(descriptor: ends[0]), OpenFile(descriptor: ends[1], path: "a pipe"))
    }

    /// What was said since the last time, as far as a pipe holds it.
    public func words() -> String {
        var said: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 12)
        // Not for ever, should somebody write as fast as this reads.
        for _ in 0..<Self.room / part.count {
            let count = read(descriptor, &part, part.count)
            guard count > 0 else { break }
            said += part.prefix(count)
        }
        return String(decoding: said, as: UTF8.self)
    }

    /// What a pipe of Linux holds.
    private static let room = 1 << 16
}
