internal import Folder
internal import MirrorTree
internal import Service
internal import Settings

/// The daemon that has the mirror, as commands speak to it.
struct DaemonClient {
    let session: Session

    enum Answer: Sendable {
        case status(MirrorStatus)
        /// No daemon runs.
        case nobody
        /// One has the mirror, and gave no sign within ``patience``.
        case silence(process: Int32?)
    }

    /// How long a daemon may take to give a sign. What it is asked for may take longer.
    static let patience = Duration.seconds(1)

    /// What the daemon says of itself.
    func status(of tree: Tree) async throws -> Answer {
        let conversation: Conversation
        do {
            guard let met = try self.conversation(tree) else { return .nobody }
            conversation = met
        } catch SocketError.timeUp {
            return .silence(process: nil)
        }
        await conversation.send(session.errand(.status, tree))
        var complaint: String?
        while let reply = await conversation.receive(Reply.self) {
            // It lives; a disk that is slow may keep it from counting.
            conversation.limit(.seconds(10))
            switch reply {
            case .status(let status): return .status(status)
            case .ended(ExitCode.noDaemon.rawValue): return .nobody
            case .ended(let code): throw DaemonRefusal(description: complaint ?? "", code: code)
            case .complaint(let text): complaint = text
            case .line, .event, .received: break
            }
        }
        // It may have ended when it was asked.
        guard let own = try tree.root.folder(Tree.own), try FileLock.isTaken("lock", in: own) else { return .nobody }
        return .silence(process: conversation.peer?.process)
    }

    /// Has it carry out an order, and shows what it says.
    func carryOut(_ order: Order) async throws -> ExitCode {
        let tree = try Tree.open(session.configuration.mirror)
        guard let conversation = try conversation(tree) else {
            throw RootError.locked(path: session.configuration.mirror)
        }
        conversation.limit(.zero)
        let errand = session.errand(order, tree)
        return try await session.display(whenInterrupted: "Left. The daemon goes on with it.") {
            [path = session.configuration.mirror] say in
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
    private func conversation(_ tree: Tree) throws -> Conversation? {
        guard let runtime = try RuntimeFolder(of: tree) else { return nil }
        do {
            guard let folder = try Folder.open(runtime.path) else { return nil }
            let conversation = Conversation(
                try LocalSocket.connect(ControlSocket.name, in: folder, within: Self.patience))
            // What another user put there is not spoken to.
            let owner = try tree.root.status(Tree.own.appending("lock"))?.owner
            return conversation.peer.map { $0.user == owner || $0.user == 0 } == true ? conversation : nil
        } catch let error as FolderError where error.isNotWritable {
            throw DaemonForeign()
        } catch SocketError.timeUp(let path) {
            throw SocketError.timeUp(path: path)
        } catch is SocketError {
            return nil
        }
    }
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
