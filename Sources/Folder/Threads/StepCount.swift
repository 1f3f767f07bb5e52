/// Counts the steps of long work.
public final class StepCount: Sendable {
    private let count = Monitor<Int64>(0)

    public init() {}

    public var value: Int64 { count.withLock { $0 } }

    public func note() {
        count.withLock { $0 += 1 }
    }
}
