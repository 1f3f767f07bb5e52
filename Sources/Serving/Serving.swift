internal import Folder
internal import Glibc
package import HTTP
package import Settings

/// Answers until a signal ends it or, where systemd holds the socket and starts it again, no client has come for a
/// while.
///
/// Serving only reads: it sends the mirror as it lies there, and has nothing of it open while no client is connected.
package struct Serving: Sendable {
    package let socket: ListeningSocket
    package let site: Site
    /// The time to wait for the next client; `nil` to wait for ever.
    package let idle: Duration?

    package init(socket: ListeningSocket, site: Site, idle: Duration?) {
        self.socket = socket
        self.site = site
        self.idle = idle
    }

    package func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await answer() }
            if let star = site.star { group.addTask { await star.run() } }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func answer() async throws {
        let came = Bell()
        let server = try HTTPServer(on: socket) {
            came.ring()
        } react: { [site] in
            site.react(to: $0)
        }
        let isIdle = (try? await answer(by: server, whoever: came)) != nil
        // A client that connects from now on waits at systemd's socket for the next start.
        server.turnAway()
        // On a thread that no cancellation ends.
        await withCheckedContinuation { continuation in
            DedicatedThread.start("see out") {
                Self.seeOut(server, within: isIdle ? nil : Self.patience)
                continuation.resume()
            }
        }
    }

    /// How long a signal waits for those who were let in: systemd kills a service after ten seconds.
    private static let patience: Duration = .seconds(5)

    /// Returns when no client has come for a while, and throws where it is cancelled.
    private func answer(by server: HTTPServer, whoever came: Bell) async throws {
        while true {
            if server.connections > 0 {
                try await Pause().wait(for: .seconds(1))
                server.endLate()
            } else {
                site.cache.letGo()
                guard try await isVisited(came) || server.connections > 0 else { return }
            }
        }
    }

    /// Answers those who were let in, for so long.
    private static func seeOut(_ server: HTTPServer, within time: Duration?) {
        let end = time.map { ContinuousClock.now + $0 }
        while server.connections > 0, end.map({ .now < $0 }) ?? true {
            server.endLate()
            server.endResting()
            usleep(50_000)
        }
    }

    /// `false` when no client came in time.
    private func isVisited(_ came: Bell) async throws -> Bool {
        guard let idle else {
            try await came.wait()
            return true
        }
        return try await came.wait(or: { try await Pause().wait(for: idle) })
    }
}

extension ListeningError: ExitCoded {
    package var exitCode: ExitCode { .unavailable }
}
