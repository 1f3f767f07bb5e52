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

/// Answers for the mirror: NASA's old API, the gallery and feeds.
struct ServeAction: Action {
    /// The address to listen at; `nil` for the usual one or for systemd's socket.
    var listen: SocketAddress?
    /// The URL of a proxy in front of the server.
    var publicURL: String?
    /// Whether pages show which days are favorites, and the names of albums.
    var tellsFavorites = true

    func run(_ call: Call) async throws -> ExitCode {
        try await call.session().serve(self, call.socket)
    }
}

extension Session {
    /// - Parameter given: The socket that systemd holds, if it does.
    fileprivate func serve(_ action: ServeAction, _ given: ListeningSocket?) async throws -> ExitCode {
        let socket = try given ?? ListeningSocket(action.listen ?? ServePlan.usual)
        // A person learns at once of a missing mirror; at systemd's socket, each client does.
        if given == nil { _ = try Tree.open(configuration.mirror) }
        DescriptorLimit.raise()
        let origins = Origins(publicURL: action.publicURL)
        let site = Site(root: configuration.mirror, origins: origins, tellsFavorites: action.tellsFavorites) {
            [eastern] in eastern.day(at: Int(Timestamp.now.seconds))
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
}

// MARK: - The command

extension Command {
    static let serve = Command(
        name: "serve", options: [.listen, .publicURL, .publicFavorites],
        help: "answers for the mirror: NASA's old API, the gallery, feeds",
        details: """
            Programs that read api.nasa.gov/planetary/apod read http://127.0.0.1:8095/planetary/apod instead; / is the \
            gallery, /feed.atom and /feed.json are for feed readers. It only reads, needs no daemon beside it, and stays in \
            the foreground until a signal ends it. ADDRESS 0.0.0.0 or [::] lets the whole network in, which then sees in the \
            gallery what is a favorite and what albums there are. With --public-url, which is for everybody, pages are made \
            without them, unless --favorites is there, too.
            """,
        action: { words throws(UsageError) in
            let listen = try words.values[CommandOption.listen.name].map { text throws(UsageError) in
                try words.address(text)
            }
            let publicURL = try words.publicURL()
            if words.has(.publicFavorites), publicURL == nil {
                throw words.error("--favorites goes with --public-url; without it favorites are shown.")
            }
            return ServeAction(
                listen: listen, publicURL: publicURL,
                tellsFavorites: publicURL == nil || words.has(.publicFavorites))
        })
}

extension CommandWords {
    func address(_ text: String) throws(UsageError) -> SocketAddress {
        guard let address = SocketAddress(text) else {
            throw error("“\(text)” is no address to listen at; write it as 127.0.0.1:8095 or [::1]:8095.")
        }
        return address
    }

    fileprivate func publicURL() throws(UsageError) -> String? {
        guard var text = values[CommandOption.publicURL.name] else { return nil }
        while text.hasSuffix("/") { text.removeLast() }
        let isURL = ["http://", "https://"].contains { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }
        let isSpelled = text.utf8.allSatisfy { $0 > UInt8(ascii: " ") && $0 < 0x7F && !"\"<>?#\\".utf8.contains($0) }
        guard isURL, isSpelled else {
            throw error("“\(text)” is no URL of a server; write it as https://apod.example.org.")
        }
        return text
    }
}
