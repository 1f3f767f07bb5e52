internal import Folder
internal import Glibc
internal import Synchronization

/// The connections that are open: how many, from where, and by when each has to have sent its request or taken its answer.
/// Without that time a request that drips in byte by byte keeps a socket busy for ever.
final class Connections: Sendable {
    /// How many connections there may be, in all and from one peer, and for how long a client may send nothing.
    struct Limits: Sendable {
        var total: Int
        var ofOnePeer: Int
        var idleSeconds: Int64
    }

    fileprivate struct State {
        var open: [CInt: Connection] = [:]
        var ofPeer: [Peer: Int] = [:]
    }

    private let limits: Limits
    private let hasRoomAgain: @Sendable () -> Void
    private let state = Monitor(State())

    /// An open connection. Its socket is not closed before ``Connections/forget(_:)``.
    final class Connection: Sendable {
        let socket: CInt
        fileprivate let peer: Peer?
        /// The deadline in milliseconds of the monotonic clock.
        private let deadline: Atomic<Int64>
        /// Between two requests: it has been answered, and has asked for nothing since.
        fileprivate let isResting = Atomic(false)

        fileprivate init(socket: CInt, peer: Peer?, deadline: Int64) {
            self.socket = socket
            self.peer = peer
            self.deadline = Atomic(deadline)
        }

        /// Its next request has begun.
        func resume() { isResting.store(false, ordering: .relaxed) }

        fileprivate var isOver: Bool { secondsLeft < 0 }

        fileprivate func extend(to time: Int64) { deadline.store(time, ordering: .relaxed) }

        /// Extends the deadline of an answer of unknown length by the time for its next piece on a slow line.
        func allow(_ bytes: Int64) { deadline.add(Self.milliseconds(for: bytes), ordering: .relaxed) }

        /// The time of so many bytes at 10 kB a second.
        fileprivate static func milliseconds(for bytes: Int64) -> Int64 { bytes / 10 }

        var secondsLeft: Int64 { (deadline.load(ordering: .relaxed) - Connections.now) / 1_000 }
    }

    /// - Parameter hasRoomAgain: called when a connection ends while there was no room for another.
    init(_ limits: Limits, hasRoomAgain: @escaping @Sendable () -> Void) {
        self.limits = limits
        self.hasRoomAgain = hasRoomAgain
    }

    var count: Int { state.withLock { $0.open.count } }

    var hasRoom: Bool { count < limits.total }

    /// Adds a connection that was just accepted; `false` where its peer has reached its limit.
    func admit(_ socket: CInt) -> Bool {
        let peer = Peer(of: socket)
        let connection = Connection(socket: socket, peer: peer, deadline: Self.now + limits.idleSeconds * 1_000)
        return state.withLock { state in
            // A connection that ended unseen had this descriptor before.
            if let former = state.open[socket] { state.remove(former) }
            if let peer {
                let count = state.ofPeer[peer, default: 0]
                guard count < limits.ofOnePeer else { return false }
                state.ofPeer[peer] = count + 1
            }
            state.open[socket] = connection
            return true
        }
    }

    func connection(_ socket: CInt) -> Connection? { state.withLock { $0.open[socket] } }

    /// To be called before the connection's socket is closed.
    func forget(_ connection: Connection) {
        let wasFull = state.withLock { state in
            let wasFull = state.open.count >= limits.total
            if state.open[connection.socket] === connection { state.remove(connection) }
            return wasFull
        }
        if wasFull { hasRoomAgain() }
    }

    /// Gives a connection the time that an answer takes on a slow line: ten minutes, and a second for each 10 kB.
    func answer(_ connection: Connection, bytes: Int64) {
        connection.extend(to: Self.now + 600_000 + Connection.milliseconds(for: bytes))
    }

    /// Gives a connection the time that a client may send nothing.
    func renew(_ connection: Connection) {
        connection.extend(to: Self.now + limits.idleSeconds * 1_000)
    }

    /// An answer was sent to its end.
    func rest(_ connection: Connection) {
        renew(connection)
        connection.isResting.store(true, ordering: .relaxed)
    }

    /// Ends connections between two requests. A request that has come by now is still read, and answered.
    func endResting() {
        state.withLock { state in
            for connection in state.open.values where connection.isResting.load(ordering: .relaxed) {
                shutdown(connection.socket, CInt(SHUT_RD))
            }
        }
    }

    func endLate() {
        state.withLock { state in
            for connection in state.open.values where connection.isOver {
                shutdown(connection.socket, CInt(SHUT_RDWR))
            }
        }
    }

    /// Milliseconds of the monotonic clock.
    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}

extension Connections.State {
    fileprivate mutating func remove(_ connection: Connections.Connection) {
        open[connection.socket] = nil
        guard let peer = connection.peer, let count = ofPeer[peer] else { return }
        ofPeer[peer] = count > 1 ? count - 1 : nil
    }
}

/// The origin of a connection, by which connections are counted: an IPv4 address, or the first half of an IPv6 address,
/// which is the network of one household. The second half is chosen by each of its machines.
struct Peer: Hashable, Sendable {
    private let network: UInt64
    private let isIPv6: Bool

    /// A name by which clients are told apart.
    var name: String { "\(isIPv6 ? 6 : 4)-\(String(network, radix: 16))" }

    /// A name of the network around the client, which may be all of one owner's: 256 addresses of IPv4, the fewest that are
    /// routed on their own, or those of IPv6 with the same 48 bits, the most that a provider gives to one customer.
    var networkName: String { "\(isIPv6 ? 6 : 4)-\(String(network >> (isIPv6 ? 16 : 8), radix: 16))" }

    /// `nil` for a connection that comes from no address.
    init?(of socket: CInt) {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let bytes = withUnsafeMutableBytes(of: &address) { storage -> [UInt8] in
            let isKnown = storage.withMemoryRebound(to: sockaddr.self) { getpeername(socket, $0.baseAddress, &length) }
            return isKnown == 0 ? Array(storage.prefix(Int(length))) : []
        }
        self.init(address: bytes, family: CInt(address.ss_family))
    }

    /// - Parameter address: as the system writes it, family and port included.
    init?(address: [UInt8], family: CInt) {
        func number(_ place: Range<Int>) -> UInt64 { address[place].reduce(0) { $0 << 8 | UInt64($1) } }
        switch family {
        case AF_INET where address.count >= 8:
            (network, isIPv6) = (number(4..<8), false)
        case AF_INET6 where address.count >= 24:
            // An IPv4 client of a dual-stack socket is written as ::ffff:192.0.2.1.
            let isMapped = number(8..<16) == 0 && number(16..<20) == 0xFFFF
            (network, isIPv6) = isMapped ? (number(20..<24), false) : (number(8..<16), true)
        default: return nil
        }
    }
}
