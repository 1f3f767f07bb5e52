internal import CLinux
internal import Glibc

/// State that threads share, and where they sleep until it changes.
///
/// With pthread's lock and not `Synchronization.Mutex`, because ThreadSanitizer knows this one: into the other's code
/// it cannot see, so between two plain threads it takes every use for a race.
///
/// `@unchecked Sendable`: the state is private, and only ever touched under the lock.
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

    /// Wakes nobody by itself: a change that somebody waits for is told with one of the two calls below.
    public func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&state)
    }

    /// Sleeps, without ever waking by itself, until `ready` finds in the state what it looks for.
    public func wait<Result>(until ready: (inout State) -> Result?) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while true {
            if let result = ready(&state) { return result }
            pthread_cond_wait(changed, lock)
        }
    }

    /// The same, but `nil` when the time is up.
    public func wait<Result>(atMost time: Duration, until ready: (inout State) -> Result?) -> Result? {
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        // More than any clock counts to is for ever.
        let (seconds, attoseconds) = min(time, .seconds(1 << 40)).components
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

    /// For a change that one waiting thread is enough for. Both are called with the lock held, because once it is free
    /// another thread may see the change and let go of the monitor.
    public func wakeOne() { pthread_cond_signal(changed) }

    public func wakeAll() { pthread_cond_broadcast(changed) }
}
