internal import Days
internal import Folder
internal import Glibc
internal import HTTP
internal import NASA

/// Answers for the mirror: NASA's old API, the gallery and feeds.
struct ServeAction: Action {
    /// Where it listens; systemd's socket where there is none.
    var listen: SocketAddress?
    /// What a proxy before it is reached by.
    var publicURL: String?

    func run(_ call: Call) async throws -> ExitCode {
        try await call.session().serve(listen, publicURL)
    }
}

extension Session {
    fileprivate func serve(_ listen: SocketAddress?, _ publicURL: String?) async throws -> ExitCode {
        let given = ListeningSocket(environment: surroundings.environment)
        let socket = try given ?? ListeningSocket(listen ?? ServePlan.usual)
        // A person is told at once; of systemd's socket, whoever asks.
        if given == nil { _ = try Tree.open(configuration.mirror) }
        let shelf = MirrorShelf(root: configuration.mirror)
        let site = Site(shelf: shelf, origins: Origins(publicURL: publicURL)) { [eastern] in
            eastern.day(at: Int(Timestamp.now.seconds))
        }
        let serving = Serving(socket: socket, shelf: shelf, site: site, idle: given == nil ? nil : .seconds(60))
        let endings = Signals.stream(Signals.ending)
        if given == nil {
            log.info("apod-mirror serves \(configuration.mirror) at http://\(socket.address)/ and \(APIDesk.paths[0]).")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await serving.run() }
            group.addTask { for await _ in endings { return } }
            defer { group.cancelAll() }
            try await group.next()
        }
        return .fine
    }
}
