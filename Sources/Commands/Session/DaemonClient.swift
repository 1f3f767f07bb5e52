internal import Folder
internal import Glibc
internal import MirrorTree
internal import Service
internal import Settings

/// A command's client for the daemon that has the mirror.
struct DaemonClient {
    let session: Session

    enum Answer: Sendable {
        case status(MirrorStatus)
        /// No daemon runs.
        case nobody
        /// A daemon has the mirror, and gave no sign within ``patience``.
        case silence(process: Int32?)
    }

    /// How long a daemon may take to give a sign; the work that it is asked for may take longer.
    static let patience = Duration.seconds(1)

    func status(of tree: Tree) async throws -> Answer {
        let conversation: Conversation
        do {
            guard let met = try self.conversation(tree) else { return .nobody }
            conversation = met
        } catch SocketError.timeUp {
            return .silence(process: nil)
        }
        var complaint: String?
        let answer: Answer? = try await converse(conversation, .status, tree) { reply in
            // The daemon has answered; a slow disk may delay its count of the mirror.
            conversation.limit(.seconds(10))
            switch reply {
            case .status(let status): return .status(status)
            case .ended(ExitCode.noDaemon.rawValue): return .nobody
            case .ended(let code): throw DaemonRefusal(description: complaint ?? "", code: code)
            case .complaint(let text): complaint = text
            case .line, .event, .received: break
            }
            return nil
        }
        if let answer { return answer }
        // The daemon may have ended while it was asked.
        guard let own = try tree.root.folder(Tree.own), try FileLock.isTaken("lock", in: own) else { return .nobody }
        return .silence(process: conversation.peer?.process)
    }

    /// Has the daemon carry out an order, and shows its replies.
    func carryOut(_ order: Order) async throws -> ExitCode {
        let tree = try session.tree()
        let path = session.configuration.mirror
        guard let conversation = try conversation(tree) else { throw RootError.locked(path: path) }
        conversation.limit(.zero)
        return try await session.display(whenInterrupted: "Left. The daemon goes on with it.") { say in
            try await withTaskCancellationHandler {
                var isHeard = false
                let code: ExitCode? = try await converse(conversation, order, tree) { reply in
                    isHeard = true
                    switch reply {
                    case .ended(ExitCode.noDaemon.rawValue): throw RootError.locked(path: path)
                    case .ended(let code): return ExitCode(rawValue: code) ?? .notAllWell
                    default: say(reply)
                    }
                    return nil
                }
                guard let code else { throw isHeard ? DaemonSilent.ended(path: path) : .unheard(path: path) }
                return code
            } onCancel: {
                conversation.stop()
            }
        }
    }

    /// Sends an order, and hands on each reply until one of them gives a result; `nil` where the daemon's end closes before.
    private func converse<Result>(
        _ conversation: Conversation, _ order: Order, _ tree: Tree, _ result: (Reply) throws -> Result?
    ) async throws -> Result? {
        await conversation.send(session.request(order, tree))
        while let reply = await conversation.receive(Reply.self) {
            if let result = try result(reply) { return result }
        }
        return nil
    }

    /// `nil` where no daemon can be reached.
    private func conversation(_ tree: Tree) throws -> Conversation? {
        guard let folders = try DaemonFolders(of: tree) else { return nil }
        do {
            guard let folder = try Folder.open(folders.control) else { return nil }
            let conversation = Conversation(
                try LocalSocket.connect(ControlSocket.name, in: folder, within: Self.patience))
            // Only a socket of the lock's owner or of root is used.
            let owner = try tree.root.status(Tree.own.appending("lock"))?.owner
            guard let user = conversation.peer?.user, user == owner || user == 0 else { return nil }
            // The daemon hears its own user and root only.
            guard geteuid() == user || geteuid() == 0 else { throw DaemonForeign() }
            return conversation
        } catch let error as FolderError where error.isNotWritable {
            throw DaemonForeign()
        } catch SocketError.timeUp(let path) {
            throw SocketError.timeUp(path: path)
        } catch is SocketError {
            return nil
        }
    }
}

/// A daemon's refusal to tell its status.
struct DaemonRefusal: Error, CustomStringConvertible {
    let description: String
    let code: Int32
}

/// The daemon's end of a conversation closed before it had carried out the order.
enum DaemonSilent: ExitCoded, CustomStringConvertible {
    /// The daemon ended in the middle of the order, as for an upgrade.
    case ended(path: String)
    /// The daemon gave no sign that it had read the order: one of an earlier version does not know every order.
    case unheard(path: String)

    var exitCode: ExitCode { .busy }

    var description: String {
        switch self {
        case .ended(let path):
            "The daemon that keeps \(path) ended before it had answered. What it did stays: give the command again."
        case .unheard(let path):
            "The daemon that keeps \(path) ended, or is of another version and does not know this order. Give the command "
                + "again; if that does not help, start the daemon anew first."
        }
    }
}
