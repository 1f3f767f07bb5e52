internal import CMicroHTTPD
internal import Glibc

/// Answers HTTP on one socket, on a few threads that wait for all connections together. What it says is the business of
/// `respond`, which is called on these threads and must not take long.
///
/// Nobody can hold it up: a connection has a time for each request, one for each answer and one between them
/// (``Deadlines``), and there is room for many more of them than a household has.
public final class HTTPServer: Sendable {
    /// The C library's handle. It may be used from any thread.
    private struct Daemon: @unchecked Sendable { let pointer: OpaquePointer }

    private let deadlines: Deadlines
    private let daemon: Daemon
    private let handler: Unmanaged<Handler>

    /// Without a byte in either direction, and for a request to come.
    private static let idleSeconds = 20
    static let threads: UInt32 = 2

    /// What the callbacks are given: it outlives all connections.
    final class Handler: Sendable {
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer?
        let deadlines: Deadlines

        init(_ respond: @escaping @Sendable (HTTPRequest) -> HTTPAnswer?, _ deadlines: Deadlines) {
            self.respond = respond
            self.deadlines = deadlines
        }
    }

    /// Answers from now on.
    ///
    /// - Parameter came: called when somebody connects.
    public init(
        on socket: ListeningSocket, came: @escaping @Sendable () -> Void = {},
        respond: @escaping @Sendable (HTTPRequest) -> HTTPAnswer?
    ) throws(ListeningError) {
        let deadlines = Deadlines(seconds: Int64(Self.idleSeconds), came: came)
        self.deadlines = deadlines
        handler = Unmanaged.passRetained(Handler(respond, deadlines))
        let handlers = http_handlers(
            answer: answerRequest, begin: beginRequest, end: endRequest, context: handler.toOpaque())
        let bounds = http_limits(
            threads: Self.threads, connections: 16_000, idle_seconds: UInt32(Self.idleSeconds), header_bytes: 16_384)
        // The library closes what it is given.
        let own = fcntl(socket.descriptor, F_DUPFD_CLOEXEC, 0)
        guard own >= 0, let started = http_start_on_socket(own, bounds, handlers, noteConnection) else {
            handler.release()
            throw .cannotServe(socket.name)
        }
        daemon = Daemon(pointer: started)
    }

    deinit {
        MHD_stop_daemon(daemon.pointer)
        handler.release()
    }

    /// How many are connected.
    public var connections: Int { deadlines.count }

    /// Ends connections whose time is up. To be called once a second while there are any.
    public func endLate() { deadlines.endLate() }

    /// From now on nobody new is let in; whoever is connected is served to the end.
    public func turnAway() {
        let listening = MHD_quiesce_daemon(daemon.pointer)
        if listening >= 0 { close(listening) }
    }
}
