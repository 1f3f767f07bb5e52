internal import Days
internal import Folder
internal import Glibc
package import HTTP

/// Answers until a signal ends it or, where systemd holds the socket and starts it again, nobody has asked for a while.
///
/// It only ever reads: what it serves is the mirror as it lies there, and between visits nothing of it is open.
package struct Serving: Sendable {
    package let socket: ListeningSocket
    package let site: Site
    /// For how long it waits for the next visit; for ever where there is none.
    package let idle: Duration?

    package init(socket: ListeningSocket, site: Site, idle: Duration?) {
        self.socket = socket
        self.site = site
        self.idle = idle
    }

    package func run() async throws {
        let came = Bell()
        let server = try HTTPServer(on: socket) {
            came.ring()
        } respond: { [site] in
            site.answer($0)
        }
        while true {
            if server.connections > 0 {
                try await Pause().wait(for: .seconds(1))
                server.endLate()
            } else {
                site.cache.letGo()
                guard try await isVisited(came) || server.connections > 0 else { break }
            }
        }
        // Whoever knocks from now on waits at systemd's socket for the next start.
        server.turnAway()
        while server.connections > 0 {
            try await Pause().wait(for: .milliseconds(100))
            server.endLate()
        }
    }

    /// `false` when nobody came in time.
    private func isVisited(_ came: Bell) async throws -> Bool {
        guard let idle else {
            try await came.wait()
            return true
        }
        return try await came.wait(or: { try await Pause().wait(for: idle) })
    }
}
