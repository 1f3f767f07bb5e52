internal import Glibc

/// State that threads share, and where they sleep until it changes.
///
/// With pthread's lock and not `Synchronization.Mutex`, because ThreadSanitizer knows this one: into the other's code
/// it cannot see, so between two plain threads it takes every use for a race.
///
/// `@unchecked Sendable`: the state is private, and only ever touched under the lock.
final class Monitor<State>: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t> = .allocate(capacity: 1)
    private let changed: UnsafeMutablePointer<pthread_cond_t> = .allocate(capacity: 1)
    private var state: State

    init(_ state: sending State) {
        self.state = state
        pthread_mutex_init(lock, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(lock)
        changed.deallocate()
        lock.deallocate()
    }

    func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&state)
    }

    /// Sleeps, without ever waking by itself, until `ready` finds in the state what it looks for.
    func wait<Result>(until ready: (inout State) -> Result?) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while true {
            if let result = ready(&state) { return result }
            pthread_cond_wait(changed, lock)
        }
    }

    /// For a change that one waiting thread is enough for. Both are called with the lock held, because once it is free
    /// another thread may see the change and let go of the monitor.
    func wakeOne() { pthread_cond_signal(changed) }

    func wakeAll() { pthread_cond_broadcast(changed) }
}
