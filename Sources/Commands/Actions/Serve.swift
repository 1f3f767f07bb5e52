internal import Days
internal import Folder
internal import Glibc
internal import HTTP
internal import MirrorTree
internal import NASA
internal import Service
internal import Serving
internal import Settings
internal import Setup

/// The wish to answer for the mirror: where, and what of it.
struct ServeRequest: Equatable, Sendable {
    /// The address to listen at; `nil` for the usual one or for systemd's socket.
    var listen: SocketAddress?
    /// The URL of a proxy in front of the server.
    var publicURL: String?
    /// Whether pages show which days are favorites, and the names of albums.
    var tellsFavorites = true
    /// Whether the gallery's page may have the daemon make and end favorites.
    var takesStars = false
}

extension Session {
    /// Answers for the mirror: NASA's old API, the gallery and feeds.
    ///
    /// - Parameter given: The socket that systemd holds, if it does.
    func serve(_ request: ServeRequest, _ given: ListeningSocket?) async throws -> ExitCode {
        let socket = try given ?? ListeningSocket(request.listen ?? ServePlan.usual)
        // A person learns at once of a missing mirror; at systemd's socket, each client does.
        if given == nil { _ = try Tree.open(configuration.mirror) }
        DescriptorLimit.raise()
        let origins = Origins(publicURL: request.publicURL, takesStars: request.takesStars)
        let star = request.takesStars ? await starDesk(origins, isAsked: given == nil) : nil
        let site = Site(
            root: configuration.mirror, origins: origins, tellsFavorites: request.tellsFavorites, star: star
        ) {
            LocalTime.eastern.day(at: .now)
        }
        let serving = Serving(socket: socket, site: site, idle: given == nil ? nil : .seconds(60))
        let endings = Signals.stream(Signals.ending)
        if given == nil {
            log.info("apod-mirror serves \(configuration.mirror) at http://\(socket.address)/ and \(APIPaths.shown).")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await serving.run() }
            group.addTask { for await _ in endings { return } }
            defer { group.cancelAll() }
            try await group.next()
        }
        return .fine
    }

    /// The desk that takes stars from the page and hands them on to the daemon.
    ///
    /// - Parameter isAsked: Whether a person has called serve, and learns at once what is missing.
    private func starDesk(_ origins: Origins, isAsked: Bool) async -> StarDesk {
        let client = StarClient(root: configuration.mirror)
        if isAsked, await !client.isHeard() {
            log.warning("No daemon takes stars yet, so none is changed: apod-mirror daemon\(sameOptions) does.")
        }
        return StarDesk(origins: origins, warn: { [log] in log.warning($0) }) { await client.ask($0) }
    }
}
