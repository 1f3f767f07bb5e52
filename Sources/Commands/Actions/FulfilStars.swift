internal import Days
internal import Folder
internal import Glibc
internal import HTTP
internal import Service
internal import Serving
internal import Settings

extension Session {
    private var starPlaces: StarPlaces {
        StarPlaces(environment: process.environment, user: UserAccount.name(ofUser: geteuid()))
    }

    /// serve's part: it takes stars from its page and hands them on to the star's process.
    ///
    /// - Parameter isAsked: Whether a person has called serve, and learns at once what is missing.
    func starDesk(_ origins: Origins, isAsked: Bool) async -> StarDesk {
        let client = StarClient(starPlaces, root: configuration.mirror)
        if isAsked, await !client.isThere() {
            log.warning(
                "No process takes stars yet, so none is changed: apod-mirror setup --favorites-by-web starts one, and "
                    + "so does apod-mirror star\(sameOptions).")
        }
        return StarDesk(origins: origins, warn: { [log] in log.warning($0) }) { await client.ask($0) }
    }

    /// The star's process: passes each wish on to the daemon, and does nothing else.
    ///
    /// - Parameter given: The socket that systemd holds, if it does. Then the process ends when no wish has come for a
    ///   minute.
    func fulfilStars(_ given: ListeningSocket?) async throws -> ExitCode {
        let listener = try StarListener(starPlaces, passed: given?.descriptor)
        let endings = Signals.stream(Signals.ending)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in endings { return } }
            group.addTask {
                var idleSince = ContinuousClock.now
                while !Task.isCancelled, given == nil || ContinuousClock.now < idleSince + .seconds(60) {
                    guard let call = await listener.next() else { continue }
                    let outcome = await DaemonClient(session: self).carryOut(call.message)
                    call.answer(outcome)
                    // A sandbox that was made before the daemon's folder never sees that.
                    if outcome == .noDaemon, given != nil { return }
                    idleSince = .now
                }
            }
            await group.next()
            group.cancelAll()
        }
        return .fine
    }
}

extension DaemonClient {
    /// The time within which the daemon is to answer; it waits itself for a folder that is not settled.
    private static let starPatience = Duration.seconds(9)

    /// Has the daemon carry a wish out. It is the daemon of this process's mirror, and that has to be the one that is meant.
    fileprivate func carryOut(_ message: StarMessage) async -> StarOutcome {
        let complaint: String
        do {
            let reply = try await self.reply(
                to: .favorite(message.wish.day, isWanted: message.wish.isWanted), of: message.mirror,
                within: Self.starPatience)
            switch reply {
            case .word(let word): return StarOutcome(line: word) ?? .late
            case .complaint(let text): complaint = text
            case .nobody: return .noDaemon
            case .silence: return .late
            }
        } catch {
            complaint = "\(error)"
        }
        let name = "apod-mirror: "
        return .refused(complaint.hasPrefix(name) ? String(complaint.dropFirst(name.count)) : complaint)
    }
}
