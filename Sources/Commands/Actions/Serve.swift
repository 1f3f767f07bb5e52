internal import Days
internal import Folder
internal import Glibc
internal import HTTP
internal import Service
internal import Serving
internal import Settings
internal import Setup

/// Answers for the mirror: NASA's old API, the gallery and feeds.
struct Serve: Action {
    /// The address to listen at; `nil` for the usual one or for systemd's socket.
    var listen: SocketAddress?
    /// The URL of a proxy in front of the server.
    var publicURL: String?
    /// Whether pages show which days are favorites, and the names of albums.
    var tellsFavorites = true
    /// Whether the gallery's page may have the daemon make and end favorites.
    var takesStars = false
}

extension Serve {
    static let row = Command(
        name: "serve", options: [.listen, .publicURL, .publicFavorites, .favoritesByWeb],
        help: "answers for the mirror: NASA's old API, the gallery, feeds",
        details: """
            Programs that read api.nasa.gov/planetary/apod read http://127.0.0.1:8095/planetary/apod instead; / is the \
            gallery, /feed.atom and /feed.json are for feed readers. It only reads, needs no daemon beside it, and stays in \
            the foreground until a signal ends it. ADDRESS 0.0.0.0 or [::] lets the whole network in, which then sees in the \
            gallery what is a favorite and what albums there are. With --favorites-by-web whoever sees that may change it, too: \
            the star of a picture has the daemon make or remove the link in favorites/. It is opened by the machine's name or \
            address then: localhost shows no favorites, as it may be a proxy's word. With --public-url, which is for everybody, \
            pages are made without favorites, unless --favorites is there, too.
            """,
        action: Serve.init)

    init(_ words: CommandWords) throws(UsageError) {
        if let text = words.value(.listen) { listen = try words.address(text) }
        if let text = words.value(.publicURL) { publicURL = try words.server(text) }
        if words.has(.publicFavorites), publicURL == nil {
            throw words.error("--favorites goes with --public-url; without it favorites are shown.")
        }
        tellsFavorites = publicURL == nil || words.has(.publicFavorites)
        takesStars = try words.yesOrNo(.favoritesByWeb) ?? false
        if takesStars, publicURL != nil {
            throw words.error("--favorites-by-web is for a home network; it does not go with --public-url.")
        }
    }

    func run(_ call: Call) async throws -> ExitCode {
        let session = try call.session()
        let socket = try call.socket ?? ListeningSocket(listen ?? ServePlan.usual)
        // A person learns at once of a missing mirror; at systemd's socket, each client does.
        if call.socket == nil { _ = try session.tree() }
        DescriptorLimit.raise()
        let origins = Origins(publicURL: publicURL, takesStars: takesStars)
        let star = takesStars ? await starDesk(origins, session, isAsked: call.socket == nil) : nil
        let site = Site(
            root: session.configuration.mirror, origins: origins, tellsFavorites: tellsFavorites, star: star
        ) {
            LocalTime.eastern.day(at: .now)
        }
        let serving = Serving(socket: socket, site: site, idle: call.socket == nil ? nil : .seconds(60))
        let endings = Signals.stream(Signals.ending)
        if call.socket == nil {
            session.log.info(
                "apod-mirror serves \(session.configuration.mirror) at http://\(socket.address)/ and \(APIPaths.shown)."
            )
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
    private func starDesk(_ origins: Origins, _ session: Session, isAsked: Bool) async -> StarDesk {
        let client = StarClient(root: session.configuration.mirror)
        if isAsked, await !client.isHeard() {
            session.log.warning(
                "No daemon takes stars yet, so none is changed: apod-mirror daemon\(session.sameOptions) does.")
        }
        return StarDesk(origins: origins, warn: { [log = session.log] in log.warning($0) }) { await client.ask($0) }
    }
}
