internal import CMicroHTTPD
internal import Folder
internal import Glibc

/// Accepts connections and hands them to the C library, on a thread of its own.
///
/// The library never sees the socket that listens. It shuts such a socket down when it stops, and a socket that systemd
/// holds for the service would be shut down with it, for every later start.
final class Acceptor: Sendable {
    private let socket: ListeningSocket
    private let connections: Connections
    private let workers: [HTTPServer.Worker]
    private let wake: WakePipe
    private let came: @Sendable () -> Void
    private let state = Monitor(State.accepting)

    private enum State {
        case accepting, stopping, stopped
    }

    init(
        _ socket: ListeningSocket, _ connections: Connections, _ workers: [HTTPServer.Worker], _ wake: WakePipe,
        came: @escaping @Sendable () -> Void
    ) {
        (self.socket, self.connections, self.workers, self.wake, self.came) = (socket, connections, workers, wake, came)
    }

    func start() {
        DedicatedThread.start("accept") { [self] in
            acceptUntilStopped()
            state.withLock { state in
                state = .stopped
                self.state.wakeAll()
            }
        }
    }

    /// Returns when no more connections are accepted. Clients that connect later wait at the socket.
    func stop() {
        state.withLock { if case .accepting = $0 { $0 = .stopping } }
        wake.ring()
        state.wait { if case .stopped = $0 { () } else { nil } }
    }

    private var isStopping: Bool {
        state.withLock { if case .accepting = $0 { false } else { true } }
    }

    private func acceptUntilStopped() {
        while !isStopping {
            while connections.hasRoom {
                let client = http_accept(socket.descriptor)
                let code = errno
                if client < 0 {
                    guard canGoOn(after: code) else { return }
                    break
                }
                admit(client)
            }
            // Without room the next client waits at the socket until a connection ends.
            wake.wait(or: connections.hasRoom ? socket.descriptor : nil)
        }
    }

    /// Whether accepting can go on after this errno; waits first where descriptors or memory ran out.
    private func canGoOn(after code: CInt) -> Bool {
        switch code {
        case EBADF, EINVAL, ENOTSOCK, EOPNOTSUPP: return false
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: wake.wait(or: nil, atMost: Self.pause)
        default: break
        }
        return true
    }

    private func admit(_ client: CInt) {
        guard connections.admit(client) else {
            close(client)
            return
        }
        let count = connections.count
        http_limit_unsent(client, Self.unsent(beside: count))
        came()
        // A second thread answers a household no sooner, and the two would wait for the locks of what they share.
        let worker = workers[count <= Self.household ? 0 : Int(client) % workers.count]
        if http_add(worker.pointer, client) == 0, let connection = connections.connection(client) {
            connections.forget(connection)
        }
    }

    /// Milliseconds after which the system may have descriptors or memory again.
    private static let pause: CInt = 200

    /// The connections of a home network's browsers, each of which opens six.
    private static let household = 100

    /// The bytes that the kernel buffers for a client beyond those on their way. A household gets whole pictures in one
    /// call; more clients get less each, since those of a crowd may not read, and each waits for what is copied for all
    /// others.
    private static func unsent(beside connections: Int) -> CInt {
        switch connections {
        case ...household: 1 << 20
        case ...1_000: 1 << 16
        default: 1 << 14
        }
    }
}

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
