/// Holds answers up until somebody opens it. Whoever waits at it is told of, so that nobody has to guess.
public final class Gate: Sendable, Hashable {
    private struct State: Sendable {
        var isOpen = false
        var waiting = 0
    }

    private let state = Guarded(State())

    public init() {}

    /// Answers that stand before it.
    public var waiting: Int { state.withLock { $0.waiting } }

    public func open() {
        state.withLock { $0.isOpen = true }
    }

    /// Returns once it is open, and `false` when the server stopped or the client went first.
    func pass(_ stop: StopSignal, socket: Int32) -> Bool {
        state.withLock { $0.waiting += 1 }
        defer { state.withLock { $0.waiting -= 1 } }
        while !state.withLock({ $0.isOpen }) {
            guard stop.sleep(seconds: 0.01, socket: socket) else { return false }
        }
        return true
    }

    public static func == (left: Gate, right: Gate) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
