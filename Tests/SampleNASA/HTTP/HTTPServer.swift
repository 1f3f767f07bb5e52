internal import CMicroHTTPD

/// A server on 127.0.0.1 with a thread for each connection. What it says is the business of `respond`.
final class HTTPServer: Sendable {
    /// The C library's handle. It may be used from any thread; the mutex around it keeps it from being stopped twice.
    private struct Daemon: @unchecked Sendable { let pointer: OpaquePointer }

    let log = RequestLog()
    let respond: @Sendable (HTTPRequest) -> Answer
    private let daemon = Guarded<Daemon?>(nil)
    private let signal = Guarded(StopSignal())

    init(respond: @escaping @Sendable (HTTPRequest) -> Answer) { self.respond = respond }

    deinit { stop() }

    var stopSignal: StopSignal { signal.withLock { $0 } }

    /// Returns the port it listens on. Does nothing more when it listens already.
    func start(port: UInt16) throws(ServerError) -> UInt16 {
        let handlers = http_handlers(
            answer: answerRequest, begin: beginRequest, end: endRequest,
            context: Unmanaged.passUnretained(self).toOpaque())
        return try daemon.withLock { daemon throws(ServerError) in
            if let daemon { return http_port(daemon.pointer) }
            signal.withLock { $0 = StopSignal() }
            // The daemon ends in deinit at the latest, so the context outlives it.
            guard let started = http_start_on_loopback(port, handlers) else {
                throw .cannotListen(port: port)
            }
            daemon = Daemon(pointer: started)
            return http_port(started)
        }
    }

    /// Ends all connections, also those that are being stalled, and waits for their threads.
    func stop() {
        let running = daemon.withLock { daemon in
            defer { daemon = nil }
            return daemon
        }
        guard let running else { return }
        stopSignal.give()
        MHD_stop_daemon(running.pointer)
    }
}
