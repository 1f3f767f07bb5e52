internal import Glibc

/// A value that is only touched under its lock.
///
/// pthread's mutex is used instead of `Synchronization.Mutex`: ThreadSanitizer cannot see into the latter's code and so
/// reports every use between two plain threads as a race.
///
/// `@unchecked Sendable`: the value is private, and only `withLock` gives access to it.
final class Guarded<Value: Sendable>: @unchecked Sendable {
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
