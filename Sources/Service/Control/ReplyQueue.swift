internal import Folder

/// The replies to one client that are still to be sent. A client that does not read, such as one stopped by Ctrl-Z, holds up
/// neither the work nor other clients, and gets the end of its order when it reads again: only progress is dropped for it.
final class ReplyQueue: Sendable {
    private struct State {
        var replies: [Reply] = []
        var events = 0
        /// The place of the count of received bytes, of which the last one counts.
        var received: Int?
        var isClosed = false
    }

    private let state = Monitor(State())
    private let bell = Bell()
    /// More events than a client falls behind that reads, and some hundred kilobytes.
    static let mostEvents = 1_000

    /// Adds a reply, unless the queue is closed, or it is progress that the client would read much later.
    func add(_ reply: Reply) {
        state.withLock { state in
            if state.isClosed { return }
            switch reply {
            case .received:
                if let place = state.received {
                    state.replies[place] = reply
                    return
                }
                state.received = state.replies.count
            case .event:
                if state.events == Self.mostEvents { return }
                state.events += 1
            case .line, .complaint, .status, .ended: break
            }
            state.replies.append(reply)
        }
        bell.ring()
    }

    /// Ends the queue behind what is in it.
    func close() {
        state.withLock { $0.isClosed = true }
        bell.ring()
    }

    /// The replies that wait, in their order; `nil` when no more will come, or when the task is cancelled.
    func next() async -> [Reply]? {
        while true {
            let (replies, isClosed) = state.withLock { state in
                defer { (state.replies, state.events, state.received) = ([], 0, nil) }
                return (state.replies, state.isClosed)
            }
            if !replies.isEmpty { return replies }
            if isClosed { return nil }
            do { try await bell.wait() } catch { return nil }
        }
    }
}
