import Glibc

/// Lets threads that wait on purpose end at once when the server stops or their client has gone.
final class StopSignal: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32
    /// POLLRDHUP, a GNU extension that Swift does not import: the peer has closed its side.
    private static let peerClosed: Int16 = 0x2000

    init() {
        var ends: [Int32] = [-1, -1]
        // Without a pipe (no descriptor left) the waits last their full time, which is all that is lost.
        _ = pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Stays given: the byte is never read.
    func give() {
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }

    /// Waits, and says whether the full time has passed.
    func sleep(seconds: Double, socket: Int32) -> Bool {
        wait(milliseconds: Int32(seconds * 1_000), socket: socket) == 0
    }

    /// Waits until the server stops or the client goes.
    func wait(socket: Int32) {
        while wait(milliseconds: -1, socket: socket) < 0, errno == EINTR {}
    }

    private func wait(milliseconds: Int32, socket: Int32) -> Int32 {
        var watched = [
            pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: StopSignal.peerClosed, revents: 0),
        ]
        return poll(&watched, 2, milliseconds)
    }
}
