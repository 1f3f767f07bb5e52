internal import Folder
internal import Glibc
internal import Synchronization

/// By when each connection has to be done with what it does now: a request that drips in byte by byte keeps a socket busy
/// for ever otherwise.
final class Deadlines: Sendable {
    private let seconds: Int64
    private let came: @Sendable () -> Void
    private let open = Monitor<[ObjectIdentifier: Connection]>([:])

    /// One of them. Its socket is open as long as it is known here: see ``forget(_:)``.
    final class Connection: Sendable {
        let socket: CInt
        private let deadline: Atomic<Int64>

        init(socket: CInt, deadline: Int64) {
            self.socket = socket
            self.deadline = Atomic(deadline)
        }

        var isOver: Bool { deadline.load(ordering: .relaxed) < Deadlines.now }

        func extend(to time: Int64) { deadline.store(time, ordering: .relaxed) }
    }

    init(seconds: Int64, came: @escaping @Sendable () -> Void) {
        self.seconds = seconds
        self.came = came
    }

    var count: Int { open.withLock { $0.count } }

    func begin(socket: CInt) -> Connection {
        let connection = Connection(socket: socket, deadline: Self.now + seconds)
        open.withLock { $0[ObjectIdentifier(connection)] = connection }
        came()
        return connection
    }

    /// To be called before its socket is closed.
    func forget(_ connection: Connection) {
        open.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(connection)) }
    }

    /// An answer is under way: as long as a slow line takes for it.
    func answer(_ connection: Connection, bytes: Int64) {
        connection.extend(to: Self.now + 600 + bytes / 10_000)
    }

    /// The next request is awaited.
    func rest(_ connection: Connection) {
        connection.extend(to: Self.now + seconds)
    }

    func endLate() {
        open.withLock { open in
            for connection in open.values where connection.isOver { shutdown(connection.socket, CInt(SHUT_RDWR)) }
        }
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return Int64(time.tv_sec)
    }
}
