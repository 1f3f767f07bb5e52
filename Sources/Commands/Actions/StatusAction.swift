internal import MirrorTree
internal import Service
internal import Settings

/// Tells the state of daemon and mirror as the daemon reports it; without a daemon, the mirror's state on disk.
struct StatusAction: Action {
    var json: Bool

    func run(_ call: Call) async throws -> ExitCode {
        try await call.session().status(json: json)
    }
}

extension Session {
    fileprivate func status(json: Bool) async throws -> ExitCode {
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
            try tell(status, json: json)
            return status.isWell ? .fine : .notAllWell
        case .nobody:
            if !json {
                output.line(
                    "No daemon runs for \(shown(configuration.mirror)). To start it: apod-mirror daemon\(sameOptions)")
            }
            try tell(MirrorStatus(of: tree, configuration, today: today()), json: json)
            return .noDaemon
        case .silence(let process):
            var status = try MirrorStatus(of: tree, configuration, today: today())
            let daemon = process.map { "The daemon (process \($0))" } ?? "The daemon"
            status.troubles.insert(
                "\(daemon) stands still: it has not answered within a second. If it stays so, start it anew.", at: 0)
            try tell(status, json: json)
            return .notAllWell
        }
    }

    private func tell(_ status: MirrorStatus, json: Bool) throws {
        if json { return output.text(try JSONText.lines(status)) }
        let text = StatusText(
            status: status, local: .system, place: shown(configuration.mirror), options: sameOptions)
        output.lines(text.lines)
    }
}
