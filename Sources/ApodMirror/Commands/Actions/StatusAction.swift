internal import Folder

extension Session {
    /// How the daemon and its mirror are, as it says itself.
    func status(json: Bool) async throws -> ExitCode {
        let tree = try Tree.open(configuration.mirror)
        guard let status = try await daemonStatus(tree) else {
            if json {
                output.line("{}")
            } else {
                output.line(
                    "No daemon runs for \(shown(configuration.mirror)). To start it: apod-mirror daemon\(sameOptions)")
            }
            return .noDaemon
        }
        if json {
            output.text(try JSONText.lines(status))
        } else {
            let text = StatusText(
                status: status, local: .system, place: shown(configuration.mirror), options: sameOptions)
            text.lines.forEach { output.line($0) }
        }
        return status.isWell ? .fine : .notAllWell
    }

    /// What the daemon says of itself; `nil` where none runs.
    func daemonStatus(_ tree: Tree) async throws -> MirrorStatus? {
        guard let conversation = try daemonConversation(tree) else { return nil }
        await conversation.send(errand(.status))
        while let reply = await conversation.receive(Reply.self) {
            switch reply {
            case .status(let status): return status
            case .ended(ExitCode.root.rawValue): throw DaemonForeign()
            case .line, .complaint, .event, .received, .ended: break
            }
        }
        throw DaemonSilent(path: configuration.mirror)
    }

    /// Has the daemon carry out an order, and shows what it says.
    func askDaemon(_ order: Order) async throws -> ExitCode {
        guard let conversation = try daemonConversation(try Tree.open(configuration.mirror)) else {
            throw RootError.locked(path: configuration.mirror)
        }
        let errand = errand(order)
        return try await display(whenInterrupted: "Left. The daemon goes on with it.") {
            [path = configuration.mirror] say in
            try await withTaskCancellationHandler {
                await conversation.send(errand)
                while let reply = await conversation.receive(Reply.self) {
                    if case .ended(let code) = reply { return ExitCode(rawValue: code) ?? .notAllWell }
                    say(reply)
                }
                throw DaemonSilent(path: path)
            } onCancel: {
                conversation.stop()
            }
        }
    }

    /// `nil` where no daemon is to be met.
    private func daemonConversation(_ tree: Tree) throws -> Conversation? {
        guard let runtime = try RuntimeFolder(of: tree) else { return nil }
        do {
            guard let folder = try Folder.open(runtime.path) else { return nil }
            return Conversation(try LocalSocket.connect(ControlSocket.name, in: folder))
        } catch let error as FolderError where error.isNotWritable {
            throw DaemonForeign()
        } catch is SocketError {
            return nil
        }
    }
}

/// Another user's daemon.
struct DaemonForeign: Error, CustomStringConvertible {
    let description = "Only the user who runs the daemon, and root, may ask it."
}

struct DaemonSilent: Error, CustomStringConvertible {
    let path: String

    var description: String { "The daemon that keeps \(path) ended before it had answered." }
}
