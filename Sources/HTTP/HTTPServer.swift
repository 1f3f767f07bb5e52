internal import CMicroHTTPD
internal import Folder
internal import Glibc

/// Answers HTTP on one socket, on two threads that each wait for all of their connections. `react` is called on these threads
/// and must not take long: an answer that does is made elsewhere (``HTTPReaction/later(_:)``).
///
/// No client can hold the server up: a connection has a time limit for each request, for each answer and for the pause
/// between them, and one peer gets at most a third of all connections (``Connections``). A connection costs less than
/// 16 kB, besides the kernel's buffers and what the function of a streamed answer holds.
public final class HTTPServer: Sendable {
    /// The C library's handle of one thread that answers. It may be used from any thread.
    struct Worker: @unchecked Sendable { let pointer: OpaquePointer }

    let connected: Connections
    private let workers: [Worker]
    private let handler: Unmanaged<Handler>
    private let acceptor: Acceptor

    /// A reverse proxy is one peer for all its clients. nginx asks for 768 connections at most unless it is told otherwise.
    ///
    /// Connections leave descriptors for the files of answers. Were they to take the last, all that are open would be
    /// told for as long as they ask that nothing can be read.
    ///
    /// - Parameter descriptors: How many the process may have.
    static func limits(descriptors: Int) -> Connections.Limits {
        let total = max(3, min(12_000, max(descriptors - 512, (descriptors - ownDescriptors) / 2)))
        return Connections.Limits(total: total, ofOnePeer: total / 3, idleSeconds: 20)
    }

    /// The most that the process has open without a client, with room to spare.
    private static let ownDescriptors = 24
    static let threads = 2
    /// The memory of a connection, in bytes: for its request's line and headers, and for the answer's headers in the rest.
    private static let headerBytes = 10_240

    /// The context of the C library's callbacks. It outlives all connections.
    final class Handler: Sendable {
        let react: @Sendable (HTTPRequest) -> HTTPReaction
        let connections: Connections
        let waiting = WaitingRoom()

        init(_ react: @escaping @Sendable (HTTPRequest) -> HTTPReaction, _ connections: Connections) {
            self.react = react
            self.connections = connections
        }
    }

    /// Starts to answer at once.
    ///
    /// - Parameter came: called when a client connects.
    public init(
        on socket: ListeningSocket, came: @escaping @Sendable () -> Void = {},
        react: @escaping @Sendable (HTTPRequest) -> HTTPReaction
    ) throws(ListeningError) {
        guard let wake = WakePipe() else { throw .cannotServe(socket.name) }
        let limits = Self.limits(descriptors: DescriptorLimit.current)
        connected = Connections(limits) { wake.ring() }
        handler = Unmanaged.passRetained(Handler(react, connected))
        let handlers = http_handlers(
            answer: answerRequest, begin: beginRequest, end: endRequest, context: handler.toOpaque())
        // Each thread may have all connections: they are counted here.
        let bounds = http_limits(
            connections: UInt32(limits.total), idle_seconds: UInt32(limits.idleSeconds),
            header_bytes: Self.headerBytes)
        workers = (0..<Self.threads).compactMap { _ in
            http_start(bounds, handlers, trackConnection).map { Worker(pointer: $0) }
        }
        guard workers.count == Self.threads else {
            workers.forEach { MHD_stop_daemon($0.pointer) }
            handler.release()
            throw .cannotServe(socket.name)
        }
        acceptor = Acceptor(socket, connected, workers, wake, came: came)
        acceptor.start()
    }

    deinit {
        acceptor.stop()
        handler.takeUnretainedValue().waiting.close()
        workers.forEach { MHD_stop_daemon($0.pointer) }
        handler.release()
    }

    public var connections: Int { connected.count }

    /// Ends connections whose time is up. To be called once a second while there are any.
    public func endLate() { connected.endLate() }

    /// Accepts no more connections; those that are open are served to the end.
    public func turnAway() { acceptor.stop() }

    /// Ends connections whose client has its answer and has asked for nothing else.
    public func endResting() { connected.endResting() }
}
