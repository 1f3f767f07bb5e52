internal import Days
internal import MirrorTree
internal import Service
internal import Settings

/// Prints where the mirror is, what it holds, today's picture, and what comes next.
struct Overview: SessionAction {
    static let row = Command(
        name: "", help: "where the mirror is, how many pictures it holds, and today's",
        action: { _ in Overview() })

    func run(_ session: Session) async throws -> ExitCode {
        let tree: Tree
        do {
            tree = try session.tree()
        } catch let error as RootError {
            switch error {
            case .missing, .notMirror:
                session.output.line("There is no mirror in \(session.place) yet.")
                let reach =
                    switch session.configuration.history {
                    case .month, .year, .days: "the last \(session.configuration.history)"
                    case .all: "everything since 1995"
                    case .since(let day): "everything since \(day)"
                    }
                session.output.line("To make it and fetch \(reach): apod-mirror sync --create\(session.sameOptions)")
                return .root
            default: throw error
            }
        }
        let listing = try tree.listing()
        let usage = try tree.usage(listing)
        session.output.line(
            "\(session.place): \(Quantity.plural(usage.pictures, "picture")), "
                + "\(Quantity.bytes(Int(usage.bytes))), since \(Quantity.date(tree.identity.start))")
        if let newest = listing.presentDays.last, let metadata = try tree.metadata(newest) {
            let name = newest == session.today() ? "Today" : "Newest"
            session.output.line(
                "\(name): \(metadata.title) (\(newest == session.today() ? newest.description : Quantity.date(newest)))"
            )
        }
        if let report = try tree.passReport, let failure = report.failure {
            session.output.line("The last sync failed, \(LocalTime.system.text(report.ended)): \(failure)")
        }
        for (day, reason) in tree.waiting(listing).sorted(by: { $0.key > $1.key }) {
            session.output.line("Pending: \(day), \(reason)")
        }
        if let count = try tree.favoritesRecord()?.favorites.count, count > 0 {
            session.output.line(Quantity.plural(count, "favorite"))
        }
        if case .status(let status)? = try? await DaemonClient(session: session).status(of: tree) {
            if let next = status.sync.next { session.output.line("Next sync: \(LocalTime.system.text(next))") }
        } else {
            session.output.line("To fetch what is new: apod-mirror sync\(session.sameOptions)")
        }
        return .fine
    }
}

/// Tells the state of daemon and mirror as the daemon reports it; without a daemon, the mirror's state on disk.
struct ShowStatus: SessionAction {
    var json = false

    static let row = Command(
        name: "status", options: [.json], help: "how the daemon and the mirror are",
        details: "The exit code is 0 when all is well, 1 when not, and 3 when all is well and no daemon runs.",
        action: { ShowStatus(json: $0.has(.json)) })

    func run(_ session: Session) async throws -> ExitCode {
        let tree = try session.tree()
        let answer: DaemonClient.Answer
        do {
            answer = try await DaemonClient(session: session).status(of: tree)
        } catch let refusal as DaemonRefusal {
            session.output.complain(refusal.description)
            return ExitCode(rawValue: refusal.code) ?? .notAllWell
        }
        switch answer {
        case .status(let status):
            try show(status, of: tree, session)
            return status.isWell ? .fine : .notAllWell
        case .nobody:
            if !json {
                session.output.line(
                    "No daemon runs for \(session.place). To start it: apod-mirror daemon\(session.sameOptions)")
            }
            let status = try MirrorStatus(
                of: tree, session.configuration, today: session.today(), sourceRemedy: session.sourceRemedy)
            try show(status, of: tree, session)
            return status.isWell ? .noDaemon : .notAllWell
        case .silence(let process):
            var status = try MirrorStatus(
                of: tree, session.configuration, today: session.today(), sourceRemedy: session.sourceRemedy)
            let daemon = process.map { "The daemon (process \($0))" } ?? "The daemon"
            status.troubles.insert(
                "\(daemon) stands still: it has not answered within a second. If it stays so, start it anew.", at: 0)
            try show(status, of: tree, session)
            return .notAllWell
        }
    }

    private func show(_ status: MirrorStatus, of tree: Tree, _ session: Session) throws {
        var status = status
        status.addSums(of: tree)
        if json { return session.output.text(try JSONText.lines(status)) }
        let text = StatusText(
            status: status, local: .system, place: session.place, options: session.sameOptions)
        session.output.lines(text.lines)
    }
}
