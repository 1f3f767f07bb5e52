/// How the daemon and its mirror are, as it says itself.
struct StatusAction: Action {
    var json: Bool

    func run(_ call: Call) async throws -> ExitCode {
        try await call.session().status(json: json)
    }
}

extension Session {
    fileprivate func status(json: Bool) async throws -> ExitCode {
        let tree = try Tree.open(configuration.mirror)
        let answer: MirrorStatus?
        do {
            answer = try await DaemonClient(session: self).status(of: tree)
        } catch let refusal as DaemonRefusal {
            output.complain(refusal.description)
            return ExitCode(rawValue: refusal.code) ?? .notAllWell
        }
        let status = try answer ?? MirrorStatus(of: tree, configuration, today: today())
        if json {
            output.text(try JSONText.lines(status))
        } else {
            if answer == nil {
                output.line(
                    "No daemon runs for \(shown(configuration.mirror)). To start it: apod-mirror daemon\(sameOptions)")
            }
            let text = StatusText(
                status: status, local: .system, place: shown(configuration.mirror), options: sameOptions)
            output.lines(text.lines)
        }
        return answer == nil ? .noDaemon : status.isWell ? .fine : .notAllWell
    }
}
