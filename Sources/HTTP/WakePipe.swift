internal import Glibc

/// Wakes a thread that waits for a socket. A ring while the thread is busy is kept; several rings wake it once.
final class WakePipe: Sendable {
    private let reading: CInt
    private let writing: CInt

    /// `nil` where the system has no descriptor left.
    init?() {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    func ring() {
        var byte: UInt8 = 1
        // A full pipe needs no other byte to wake the thread.
        _ = write(writing, &byte, 1)
    }

    /// Sleeps until a ring, until a client connects to the socket, or until the time is up.
    ///
    /// - Parameter milliseconds: -1 for no limit.
    func wait(or socket: CInt?, atMost milliseconds: CInt = -1) {
        // poll skips a negative descriptor.
        var waiting = [reading, socket ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&waiting, nfds_t(waiting.count), milliseconds) > 0, waiting[0].revents != 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(reading, &bytes, bytes.count) > 0 {}
    }
}
