internal import Glibc

/// A value that is only ever touched under its lock, and for whose changes a thread can wait.
///
/// With pthread's lock and not `Synchronization.Mutex`, which has no condition to wait for and which ThreadSanitizer
/// does not see.
///
/// `@unchecked Sendable`: the value is private, and every way to it takes the lock.
final class Monitor<Value: Sendable>: @unchecked Sendable {
    private var value: Value
    private let lock: UnsafeMutablePointer<pthread_mutex_t> = .allocate(capacity: 1)
    private let changed: UnsafeMutablePointer<pthread_cond_t> = .allocate(capacity: 1)

    init(_ value: Value) {
        self.value = value
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

    /// Whoever waits looks at the value again afterwards.
    func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(lock)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(lock)
        }
        return try body(&value)
    }

    /// Asks for an answer now and after every change, until there is one.
    func wait<Answer>(for answer: (inout Value) -> Answer?) -> Answer {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while true {
            if let answer = answer(&value) { return answer }
            pthread_cond_wait(changed, lock)
        }
    }

    /// The same, but `nil` when the time is up.
    func wait<Answer>(atMost time: Duration, for answer: (inout Value) -> Answer?) -> Answer? {
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        let (seconds, attoseconds) = time.components
        let nanoseconds = Int64(end.tv_nsec) + attoseconds / 1_000_000_000
        end.tv_sec += Int(seconds + nanoseconds / 1_000_000_000)
        end.tv_nsec = Int(nanoseconds % 1_000_000_000)
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while true {
            if let answer = answer(&value) { return answer }
            if pthread_cond_timedwait(changed, lock, &end) == ETIMEDOUT { return nil }
        }
    }
}
