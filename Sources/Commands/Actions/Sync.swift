internal import Days
internal import MirrorTree
internal import Refresh
internal import Service
internal import Settings

/// Makes a pass over NASA, shown while it runs and summed up at its end.
struct Sync: SessionAction {
    var since: Day?
    var until: Day?
    /// Other mirrors that give what NASA does not.
    var mirrors: [String] = []
    /// Whether to make the mirror first where there is none.
    var create = false
}

extension Sync {
    static let row = Command(
        name: "sync", options: [.since, .until, .from, .create], help: "fetches what is missing",
        details: """
            One pass over all days of the mirror, newest first. Pictures that were deleted come back; what is \
            there already is not fetched again. --create takes a missing or an empty folder, or a mirror that lost \
            its .apod-mirror; it changes nothing where there is a mirror. A daemon that has the mirror makes the pass, by \
            its own settings: a longer --history counts from then on, another setting named here is refused. With --from \
            another mirror, a folder or what apod-mirror serve answers at an address, gives the days that NASA does not; \
            their JSON names it as their source, and what NASA says later still counts.
            """,
        action: Sync.init)

    init(_ words: CommandWords) throws(UsageError) {
        (since, until) = (try words.day(.since), try words.day(.until))
        if let since, let until, since > until { throw words.error("--since \(since) is after --until \(until).") }
        (mirrors, create) = (words.all(.from), words.has(.create))
    }

    func run(_ session: Session) async throws -> ExitCode {
        if create { try session.makeMirror() }
        let others = OtherMirrors(places: mirrors.map(session.wholePlace))
        return try await session.perform(.fetch(since: since, until: until, from: others))
    }
}

extension Session {
    /// An address as it is, and a folder's path as one from the root.
    func wholePlace(_ place: String) -> String {
        if Peer.site(place) != nil { return place }
        return (try? AbsolutePath(home: process.home, directory: process.workingDirectory).reading(place)) ?? place
    }

    fileprivate func makeMirror() throws {
        let outcome: RootCreation.Outcome
        do {
            outcome = try RootCreation.create(
                configuration.mirror, start: configuration.history.startDay(today: today()))
        } catch RootError.othersMirror(let path, let owner, _) {
            throw othersMirror(path, owner)
        }
        switch outcome {
        case .made where !isQuiet: output.line("Made a new mirror in \(place).")
        case .restored where !isQuiet:
            output.line("\(place) is a mirror again; its pictures were left as they are.")
        case .made, .restored, .unchanged: break
        }
    }
}
