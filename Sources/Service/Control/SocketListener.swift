internal import Folder

/// Waits for connections on a thread of its own.
actor SocketListener {
    private nonisolated let socket: LocalSocket
    private nonisolated let thread = FileThread()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    init(_ socket: LocalSocket) {
        self.socket = socket
    }

    nonisolated func stop() {
        socket.stop()
    }

    /// The next connection of which something can be made; `nil` when the socket was stopped.
    func next<Call: Sendable>(_ make: @Sendable (LocalSocket) -> Call?) -> Call? {
        while let connection = socket.accept() {
            if let call = make(connection) { return call }
        }
        return nil
    }
}
