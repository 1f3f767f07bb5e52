internal import Days
internal import MirrorTree
internal import Service
internal import Settings
internal import Words

/// The bare command: where the mirror is, what it holds, today's picture, and what comes next.
struct OverviewAction: Action {
    func run(_ call: Call) async throws -> ExitCode {
        try await call.session().overview()
    }
}

extension Session {
    fileprivate func overview() async throws -> ExitCode {
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
        for (day, reason) in tree.waiting(listing).sorted(by: { $0.key > $1.key }) {
            output.line("Pending: \(day), \(reason)")
        }
        if let count = try tree.favoritesRecord()?.favorites.count, count > 0 {
            output.line(Quantity.plural(count, "favorite"))
        }
        if case .status(let status)? = try? await DaemonClient(session: self).status(of: tree) {
            if let next = status.sync.next { output.line("Next look: \(LocalTime.system.text(next))") }
        } else {
            output.line("To fetch what is new: apod-mirror sync\(sameOptions)")
        }
        return .fine
    }
}
