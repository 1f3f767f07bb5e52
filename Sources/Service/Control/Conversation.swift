package import Folder
internal import JSON

/// A connection to the control socket, at either end. It waits on a thread of its own.
package actor Conversation {
    private nonisolated let socket: LocalSocket
    private nonisolated let thread = FileThread()

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    package init(_ socket: LocalSocket) {
        self.socket = socket
    }

    package nonisolated var peer: LocalSocket.Peer? { socket.peer }

    /// Ends every wait on the socket.
    package nonisolated func stop() {
        socket.stop()
    }

    /// Limits how long the other end may keep silent, or leave unread what is sent.
    package nonisolated func limit(_ time: Duration) {
        socket.limit(time)
    }

    /// `nil` when the other end is gone, keeps silent for too long, or sends no such message.
    package func receive<Message: Decodable & Sendable>(_ type: Message.Type, atMost limit: Int = 1 << 26) -> Message? {
        var bytes: [UInt8] = []
        while let part = socket.receive(), let mark = part.first {
            bytes += part.dropFirst()
            if mark == Self.last { return try? JSONFile.decode(type, from: bytes) }
            // An empty part that is not the last is refused: such parts never reach the limit.
            if part.count == 1 || bytes.count > limit { return nil }
        }
        return nil
    }

    /// Takes one part of a message and drops it.
    func ignore() {
        _ = socket.receive()
    }

    @discardableResult
    package func send(_ message: some Encodable & Sendable) -> Bool {
        guard let bytes = try? JSONFile.encode(message) else { return false }
        var rest = bytes[...]
        repeat {
            let part = rest.prefix(Self.part)
            rest = rest.dropFirst(Self.part)
            guard socket.send([rest.isEmpty ? Self.last : Self.more] + part) else { return false }
        } while !rest.isEmpty
        return true
    }

    /// A message may be longer than the system sends at once; each part says whether there is more.
    private static let (last, more) = (UInt8(ascii: "."), UInt8(ascii: "+"))
    private static let part = 32 * 1_024
}
