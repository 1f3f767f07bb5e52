internal import Folder
internal import Glibc
internal import MirrorTree
internal import Settings

/// The places of the socket at which the star's process listens, the first that answers counts.
package struct StarPlaces: Sendable {
    package let folders: [String]
    static let socket: FilePath = "socket"

    /// The user's own systemd has it in `$XDG_RUNTIME_DIR`, the machine's in `/run`. Without either a person starts the
    /// process, whose place is the first here.
    package init(environment: [String: String], user: String) {
        let ofUser = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? "\($0)/apod-mirror-star" : nil }
        folders = [ofUser, "/run/apod-mirror-star/\(user)", ofUser == nil ? Self.shared : nil].compactMap(\.self)
        byHand = ofUser ?? Self.shared
    }

    /// The folder in which the process listens that a person starts.
    private let byHand: String
    private static var shared: String { "/tmp/apod-mirror-star-\(geteuid())" }

    /// The socket that systemd passed, or one by hand, closed to other users.
    func listen(_ passed: CInt?) throws -> LocalSocket {
        if let passed, let socket = LocalSocket(listeningAt: passed) { return socket }
        let path = FilePath(byHand)
        let above = try Folder.make(path.parent?.description ?? "/")
        let folder = try OwnFolder.make(path.name, in: above, isAboveShared: byHand == Self.shared)
        return try LocalSocket.listen(Self.socket, in: folder)
    }

    /// The star's process, or systemd in its place; `nil` where neither is there. What another user put there is left alone.
    func connect() -> LocalSocket? {
        for path in folders {
            guard let folder = try? Folder.open(path),
                let socket = try? LocalSocket.connect(Self.socket, in: folder, within: .seconds(1)),
                let user = socket.peer?.user, user == geteuid() || user == 0
            else { continue }
            return socket
        }
        return nil
    }
}

/// serve's way to the star's process. It waits on a thread of its own.
package actor StarClient {
    private let places: StarPlaces
    private let root: String
    private nonisolated let thread = FileThread()

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    /// - Parameter root: The mirror's root.
    package init(_ places: StarPlaces, root: String) {
        (self.places, self.root) = (places, root)
    }

    /// The time within which the star's process answers.
    static let patience = Duration.seconds(12)

    package func isThere() -> Bool { places.connect() != nil }

    package func ask(_ wish: StarWish) async -> StarOutcome {
        guard let mirror = (try? Tree.open(root))?.identity.id else {
            return .refused("The mirror is not there. Is its disk mounted?")
        }
        guard let socket = places.connect() else { return .noStar }
        socket.limit(Self.patience)
        return await withTaskCancellationHandler {
            guard socket.send(StarMessage(wish: wish, mirror: mirror).bytes), let line = socket.receive() else {
                return .late
            }
            return StarOutcome(line: String(decoding: line, as: UTF8.self)) ?? .late
        } onCancel: {
            socket.stop()
        }
    }
}

/// The star's process: waits for wishes on a thread of its own, one after the other.
package actor StarListener {
    private let socket: LocalSocket
    private nonisolated let thread = FileThread()

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    /// - Parameter passed: The descriptor of the socket that systemd passed, if it did.
    package init(_ places: StarPlaces, passed: CInt?) throws {
        socket = try places.listen(passed)
    }

    /// A wish, and the connection that waits for its outcome.
    package struct Call: Sendable {
        package let message: StarMessage
        private let socket: LocalSocket

        fileprivate init(_ message: StarMessage, _ socket: LocalSocket) {
            (self.message, self.socket) = (message, socket)
        }

        package func answer(_ outcome: StarOutcome) { socket.send(Array(outcome.line.utf8)) }
    }

    /// The next wish; `nil` where none comes within a second. Other users are not heard.
    package func next() -> Call? {
        guard let connection = socket.accept(within: .seconds(1)) else { return nil }
        connection.limit(.seconds(1))
        guard let user = connection.peer?.user, user == geteuid() || user == 0, let bytes = connection.receive() else {
            return nil
        }
        guard let message = StarMessage(bytes) else {
            connection.send(Array(StarOutcome.refused("This is no star.").line.utf8))
            return nil
        }
        return Call(message, connection)
    }
}
