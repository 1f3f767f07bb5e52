internal import CLinux
internal import Glibc

/// State shared by threads, with a condition variable on which they sleep until it changes.
///
/// pthread's mutex is used instead of `Synchronization.Mutex`: ThreadSanitizer cannot see into the latter's code and so
/// reports every use between two plain threads as a race.
///
/// `@unchecked Sendable`: the state is private and only touched under the lock.
public final class Monitor<State>: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t> = .allocate(capacity: 1)
    private let changed: UnsafeMutablePointer<pthread_cond_t> = .allocate(capacity: 1)
    private var state: State

    public init(_ state: sending State) {
        self.state = state
        pthread_mutex_init(lock, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // Setting the clock must not stretch a wait.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(lock)
        changed.deallocate()
        lock.deallocate()
    }

    /// Wakes no waiting thread by itself: a change is announced with ``wakeOne()`` or ``wakeAll()``.
    public func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&state)
    }

    /// Sleeps, without ever waking by itself, until `ready` returns a value.
    public func wait<Result>(until ready: (inout State) -> Result?) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while true {
            if let result = ready(&state) { return result }
            pthread_cond_wait(changed, lock)
        }
    }

    /// Sleeps until `ready` returns a value; `nil` when the time is up.
    public func wait<Result>(atMost time: Duration, until ready: (inout State) -> Result?) -> Result? {
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        // A time beyond any clock means for ever, and one that is over that nothing is waited for.
        let (seconds, attoseconds) = max(.zero, min(time, .seconds(1 << 40))).components
        let nanoseconds = Int64(end.tv_nsec) + attoseconds / 1_000_000_000
        end.tv_sec += Int(seconds + nanoseconds / 1_000_000_000)
        end.tv_nsec = Int(nanoseconds % 1_000_000_000)
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while true {
            if let result = ready(&state) { return result }
            if pthread_cond_timedwait(changed, lock, &end) == ETIMEDOUT { return nil }
        }
    }

    /// Wakes one waiting thread, for a change that one is enough for. Both wakes are called with the lock held: once it
    /// is free, another thread may see the change and release the monitor.
    public func wakeOne() { pthread_cond_signal(changed) }

    public func wakeAll() { pthread_cond_broadcast(changed) }
}

/// Values of which each is there while something runs.
public struct CurrentValues<Value> {
    /// The values, each under a number of its own.
    public var numbered: [Int: Value] = [:]
    private var lastNumber = 0

    public init() {}

    fileprivate mutating func add(_ value: Value) -> Int {
        lastNumber += 1
        numbered[lastNumber] = value
        return lastNumber
    }
}

extension Monitor {
    /// Holds a value while the body runs.
    public func with<Value, Result>(
        _ value: Value, _ body: () async throws -> Result
    ) async rethrows -> Result where State == CurrentValues<Value> {
        let number = withLock { $0.add(value) }
        defer { _ = withLock { $0.numbered.removeValue(forKey: number) } }
        return try await body()
    }
}

/// Counts the steps of long work.
public final class StepCount: Sendable {
    private let count = Monitor<Int64>(0)

    public init() {}

    public var value: Int64 { count.withLock { $0 } }

    public func advance() {
        count.withLock { $0 += 1 }
    }
}
