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

    /// The most wishes of all clients together.
    static let mostInMinute = 120

    /// Throws when it is cancelled, or when the socket fails.
    func run() async throws {
        let listener = SocketListener(try LocalSocket.listen(StarWish.socket, in: folder, mode: 0o600))
        defer { try? folder.remove(StarWish.socket) }
        await withTaskCancellationHandler {
            var limit = WishLimit<Void>()
            while let call = await listener.next({ Call($0) }) {
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

    /// A message, and the connection that waits for its answer.
    private struct Call: Sendable {
        let message: [UInt8]
        let socket: LocalSocket

        /// `nil` where another user calls, or nobody says anything.
        init?(_ connection: LocalSocket) {
            // A client that says nothing holds up the others for no longer.
            connection.limit(.seconds(1))
            // With the one byte more, a message that is too long shows that it is.
            guard let user = connection.peer?.user, user == geteuid() || user == 0,
                let message = connection.receive(atMost: StarWish.longest + 1)
            else { return nil }
            (self.message, socket) = (message, connection)
        }
    }
}
