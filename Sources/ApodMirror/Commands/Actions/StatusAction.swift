internal import Folder

extension Session {
    /// How the daemon and its mirror are, as it says itself.
    func status(json: Bool) async throws -> ExitCode {
        let tree = try Tree.open(configuration.mirror)
        let answer: MirrorStatus?
        do {
            answer = try await daemonStatus(tree)
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
            text.lines.forEach { output.line($0) }
        }
        return answer == nil ? .noDaemon : status.isWell ? .fine : .notAllWell
    }

    /// What the daemon says of itself; `nil` where none runs.
    func daemonStatus(_ tree: Tree) async throws -> MirrorStatus? {
        guard let conversation = try daemonConversation(tree) else { return nil }
        // One that stands still is not waited for.
        conversation.limit(.seconds(10))
        await conversation.send(errand(.status, tree))
        var complaint: String?
        while let reply = await conversation.receive(Reply.self) {
            switch reply {
            case .status(let status): return status
            case .ended(ExitCode.noDaemon.rawValue): return nil
            case .ended(let code): throw DaemonRefusal(description: complaint ?? "", code: code)
            case .complaint(let text): complaint = text
            case .line, .event, .received: break
            }
        }
        throw DaemonSilent(path: configuration.mirror)
    }

    /// Has the daemon carry out an order, and shows what it says.
    func askDaemon(_ order: Order) async throws -> ExitCode {
        let tree = try Tree.open(configuration.mirror)
        guard let conversation = try daemonConversation(tree) else {
            throw RootError.locked(path: configuration.mirror)
        }
        let errand = errand(order, tree)
        return try await display(whenInterrupted: "Left. The daemon goes on with it.") {
            [path = configuration.mirror] say in
            try await withTaskCancellationHandler {
                await conversation.send(errand)
                while let reply = await conversation.receive(Reply.self) {
                    switch reply {
                    case .ended(ExitCode.noDaemon.rawValue): throw RootError.locked(path: path)
                    case .ended(let code): return ExitCode(rawValue: code) ?? .notAllWell
                    default: say(reply)
                    }
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
            let conversation = Conversation(try LocalSocket.connect(ControlSocket.name, in: folder))
            // What another user put there is not spoken to.
            let owner = try tree.root.status(Tree.own.appending("lock"))?.owner
            return conversation.peer.map { $0.user == owner || $0.user == 0 } == true ? conversation : nil
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

/// What a daemon said instead of its status.
struct DaemonRefusal: Error, CustomStringConvertible {
    let description: String
    let code: Int32
}

struct DaemonSilent: Error, CustomStringConvertible {
    let path: String

    var description: String { "The daemon that keeps \(path) ended before it had answered." }
}
