internal import Days
internal import MirrorTree
internal import Service
internal import Settings

extension Session {
    /// Prints where the mirror is, what it holds, today's picture, and what comes next.
    func overview() async throws -> ExitCode {
        let tree: Tree
        do {
            tree = try Tree.open(configuration.mirror)
        } catch let error as RootError {
            switch error {
            case .missing, .notMirror:
                output.line("There is no mirror in \(shown(configuration.mirror)) yet.")
                let reach =
                    switch configuration.history {
                    case .month, .year, .days: "the last \(configuration.history)"
                    case .all: "everything since 1995"
                    case .since(let day): "everything since \(day)"
                    }
                output.line("To make it and fetch \(reach): apod-mirror sync --create\(sameOptions)")
                return .root
            default: throw error
            }
        }
        let listing = try tree.listing()
        let usage = try tree.usage(listing)
        output.line(
            "\(shown(configuration.mirror)): \(Quantity.plural(usage.pictures, "picture")), "
                + "\(Quantity.bytes(Int(usage.bytes))), since \(Quantity.date(tree.identity.start))")
        if let newest = listing.presentDays.last, let metadata = try tree.metadata(newest) {
            let name = newest == today() ? "Today" : "Newest"
            output.line(
                "\(name): \(metadata.title) (\(newest == today() ? newest.description : Quantity.date(newest)))")
        }
        if let report = try tree.passReport, let failure = report.failure {
            output.line("The last sync failed, \(LocalTime.system.text(report.ended)): \(failure)")
        }
        for (day, reason) in tree.waiting(listing).sorted(by: { $0.key > $1.key }) {
            output.line("Pending: \(day), \(reason)")
        }
        if let count = try tree.favoritesRecord()?.favorites.count, count > 0 {
            output.line(Quantity.plural(count, "favorite"))
        }
        if case .status(let status)? = try? await DaemonClient(session: self).status(of: tree) {
            if let next = status.sync.next { output.line("Next sync: \(LocalTime.system.text(next))") }
        } else {
            output.line("To fetch what is new: apod-mirror sync\(sameOptions)")
        }
        return .fine
    }
}

extension Session {
    /// Tells the state of daemon and mirror as the daemon reports it; without a daemon, the mirror's state on disk.
    func status(json: Bool) async throws -> ExitCode {
        let tree = try Tree.open(configuration.mirror)
        let answer: DaemonClient.Answer
        do {
            answer = try await DaemonClient(session: self).status(of: tree)
        } catch let refusal as DaemonRefusal {
            output.complain(refusal.description)
            return ExitCode(rawValue: refusal.code) ?? .notAllWell
        }
        switch answer {
        case .status(let status):
            try show(status, of: tree, json: json)
            return status.isWell ? .fine : .notAllWell
        case .nobody:
            if !json {
                output.line(
                    "No daemon runs for \(shown(configuration.mirror)). To start it: apod-mirror daemon\(sameOptions)")
            }
            let status = try MirrorStatus(of: tree, configuration, today: today(), sourceRemedy: sourceRemedy)
            try show(status, of: tree, json: json)
            return status.isWell ? .noDaemon : .notAllWell
        case .silence(let process):
            var status = try MirrorStatus(of: tree, configuration, today: today(), sourceRemedy: sourceRemedy)
            let daemon = process.map { "The daemon (process \($0))" } ?? "The daemon"
            status.troubles.insert(
                "\(daemon) stands still: it has not answered within a second. If it stays so, start it anew.", at: 0)
            try show(status, of: tree, json: json)
            return .notAllWell
        }
    }

    private func show(_ status: MirrorStatus, of tree: Tree, json: Bool) throws {
        var status = status
        status.addSums(of: tree)
        if json { return output.text(try JSONText.lines(status)) }
        let text = StatusText(
            status: status, local: .system, place: shown(configuration.mirror), options: sameOptions)
        output.lines(text.lines)
    }
}
