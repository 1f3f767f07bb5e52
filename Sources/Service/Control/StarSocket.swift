internal import Folder
internal import Glibc
internal import JSON
internal import MirrorTree

/// The daemon's second socket, at which serve asks for stars: a day that is to be a favorite, or to be none. It takes one wish
/// a connection, one after the other, from the daemon's user and root. A serve that an attacker has taken over reaches this
/// socket alone, so it can press stars, and do nothing else.
struct StarSocket: Sendable {
    let folder: Folder
    /// The id of the mirror that the daemon keeps.
    let mirror: String
    var now: @Sendable () -> ContinuousClock.Instant = { .now }
    let carryOut: @Sendable (StarWish) async -> StarOutcome

    /// Of all clients together.
    static let mostInMinute = 120

    /// Throws when it is cancelled, or when the socket fails.
    func run() async throws {
        let listener = Listener(try LocalSocket.listen(StarWish.socket, in: folder, mode: 0o600))
        defer { try? folder.remove(StarWish.socket) }
        await withTaskCancellationHandler {
            var limit = WishLimit<Void>()
            while let call = await listener.next() {
                let outcome = await outcome(of: call.message, &limit)
                if let answer = try? JSONFile.encode(outcome) { call.socket.send(answer) }
            }
        } onCancel: {
            listener.stop()
        }
        try Task.checkCancellation()
        throw ControlError(path: folder.path)
    }

    private func outcome(of message: [UInt8], _ limit: inout WishLimit<Void>) async -> StarOutcome {
        guard let (wish, mirror) = StarWish.read(message) else { return .nonsense }
        guard mirror == self.mirror else { return .refused("This daemon keeps another mirror: nothing was changed.") }
        let seconds = limit.wait(for: (), at: now(), within: [(Self.mostInMinute, { _ in true })])
        if let seconds { return .tooMany(seconds: seconds) }
        return await carryOut(wish)
    }

    /// Waits for wishes on a thread of its own.
    private actor Listener {
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

        /// The next message, and the connection that waits for its answer; `nil` when the socket was stopped.
        func next() -> (message: [UInt8], socket: LocalSocket)? {
            while let connection = socket.accept() {
                // A client that says nothing holds up the others for no longer.
                connection.limit(.seconds(1))
                // One byte more than a message may have tells that it has too many.
                guard let user = connection.peer?.user, user == geteuid() || user == 0,
                    let message = connection.receive(atMost: StarWish.longest + 1)
                else { continue }
                return (message, connection)
            }
            return nil
        }
    }
}
