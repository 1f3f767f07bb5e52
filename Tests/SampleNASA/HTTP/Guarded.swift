internal import Glibc

/// A value that is only ever touched under its lock.
///
/// With pthread's mutex and not `Synchronization.Mutex`, because ThreadSanitizer knows this one: into the other's code
/// it cannot see, so between two plain threads it takes every use for a race.
///
/// `@unchecked Sendable`: the value is private, and `withLock` is the one way to it.
public final class Guarded<Value: Sendable>: @unchecked Sendable {
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    public init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
