internal import CMicroHTTPD
internal import Folder

/// The server's reaction to a request.
public enum HTTPReaction {
    /// An answer that is ready; `nil` breaks the connection off.
    case now(HTTPAnswer?)
    /// An answer that takes long, for a request without a body: the connection waits without a thread. The function only
    /// hands the work on.
    case later((PendingAnswer) -> Void)
}

/// The answer for which a connection waits. Where it is dropped without an answer, the connection ends.
public final class PendingAnswer: Sendable {
    private let connection: WaitingConnection
    private let room: WaitingRoom

    init(_ connection: WaitingConnection, in room: WaitingRoom) {
        (self.connection, self.room) = (connection, room)
    }

    deinit { room.end(connection, with: nil) }

    /// Sends the answer. Only the first counts.
    public func give(_ answer: HTTPAnswer?) { room.end(connection, with: answer) }
}

/// A connection that the library has been told to leave alone until its answer is there.
///
/// `@unchecked Sendable`: the library's handle may be used by any thread while the connection waits, and the answer is
/// written before the connection goes on, and read after that.
final class WaitingConnection: @unchecked Sendable {
    fileprivate let handle: OpaquePointer
    fileprivate(set) var answer: HTTPAnswer?

    init(_ handle: OpaquePointer) { self.handle = handle }
}

/// The connections that wait. None may do so when the library's threads are ended.
final class WaitingRoom: Sendable {
    private struct State {
        var waiting: [ObjectIdentifier: WaitingConnection] = [:]
        var isClosed = false
    }

    private let state = Monitor(State())

    /// `false` where the server is about to end.
    func admit(_ connection: WaitingConnection) -> Bool {
        state.withLock { state in
            if state.isClosed { return false }
            state.waiting[ObjectIdentifier(connection)] = connection
            MHD_suspend_connection(connection.handle)
            return true
        }
    }

    func end(_ connection: WaitingConnection, with answer: HTTPAnswer?) {
        state.withLock { state in
            guard state.waiting.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
            connection.answer = answer
            MHD_resume_connection(connection.handle)
        }
    }

    /// Ends all waits, without an answer.
    func close() {
        state.withLock { state in
            state.isClosed = true
            for connection in state.waiting.values { MHD_resume_connection(connection.handle) }
            state.waiting = [:]
        }
    }
}
