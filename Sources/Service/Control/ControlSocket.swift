package import Folder
internal import Glibc
package import Settings

/// The socket where commands meet the daemon. The daemon's user and root may ask; other users are told so.
package struct ControlSocket: Sendable {
    let folder: Folder
    package static let name: FilePath = "control"

    /// Carries a request out, sends its replies and returns the exit code.
    let carryOut: @Sendable (ControlRequest, @escaping @Sendable (Reply) -> Void) async -> ExitCode

    /// Throws when it is cancelled, or when the socket fails.
    func run() async throws {
        let listener = SocketListener(try LocalSocket.listen(Self.name, in: folder))
        defer { try? folder.remove(Self.name) }
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                let (ours, others, late) = (Room(16), Room(1), Room(16))
                while let conversation = await listener.next({ Conversation($0) }) {
                    // Other users have a slot of their own, so that they cannot crowd out the daemon's user.
                    let isOurs = conversation.peer.map { $0.user == geteuid() || $0.user == 0 } ?? false
                    let room = isOurs ? ours : others
                    guard room.enter() else { continue }
                    group.addTask {
                        if isOurs { return await talk(conversation, in: room, thenIn: late) }
                        await refuse(conversation)
                        room.leave()
                    }
                }
                group.cancelAll()
            }
        } onCancel: {
            listener.stop()
        }
        try Task.checkCancellation()
        throw ControlError(path: folder.path)
    }

    /// Slots for conversations, each of which has a thread. A client that finds none free sees the connection close.
    private final class Room: Sendable {
        private let free: Monitor<Int>

        init(_ places: Int) {
            free = Monitor(places)
        }

        func enter() -> Bool {
            free.withLock { free in
                guard free > 0 else { return false }
                free -= 1
                return true
            }
        }

        func leave() {
            free.withLock { $0 += 1 }
        }
    }

    private func refuse(_ conversation: Conversation) async {
        conversation.limit(.seconds(1))
        // An end that closes with something unread takes back its reply, so the request is read first.
        await conversation.ignore()
        let failure = Failure(DaemonForeign())
        await conversation.send(Reply.complaint(failure.sentence))
        await conversation.send(Reply.ended(failure.exitCode.rawValue))
    }

    /// - Parameters:
    ///   - room: the client's slot, until its request is carried out.
    ///   - late: the slots of clients that have not read the end of theirs by then, and keep no others from being heard.
    private func talk(_ conversation: Conversation, in room: Room, thenIn late: Room) async {
        conversation.limit(.seconds(10))
        await withTaskCancellationHandler {
            guard let request = await conversation.receive(ControlRequest.self, atMost: 1 << 20) else {
                return room.leave()
            }
            // A client that was stopped reads on when it is continued, however long that takes.
            conversation.limit(.zero)
            let replies = ReplyQueue()
            let isLate = await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await send(replies, to: conversation)
                    // A client that went away gets no more replies; its request is carried out all the same.
                    replies.close()
                }
                // The client learns at once that the daemon hears it.
                replies.add(.received(0))
                replies.add(.ended(await carryOut(request) { replies.add($0) }.rawValue))
                replies.close()
                let isLate = late.enter()
                if isLate { room.leave() }
                return isLate
            }
            (isLate ? late : room).leave()
        } onCancel: {
            conversation.stop()
        }
    }

    private func send(_ replies: ReplyQueue, to conversation: Conversation) async {
        while let waiting = await replies.next() {
            for reply in waiting where await !conversation.send(reply) { return }
        }
    }

}

struct ControlError: Error, CustomStringConvertible {
    let path: String

    var description: String { "The control socket in \(path) failed." }
}

/// The daemon is another user's.
package struct DaemonForeign: ExitCoded, CustomStringConvertible {
    package init() {}

    package let description = "Only the user who runs the daemon, and root, may ask it."

    package var exitCode: ExitCode { .root }
}
