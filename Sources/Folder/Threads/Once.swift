/// Runs its body on the first call only.
public final class Once: Sendable {
    private let isDone = Monitor(false)
    private let body: @Sendable () -> Void

    public init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    public func run() {
        let wasDone = isDone.withLock { isDone in
            defer { isDone = true }
            return isDone
        }
        if !wasDone { body() }
    }
}
